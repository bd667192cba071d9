/** The prediction for a request and, beside it, the provider's outcome. Below them the target. */
import "./verdict.css";
import type { Report, Verdict as VerdictName } from "rethought/slim";
import { formatNumber, plural } from "../../format";
import { Chip, type Tone, ToneIcon, toneOf } from "../../icons";
import type { Destination } from "../../session/destination";
import { type Exchange, isContradicted } from "../../session/exchange";
import { isUnpredicted, outcomeOf } from "../../session/outcome";
import { OUTCOME_TEXTS, PREDICTION_TEXTS, toneOfOutcome } from "../../verdict-words";

const PREDICTION_TITLES: Readonly<Record<VerdictName, string>> = {
  rejected: "Will be refused",
  "likely rejected": "Will probably be refused",
  unknown: "Not checked",
  degraded: "Reasoning is lost",
  accepted: "No problems found",
};

/** The verdict in a few words. A request without problems may still have notes. */
export function describeVerdict({ verdict, findings }: Report): { tone: Tone; text: string } {
  if (verdict === "accepted" && findings.length) return { tone: "advice", text: `No problems, ${plural(findings.length, "note")}` };
  return { tone: toneOf(verdict), text: PREDICTION_TITLES[verdict] };
}

interface Props {
  exchange: Exchange;
  report: Report;
  destination: Destination;
  isRepaired: boolean;
}

export function Verdict({ exchange, report, destination, isRepaired }: Props) {
  const isPast = !isRepaired && isContradicted(exchange);
  const { tone, text } = describeVerdict(isPast ? { ...report, verdict: "unknown" } : report);
  // A green prediction beside a refusal would mislead.
  const shownTone = !isRepaired && tone === "fine" && isUnpredicted(exchange) ? "none" : tone;
  const outcome = outcomeOf(exchange);
  const { status } = exchange.record;
  const facts: [string, string | undefined][] = [
    ["Host", destination.host],
    ["Model", destination.model],
    ["Wire", report.wire],
    ["Thoughts", `${formatNumber(report.items)} · ${formatNumber(report.signed)} signed`],
  ];
  return (
    <header class="verdict">
      <div class="verdict-sides">
        <Side side="prediction" name={isRepaired ? "Prediction, as repaired here" : "Prediction, as recorded"} tone={shownTone} text={text} />
        <Side side="outcome" name={isRepaired ? "Provider, before the repair" : "Provider"} tone={toneOfOutcome(outcome)} text={capitalize(OUTCOME_TEXTS[outcome])} more={status} />
      </div>
      {isPast && (
        <div class="verdict-caveat">
          <p>The provider answered this request, so the file lacks or masks something that was sent. The findings below are about the file. The verdict on the next request is in Doctor.</p>
        </div>
      )}
      <Caveat report={report} />
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

function Side({ side, name, tone, text, more }: { side: "prediction" | "outcome"; name: string; tone: Tone; text: string; more?: number | undefined }) {
  return (
    <div class="verdict-side" data-side={side} data-tone={tone}>
      <h3>{name}</h3>
      <p class="verdict-line" role={side === "prediction" ? "status" : undefined}>
        <ToneIcon tone={tone} />
        <strong>{text}</strong>
        {more !== undefined && <span class="verdict-status">{more}</span>}
      </p>
    </div>
  );
}

/** Says why a verdict is unknown or not certain. */
export function Caveat({ report: { reason, model } }: { report: Report }) {
  const isUncertain = model?.standing === "nearest" || model?.standing === "unknown";
  if (!reason && !isUncertain) return null;
  return (
    <div class="verdict-caveat">
      {reason && <p>{capitalize(reason)}. The rules of this target do not fit it.</p>}
      {isUncertain && (
        <p>
          Unknown model {model.given}. {model.standing === "nearest" ? `It is checked as ${model.name}` : "Only the rules of its vendor and host apply"}, so results are likely, not certain.
        </p>
      )}
    </div>
  );
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A prediction in a few words, with its icon. */
export function VerdictChip({ verdict }: { verdict: VerdictName }) {
  return <Chip tone={toneOf(verdict)}>{PREDICTION_TEXTS[verdict]}</Chip>;
}
