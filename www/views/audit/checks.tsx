/** The outcome of every rule, so that a report without findings shows the checks. */
import "./checks.css";
import { computed, signal } from "@preact/signals";
import type { Report } from "rethought/slim";
import { ToneIcon, type Tone } from "../../icons";
import { core } from "../../state";
import { RuleName } from "./card";
import { AuditSection } from "./section";
import { Sentence } from "./prose";

const OUTCOMES = ["failed", "unknown", "passed", "not applicable", "off"] as const;
type Outcome = (typeof OUTCOMES)[number];
const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = { failed: "reject", unknown: "advice", passed: "fine", "not applicable": "none", off: "none" };

const filter = signal("");
/** The summary of each rule. It is the same for every request. */
const summaries = computed(() => {
  const explain = core.value?.explain;
  return new Map<string, string>((explain?.() ?? []).map((rule) => [rule, explain?.(rule)?.summary ?? ""]));
});

export function Checks({ report }: { report: Report }) {
  const groups = groupByOutcome(report);
  const wanted = filter.value.trim().toLowerCase();
  const matches = ({ rule }: Check) => !wanted || rule.includes(wanted) || (summaries.value.get(rule) ?? "").toLowerCase().includes(wanted);
  const shown = OUTCOMES.map((outcome) => [outcome, groups[outcome].filter(matches)] as const).filter(([, checks]) => checks.length);
  const counts = OUTCOMES.filter((outcome) => groups[outcome].length).map((outcome) => `${groups[outcome].length} ${outcome}`);
  const headerExtra = (
    <>
      <span class="checks-counts">{counts.join(", ")}</span>
      <input type="search" aria-label="Filter rules" placeholder="Filter rules" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
    </>
  );
  return (
    <AuditSection class="checks" name="Every rule" headerExtra={headerExtra}>
      {!shown.length && <p class="soft">No rule matches.</p>}
      {shown.map(([outcome, checks]) => (
        <details key={outcome} class="checks-group" data-outcome={outcome} open={!!wanted || outcome === "failed" || outcome === "unknown"}>
          <summary data-tone={OUTCOME_TONES[outcome]}>
            <ToneIcon tone={OUTCOME_TONES[outcome]} />
            {checks.length} {outcome}
          </summary>
          <ul>
            {checks.map(({ rule, needs }) => (
              <li key={rule}>
                <RuleName rule={rule} />
                <span class="soft">
                  {needs && <em>{needs}: </em>}
                  <Sentence text={summaries.value.get(rule) ?? ""} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </AuditSection>
  );
}

interface Check {
  rule: string;
  /** The information that is missing to decide it. */
  needs: string | undefined;
}

function groupByOutcome({ checks }: Report): Record<Outcome, Check[]> {
  const groups: Record<Outcome, Check[]> = { failed: [], unknown: [], passed: [], "not applicable": [], off: [] };
  for (const [rule, result] of Object.entries(checks)) {
    const [outcome, needs] = result.split(": ");
    groups[outcome as Outcome].push({ rule, needs });
  }
  return groups;
}
