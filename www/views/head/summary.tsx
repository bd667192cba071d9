/** The counts of exchanges and thoughts, and the number of exchanges of each verdict. */
import "./summary.css";
import { formatNumber } from "../../format";
import { ToneIcon, toneOf } from "../../icons";
import { type Exchange, type ExchangeVerdict, VERDICTS, verdictOf } from "../../session/exchange";
import { chooseExchange, chosenIndex, exchanges } from "../../state";
import { SkippedLines } from "./skipped-lines";

/** The verdicts in the order of their chips. */
const CHIPS: readonly ExchangeVerdict[] = [...VERDICTS, "unreadable", "not audited", "answer only"];

export function Summary() {
  const all = exchanges.value;
  const thoughts = all.flatMap((exchange) => exchange.thoughts);
  const byVerdict = groupByVerdict(all);
  return (
    <div class="head-summary">
      <p class="head-counts">
        <Count count={all.length} noun={all.length === 1 ? "exchange" : "exchanges"} />
        <Count count={thoughts.length} noun={thoughts.length === 1 ? "thought" : "thoughts"} />
        <Count count={thoughts.filter(({ signed }) => signed).length} noun="signed" />
      </p>
      {CHIPS.map((verdict) => {
        const group = byVerdict.get(verdict);
        return group && <VerdictButton key={verdict} verdict={verdict} group={group} />;
      })}
      <SkippedLines />
    </div>
  );
}

function groupByVerdict(all: readonly Exchange[]): Map<ExchangeVerdict, Exchange[]> {
  const groups = new Map<ExchangeVerdict, Exchange[]>();
  for (const exchange of all) {
    const verdict = verdictOf(exchange);
    const group = groups.get(verdict);
    if (group) group.push(exchange);
    else groups.set(verdict, [exchange]);
  }
  return groups;
}

const Count = ({ count, noun }: { count: number; noun: string }) => (
  <span>
    <b>{formatNumber(count)}</b> {noun}
  </span>
);

/** A chip that leads to the next exchange of its verdict, and from the last to the first. */
function VerdictButton({ verdict, group }: { verdict: ExchangeVerdict; group: readonly Exchange[] }) {
  const tone = toneOf(verdict);
  const goToNext = () => chooseExchange((group.find(({ nth }) => nth > chosenIndex.value) ?? group[0])?.nth ?? 0);
  return (
    <button class="chip" data-tone={tone} data-verdict={verdict} title="Go to the next one" onClick={goToNext}>
      <ToneIcon tone={tone} />
      {formatNumber(group.length)} {verdict}
    </button>
  );
}
