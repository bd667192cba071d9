/** What will come of a request, and where it would go. */
import "./verdict.css";
import type { Report, Verdict as Fate } from "rethought/slim";
import { Icon, SEVERITIES, type Tone, toneOf } from "../../icons";
import { filled, words } from "../../words";
import type { Aim } from "../whatif/target";
import { Chip } from "./chip";

/** The verdict in a sentence. What is accepted may still have advice. */
export function sentenceOf({ verdict, findings }: Report): { tone: Tone; text: string } {
  const { verdicts } = words.audit;
  if (verdict === "accepted" && findings.length) return { tone: "advice", text: verdicts.advised };
  return { tone: toneOf(verdict), text: verdicts[verdict] };
}

export function Verdict({ report, aim, mended }: { report: Report; aim: Aim; mended: boolean }) {
  const { where, as } = words.audit;
  const { tone, text } = sentenceOf(report);
  const facts: [string, string | undefined][] = [
    [where.host, aim.host],
    [where.model, aim.model],
    [where.wire, report.wire],
    [where.thoughts, filled(where.signed, String(report.items), String(report.signed))],
  ];
  return (
    <header class="verdict" data-tone={tone}>
      <p class="verdict-line" role="status">
        <Icon path={SEVERITIES[tone]} />
        <strong>{text}</strong>
        <span class="verdict-as">{mended ? as.mended : as.recorded}</span>
      </p>
      <dl class="verdict-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || where.untold}</dd>
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
