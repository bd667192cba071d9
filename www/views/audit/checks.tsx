/** What became of every rule, so that «nothing found» shows what was looked for. */
import "./checks.css";
import { computed, signal } from "@preact/signals";
import type { Report } from "rethought/slim";
import { Shape, type Tone } from "../../icons";
import { core } from "../../state";
import { words } from "../../words";
import { RuleName } from "./card";
import { Named } from "./named";
import { Sentence } from "./prose";

const FATES = ["failed", "unknown", "passed", "not applicable", "off"] as const;
type FateName = (typeof FATES)[number];
const SHAPES: Readonly<Record<FateName, Tone>> = { failed: "reject", unknown: "advice", passed: "fine", "not applicable": "none", off: "none" };

const filter = signal("");
/** What each rule is about: the same for every request. */
const summaries = computed(() => {
  const explain = core.value?.explain;
  return new Map<string, string>((explain?.() ?? []).map((rule) => [rule, explain?.(rule)?.summary ?? ""]));
});

export function Checks({ report }: { report: Report }) {
  const groups = grouped(report);
  const wanted = filter.value.trim().toLowerCase();
  const fits = ({ rule }: Check) => !wanted || rule.includes(wanted) || (summaries.value.get(rule) ?? "").toLowerCase().includes(wanted);
  const shown = FATES.map((fate) => [fate, groups[fate].filter(fits)] as const).filter(([, checks]) => checks.length);
  const counts = FATES.filter((fate) => groups[fate].length).map((fate) => `${groups[fate].length} ${fate}`);
  const aside = (
    <>
      <span class="checks-counts">{counts.join(", ")}</span>
      <input type="search" aria-label={words.audit.checks.filter} placeholder={words.audit.checks.filter} value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
    </>
  );
  return (
    <Named class="checks" name={words.audit.checks.name} aside={aside}>
      {!shown.length && <p class="soft">{words.audit.checks.none}</p>}
      {shown.map(([fate, checks]) => (
        <details key={fate} class="checks-group" data-fate={fate} open={!!wanted || fate === "failed" || fate === "unknown"}>
          <summary data-tone={SHAPES[fate]}>
            <Shape tone={SHAPES[fate]} />
            {checks.length} {fate}
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
    </Named>
  );
}

interface Check {
  rule: string;
  /** What would decide it. */
  needs: string | undefined;
}

function grouped({ checks }: Report): Record<FateName, Check[]> {
  const groups: Record<FateName, Check[]> = { failed: [], unknown: [], passed: [], "not applicable": [], off: [] };
  for (const [rule, became] of Object.entries(checks)) {
    const [fate, needs] = became.split(": ");
    groups[fate as FateName].push({ rule, needs });
  }
  return groups;
}
