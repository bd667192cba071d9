/** The turns of the session that have findings. The list uses the audits that exist; it makes none. */
import "./turns.css";
import { computed, signal } from "@preact/signals";
import type { Severity } from "rethought/slim";
import { formatNumber } from "../../format";
import { ToneIcon } from "../../icons";
import { type Exchange, VERDICTS, verdictOf } from "../../session/exchange";
import { chooseExchange, chosenIndex, exchanges, opened, range } from "../../state";
import { AuditSection, MoreButton } from "./section";
import { VerdictChip } from "./verdict";

const PAGE_SIZE = 25;
const worstFirst = signal(false);
/** How many turns of a transcript are shown. */
const shown = signal<{ transcript: unknown; count: number }>({ transcript: undefined, count: PAGE_SIZE });

const selected = computed(() => {
  const [from, to] = range.value ?? [0, exchanges.value.length - 1];
  return exchanges.value.slice(from, to + 1);
});
const withFindings = computed(() => selected.value.filter(({ report }) => report?.findings.length));
const ordered = computed(() => {
  if (!worstFirst.value) return withFindings.value;
  const rank = ({ report }: Exchange) => (report ? VERDICTS.indexOf(report.verdict) : 4);
  return [...withFindings.value].sort((one, other) => rank(one) - rank(other) || one.nth - other.nth);
});
const unaudited = computed(() => selected.value.filter((each) => verdictOf(each) === "not audited").length);

export function Turns() {
  const count = shown.value.transcript === opened.value ? shown.value.count : PAGE_SIZE;
  return (
    <AuditSection class="turns" name="Findings by turn" headerExtra={<SortOrder />}>
      {!withFindings.value.length && <p class="soft">No turn of this session has a finding.</p>}
      <ol>
        {ordered.value.slice(0, count).map((each) => (
          <TurnRow key={each.nth} exchange={each} />
        ))}
      </ol>
      <MoreButton left={ordered.value.length - count} pageSize={8 * PAGE_SIZE} onMore={(more) => (shown.value = { transcript: opened.value, count: count + more })} />
      {unaudited.value > 0 && <p class="soft">{formatNumber(unaudited.value)} turns of this long session are audited when they are opened.</p>}
    </AuditSection>
  );
}

function SortOrder() {
  return (
    <>
      <span class="soft">{formatNumber(withFindings.value.length)} of {formatNumber(selected.value.length)} turns</span>
      {withFindings.value.length > 1 && (
        <select class="turns-sort" aria-label="Order of the turns" value={String(worstFirst.value)} onChange={(event) => (worstFirst.value = event.currentTarget.value === "true")}>
          <option value="false">In order</option>
          <option value="true">Worst first</option>
        </select>
      )}
    </>
  );
}

function TurnRow({ exchange }: { exchange: Exchange }) {
  const rules = new Map<string, { severity: Severity; count: number }>();
  for (const { rule, severity } of exchange.report?.findings ?? []) rules.set(rule, { severity, count: (rules.get(rule)?.count ?? 0) + 1 });
  return (
    <li>
      <button class="turns-row" aria-current={chosenIndex.value === exchange.nth ? "true" : undefined} onClick={() => chooseExchange(exchange.nth)}>
        <span class="turns-nth">Turn {formatNumber(exchange.nth + 1)}</span>
        {exchange.report && <VerdictChip verdict={exchange.report.verdict} />}
        <span class="turns-rules">
          {[...rules].map(([rule, { severity, count }]) => (
            <span key={rule} class="mono" data-tone={severity}>
              <ToneIcon tone={severity} />
              {rule}
              {count > 1 && ` × ${count}`}
            </span>
          ))}
        </span>
      </button>
    </li>
  );
}
