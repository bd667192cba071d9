/** The turns of the session that have findings, and a button that audits the turns that have no audit yet. */
import "./turns.css";
import { computed, signal } from "@preact/signals";
import type { Severity } from "rethought/slim";
import { formatNumber, plural } from "../../format";
import { ToneIcon } from "../../icons";
import { auditAll, auditing, stopAudits } from "../../open/audit-all";
import { type Exchange, needsAudit, VERDICTS } from "../../session/exchange";
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
  const rank = ({ report }: Exchange) => (report ? VERDICTS.indexOf(report.verdict) : VERDICTS.length);
  return [...withFindings.value].sort((one, other) => rank(one) - rank(other) || one.nth - other.nth);
});
const unaudited = computed(() => selected.value.filter(needsAudit).length);

export function Turns() {
  const count = shown.value.transcript === opened.value ? shown.value.count : PAGE_SIZE;
  return (
    <AuditSection class="turns" name="Findings by turn" headerExtra={<SortOrder />}>
      <Unaudited />
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

/** Only audited turns can have "No findings". */
function describeNone(): string {
  const audited = selected.value.filter(({ report }) => report).length;
  const missed = selected.value.filter(isUnpredicted).length;
  const refused = missed ? ` The provider refused ${plural(missed, "request")} for which our checks found nothing.` : "";
  if (!unaudited.value) return audited ? `No findings in this session.${refused}` : "No request to audit.";
  return audited ? `No findings in the ${plural(audited, "turn")} audited so far.` : "No turn is audited yet.";
}

/** The turns without an audit: a button that audits them, or the progress of that. */
function Unaudited() {
  const progress = auditing.value;
  if (progress)
    return (
      <p class="turns-unaudited" role="status">
        <label>
          Auditing turn {formatNumber(progress.done + 1)} of {formatNumber(progress.total)}
          <progress max={progress.total} value={progress.done} />
        </label>
        <button onClick={stopAudits}>Stop</button>
      </p>
    );
  if (!unaudited.value) return null;
  return (
    <p class="turns-unaudited">
      {plural(unaudited.value, "turn")} of this long session {unaudited.value === 1 ? "is" : "are"} not audited yet.
      <button class="primary" data-verb="audit-all" onClick={auditAll}>
        Audit all
      </button>
    </p>
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
