/** What will come of a request, and where it would go. */
import "./verdict.css";
import type { Report, Verdict as Fate } from "rethought/slim";
import { Chip, Shape, type Tone, toneOf } from "../../icons";
import { filled, words } from "../../words";
import type { Aim } from "../whatif/target";

/** The verdict in a sentence. What is accepted may still have advice. */
export function sentenceOf({ verdict, findings }: Report): { tone: Tone; text: string } {
  if (verdict === "accepted" && findings.length) return { tone: "advice", text: words.audit.verdicts.advised };
  return { tone: toneOf(verdict), text: words.audit.verdicts[verdict] };
}

export function Verdict({ report, aim, mended }: { report: Report; aim: Aim; mended: boolean }) {
  const { tone, text } = sentenceOf(report);
  const facts: [string, string | undefined][] = [
    [words.audit.where.host, aim.host],
    [words.audit.where.model, aim.model],
    [words.audit.where.wire, report.wire],
    [words.audit.where.thoughts, filled(words.audit.where.signed, report.items, report.signed)],
  ];
  return (
    <header class="verdict" data-tone={tone}>
      <p class="verdict-line" role="status">
        <Shape tone={tone} />
        <strong>{text}</strong>
        <span class="verdict-as">{mended ? words.audit.as.mended : words.audit.as.recorded}</span>
      </p>
      <dl class="verdict-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || words.audit.where.untold}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

/** A verdict in a word, with its shape. */
export function Fated({ verdict }: { verdict: Fate }) {
  return <Chip tone={toneOf(verdict)}>{words.audit.brief[verdict]}</Chip>;
}
