/** The verdict on a request, and where the request goes. */
import "./verdict.css";
import type { Report, Verdict as VerdictName } from "rethought/slim";
import { formatNumber } from "../../format";
import { Chip, type Tone, ToneIcon, toneOf } from "../../icons";
import type { Destination } from "../../session/destination";

const VERDICT_TITLES: Readonly<Record<VerdictName, string>> = {
  rejected: "Will be rejected",
  "likely rejected": "Likely rejected",
  degraded: "Accepted, with losses",
  accepted: "Nothing found",
};

/** Verdicts within a sentence. */
export const VERDICT_TEXTS: Readonly<Record<VerdictName, string>> = {
  rejected: "rejected",
  "likely rejected": "likely rejected",
  degraded: "accepted, with losses",
  accepted: "accepted",
};

/** The verdict in a sentence. An accepted request may still have advice. */
export function describeVerdict({ verdict, findings }: Report): { tone: Tone; text: string } {
  if (verdict === "accepted" && findings.length) return { tone: "advice", text: "Accepted, with advice" };
  return { tone: toneOf(verdict), text: VERDICT_TITLES[verdict] };
}

export function Verdict({ report, destination, isMended }: { report: Report; destination: Destination; isMended: boolean }) {
  const { tone, text } = describeVerdict(report);
  const facts: [string, string | undefined][] = [
    ["Host", destination.host],
    ["Model", destination.model],
    ["Wire", report.wire],
    ["Thoughts", `${formatNumber(report.items)} · ${formatNumber(report.signed)} signed`],
  ];
  return (
    <header class="verdict" data-tone={tone}>
      <p class="verdict-line" role="status">
        <ToneIcon tone={tone} />
        <strong>{text}</strong>
        <span class="verdict-as">{isMended ? "as repaired here" : "as recorded"}</span>
      </p>
      <dl class="verdict-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || "unknown"}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

/** A verdict in a few words, with its icon. */
export function VerdictChip({ verdict }: { verdict: VerdictName }) {
  return <Chip tone={toneOf(verdict)}>{VERDICT_TEXTS[verdict]}</Chip>;
}
