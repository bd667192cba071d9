/** Hooks of the text view: the layout of a body, and scrolling to a range of its bytes. */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ByteRange } from "../../bytes";
import { runInSlices } from "../../slices";
import type { Lines } from "../../wire/lines";
import { Rows } from "../../wire/rows";
import { handlesOf, scrollGoal, unfolded } from "./state";

/** A larger body is laid out after the view around it is drawn. A smaller one never appears empty. */
const LARGE_BODY = 1 << 20;

/** The rows of a body. They grow with every slice. */
export function useRows(body: Uint8Array, width: number): Rows {
  const [, setSlices] = useState(0);
  const rows = useMemo(() => new Rows(body, width, width ? handlesOf(body) : []), [body, width]);
  useLayoutEffect(() => (width ? runInSlices(rows.build(), () => setSlices((count) => count + 1), body.length > LARGE_BODY) : undefined), [rows]);
  return rows;
}

/** Scrolls to the goal that another view, the search or a pointer set, as soon as the layout has reached it. */
export function useScrollGoal(rows: Rows, lines: Lines, count: number, reveal: (first: number, last: number) => void): void {
  const goal = scrollGoal.value;
  const reached = useRef<ByteRange | undefined>(undefined);
  useLayoutEffect(() => {
    if (!goal || goal === reached.current) return;
    if (rows.binary) {
      reached.current = goal;
      reveal(goal.start >> 4, goal.end >> 4);
      return;
    }
    const isLaidOut = rows.covered > goal.start || rows.covered === rows.body.length;
    // The list must have drawn all lines so far. Otherwise it cannot scroll to them.
    if (count !== lines.length || !isLaidOut) return;
    // A closed fold around the goal opens first. A fold within the goal stays closed.
    const fold = rows.folds.find(({ start, end }) => start <= goal.start && goal.end <= end);
    if (fold && !unfolded.peek().has(fold.start)) {
      unfolded.value = new Set([...unfolded.peek(), fold.start]);
      return;
    }
    reached.current = goal;
    reveal(lines.at(goal.start), lines.at(Math.max(goal.start, goal.end - 1)));
  });
}
