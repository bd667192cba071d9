/** How many there are of what, and how they stand. */
import { grouped } from "../../figures";
import { Shape, toneOf } from "../../icons";
import { type Exchange, type Standing, standingOf } from "../../session/exchange";
import { choose, chosen, exchanges } from "../../state";
import { counted, words } from "../../words";
import { Skipped } from "./skipped";

const ORDER: readonly Standing[] = ["rejected", "likely rejected", "degraded", "accepted", "unreadable", "not audited", "answer only"];

export function Summary() {
  const all = exchanges.value;
  const marks = all.flatMap((exchange) => exchange.marks);
  const numbers: [readonly [string, string], number][] = [[words.head.counts.exchanges, all.length], [words.head.counts.thoughts, marks.length], [words.head.counts.signed, marks.filter(({ signed }) => signed).length]];
  const standings = new Map<Standing, Exchange[]>();
  for (const exchange of all) {
    const standing = standingOf(exchange);
    const those = standings.get(standing);
    if (those) those.push(exchange);
    else standings.set(standing, [exchange]);
  }
  return (
    <div class="head-summary">
      <p class="head-counts">
        {numbers.map(([forms, count]) => (
          <span key={forms[1]}>
            <b>{grouped(count)}</b> {counted(forms, count)}
          </span>
        ))}
      </p>
      {ORDER.map((standing) => {
        const those = standings.get(standing);
        return those && <Stand key={standing} standing={standing} those={those} />;
      })}
      <Skipped />
    </div>
  );
}

/** A chip that leads to the next of its exchanges, and after the last to the first. */
function Stand({ standing, those }: { standing: Standing; those: readonly Exchange[] }) {
  const tone = toneOf(standing);
  const next = () => choose((those.find(({ nth }) => nth > chosen.value) ?? those[0])?.nth ?? 0);
  return (
    <button class="chip" data-tone={tone} data-standing={standing} title={words.head.goTo} onClick={next}>
      <Shape tone={tone} />
      {grouped(those.length)} {standing}
    </button>
  );
}
