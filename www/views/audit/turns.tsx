/** The turns of the session that have findings. */
import "./turns.css";
import { computed, signal } from "@preact/signals";
import type { Severity } from "rethought/slim";
import { formatNumber, plural } from "../../format";
import { ToneIcon } from "../../icons";
import { type Exchange, VERDICTS } from "../../session/exchange";
import { isUnpredicted } from "../../session/outcome";
import { chooseExchange, chosenIndex, exchanges, opened, range } from "../../state";
import { AuditSection, MoreButton } from "./section";
import { VerdictChip } from "./verdict";

const PAGE_SIZE = 25;
const worstFirst = signal(false);
/** The number of shown turns of a transcript. */
const shown = signal<{ transcript: unknown; count: number }>({ transcript: undefined, count: PAGE_SIZE });

const selected = computed(() => {
  const [from, to] = range.value ?? [0, exchanges.value.length - 1];
  return exchanges.value.slice(from, to + 1);
});
const withFindings = computed(() => selected.value.filter(({ report }) => report?.findings.length));
const ordered = computed(() => {
  if (!worstFirst.value) return withFindings.value;
  const rank = ({ record }: Exchange) => (record.verdict ? VERDICTS.indexOf(record.verdict) : VERDICTS.length);
  return [...withFindings.value].sort((one, other) => rank(one) - rank(other) || one.nth - other.nth);
});

export function Turns() {
  const count = shown.value.transcript === opened.value ? shown.value.count : PAGE_SIZE;
  return (
    <AuditSection class="turns" name="Findings by turn" headerExtra={<SortOrder />}>
      {!withFindings.value.length && <p class="soft">{describeNone()}</p>}
      <ol>
        {ordered.value.slice(0, count).map((each) => (
          <TurnRow key={each.nth} exchange={each} />
        ))}
      </ol>
      <MoreButton left={ordered.value.length - count} pageSize={8 * PAGE_SIZE} onMore={(more) => (shown.value = { transcript: opened.value, count: count + more })} />
    </AuditSection>
  );
}

function describeNone(): string {
  const audited = selected.value.filter(({ report }) => report).length;
  const missed = selected.value.filter(isUnpredicted).length;
  const refused = missed ? ` The provider refused ${plural(missed, "request")} for which our checks found nothing.` : "";
  return audited ? `No findings in this session.${refused}` : "No request to audit.";
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
        {exchange.record.verdict && <VerdictChip verdict={exchange.record.verdict} />}
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
