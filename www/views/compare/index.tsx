/** Two sessions side by side: their exchanges in rows, with what is equal and what differs. */
import "./compare.css";
import { computed, signal } from "@preact/signals";
import { formatNumber, plural } from "../../format";
import { Chip } from "../../icons";
import { closeComparison, compared, comparing } from "../../open/comparison";
import { openListed } from "../../open/library";
import { alignSessions, type AlignedRow } from "../../session/alignment";
import { type Exchange, verdictOf } from "../../session/exchange";
import { outcomeOf } from "../../session/outcome";
import { OUTCOME_TEXTS, PREDICTION_TEXTS, toneOfOutcome, toneOfPrediction } from "../../verdict-words";
import { MoreButton } from "../audit/section";

const PAGE_SIZE = 300;
const shown = signal(PAGE_SIZE);
const rows = computed<readonly AlignedRow[]>(() => (compared.value ? alignSessions(compared.value[0].session, compared.value[1].session) : []));
compared.subscribe(() => (shown.value = PAGE_SIZE));

const RELATIONS: Readonly<Record<AlignedRow["relation"], string>> = { equal: "equal", changed: "different", alone: "only in one" };

export function Compare() {
  const both = compared.value;
  return (
    <main class="compare" aria-label="Two sessions side by side">
      <div class="compare-top">
        <div>
          <h1>Two sessions side by side</h1>
          <p class="soft" role="status">
            {both ? describeDifference() : `Reading ${comparing.value?.join(" and ") ?? ""} …`}
          </p>
        </div>
        <button onClick={closeComparison}>Back to the list</button>
      </div>
      {both && (
        <div class="compare-rows" tabIndex={0} role="region" aria-label="Exchanges of both sessions">
          <table>
            <thead>
              <tr>
                <th scope="col" class="compare-relation">
                  <span class="unseen">Relation</span>
                </th>
                {both.map(({ name }, nth) => (
                  <th key={nth} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.value.slice(0, shown.value).map((row, nth) => (
                <Row key={nth} row={row} />
              ))}
            </tbody>
          </table>
          <MoreButton left={rows.value.length - shown.value} pageSize={PAGE_SIZE} onMore={(more) => (shown.value += more)} />
        </div>
      )}
    </main>
  );
}

function describeDifference(): string {
  const different = rows.value.filter(({ relation }) => relation !== "equal").length;
  const first = rows.value.findIndex(({ relation }) => relation !== "equal");
  if (!different) return `${plural(rows.value.length, "exchange")}, all equal.`;
  return `${formatNumber(rows.value.length - different)} of ${plural(rows.value.length, "exchange")} equal. The first difference is in row ${formatNumber(first + 1)}.`;
}

function Row({ row: { left, right, relation } }: { row: AlignedRow }) {
  return (
    <tr data-relation={relation}>
      <th scope="row">{RELATIONS[relation]}</th>
      <Cell exchange={left} isOnly={!right} side={0} />
      <Cell exchange={right} isOnly={!left} side={1} />
    </tr>
  );
}

/** Opens the session of a column at an exchange. */
function open(side: 0 | 1, nth: number): void {
  const row = compared.value?.[side].row;
  closeComparison();
  if (row !== undefined) void openListed(row, nth);
}

function Cell({ exchange, isOnly, side }: { exchange: Exchange | undefined; isOnly: boolean; side: 0 | 1 }) {
  if (!exchange) return <td class="soft">none</td>;
  const { nth, model, thoughts, calls, record } = exchange;
  const outcome = outcomeOf(exchange);
  const facts = [model, thoughts.length && plural(thoughts.length, "thought"), calls && plural(calls, "call")].filter(Boolean);
  return (
    <td class={isOnly ? "compare-only" : undefined}>
      <div class="compare-chips">
        <button class="plain compare-open" title="Open this exchange" onClick={() => open(side, nth)}>
          <span class="unseen">Exchange </span>
          {formatNumber(nth + 1)}
        </button>
        <Chip tone={toneOfPrediction(exchange)}>{PREDICTION_TEXTS[verdictOf(exchange)]}</Chip>
        <Chip tone={toneOfOutcome(outcome)}>
          {OUTCOME_TEXTS[outcome]}
          {record.status !== undefined && ` ${record.status}`}
        </Chip>
      </div>
      <div class="soft">{facts.join(" · ")}</div>
      {exchange.refusal && <div>{exchange.refusal.about?.message ?? exchange.refusal.text}</div>}
    </td>
  );
}
