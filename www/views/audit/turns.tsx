/** The turns of the session that have findings, from what is known of them: nothing is audited for this list. */
import "./turns.css";
import { computed, signal } from "@preact/signals";
import type { Severity, Verdict } from "rethought/slim";
import { Shape } from "../../icons";
import { type Exchange, standingOf } from "../../session/exchange";
import { choose, chosen, exchanges, opened, range } from "../../state";
import { filled, words } from "../../words";
import { More, Named } from "./named";
import { Fated } from "./verdict";

const PAGE = 25;
const worstFirst = signal(false);
/** How many are shown, of which session. */
const shown = signal<{ of: unknown; count: number }>({ of: undefined, count: PAGE });

const RANKS: Readonly<Record<Verdict, number>> = { rejected: 0, "likely rejected": 1, degraded: 2, accepted: 3 };

const selected = computed(() => {
  const [from, to] = range.value ?? [0, exchanges.value.length - 1];
  return exchanges.value.slice(from, to + 1);
});
const found = computed(() => selected.value.filter(({ report }) => report?.findings.length));
const ordered = computed(() => {
  if (!worstFirst.value) return found.value;
  const rank = ({ report }: Exchange) => (report ? RANKS[report.verdict] : 4);
  return [...found.value].sort((one, other) => rank(one) - rank(other) || one.nth - other.nth);
});
const unaudited = computed(() => selected.value.reduce((count, each) => count + Number(standingOf(each) === "not audited"), 0));

export function Turns() {
  const count = shown.value.of === opened.value ? shown.value.count : PAGE;
  const left = ordered.value.length - count;
  return (
    <Named class="turns" name={words.audit.turns.name} aside={<Order />}>
      {!found.value.length && <p class="soft">{words.audit.turns.none}</p>}
      <ol>
        {ordered.value.slice(0, count).map((each) => (
          <Row key={each.nth} each={each} />
        ))}
      </ol>
      <More left={left} page={8 * PAGE} show={(more) => (shown.value = { of: opened.value, count: count + more })} />
      {unaudited.value > 0 && <p class="soft">{filled(words.audit.turns.unaudited, unaudited.value)}</p>}
    </Named>
  );
}

function Order() {
  return (
    <>
      <span class="soft">{filled(words.audit.turns.count, found.value.length, selected.value.length)}</span>
      {found.value.length > 1 && (
        <select class="turns-sort" aria-label={words.audit.turns.sort} value={String(worstFirst.value)} onChange={(event) => (worstFirst.value = event.currentTarget.value === "true")}>
          <option value="false">{words.audit.turns.order}</option>
          <option value="true">{words.audit.turns.worst}</option>
        </select>
      )}
    </>
  );
}

function Row({ each }: { each: Exchange }) {
  const rules = new Map<string, { severity: Severity; count: number }>();
  for (const { rule, severity } of each.report?.findings ?? []) rules.set(rule, { severity, count: (rules.get(rule)?.count ?? 0) + 1 });
  return (
    <li>
      <button class="turns-row" aria-current={chosen.value === each.nth ? "true" : undefined} onClick={() => choose(each.nth)}>
        <span class="turns-nth">{filled(words.audit.turns.turn, each.nth + 1)}</span>
        {each.report && <Fated verdict={each.report.verdict} />}
        <span class="turns-rules">
          {[...rules].map(([rule, { severity, count }]) => (
            <span key={rule} class="mono" data-tone={severity}>
              <Shape tone={severity} />
              {rule}
              {count > 1 && ` × ${count}`}
            </span>
          ))}
        </span>
      </button>
    </li>
  );
}
