/** The conversation: every exchange of the selection, with what was thought in it and what became of that. */
import "./talk.css";
import { useSignalEffect } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Rows } from "../../rows";
import { chosen, range, session } from "../../state";
import { useWidth } from "../../width";
import { filled, words } from "../../words";
import { estimateOf, ExchangeRow } from "./exchange";
import { Readings } from "./reading";
import { Ties } from "./ties";
import { aim, inView, laid, letters, shown } from "./view";

/** The width of a letter, about, and of all that stands beside a text. */
const [LETTER, BESIDE, NARROW] = [6.7, 150, 576];

export function Talk() {
  const [open, count] = [session.value, shown.value.length];
  const readings = useMemo(() => open && new Readings(open), [open]);
  const place = useWidth((width) => {
    if (width) letters.value = Math.max(24, Math.min(150, Math.floor((width - (width < NARROW ? 46 : BESIDE)) / LETTER)));
  });
  useSignalEffect(() => {
    const nth = chosen.value;
    const [first, last] = inView.peek();
    // Not quite at the upper edge: what it goes on from is worth to be seen.
    if (nth < first || nth + 0.25 > last) aim.value = { nth, down: 0.3 };
  });
  if (!open || !readings) return null;
  const [from, to] = range.value ? [range.value[0], Math.min(count, range.value[1] + 1)] : [0, count];
  return (
    <div class="talk-view" ref={place}>
      {range.value && (
        <p class="talk-range">
          {filled(words.talk.selected, from + 1, to, count)}
          <button class="plain" onClick={() => (range.value = undefined)}>{words.talk.all}</button>
        </p>
      )}
      <Rows
        key={open}
        label={words.talk.name}
        from={from}
        to={to}
        estimate={(nth) => { const known = open.exchanges[nth]; return known ? estimateOf(known) : 0; }}
        row={(nth) => <ExchangeRow nth={nth} readings={readings} />}
        sight={inView}
        laid={laid}
        aim={aim}
      >
        <Ties />
      </Rows>
    </div>
  );
}
