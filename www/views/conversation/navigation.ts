/** The state that conversation and timeline share: the visible exchanges, and the place to scroll to. */
import { batch, computed, signal } from "@preact/signals";
import { chooseExchange, chosenIndex, exchanges, pane, range, session, showsPanel, wireFocus } from "../../state";
import type { ScrollTarget } from "../../virtual-list";

/** The exchanges in view, as fractions: 2.5 is the middle of the third exchange. */
export const inView = signal<readonly [number, number]>([0, 0]);
/** Grows whenever rows are added, removed or moved. */
export const layoutCount = signal(0);
export const scrollTarget = signal<ScrollTarget | undefined>(undefined);
/** The number of letters that fit into a line of text. */
export const lettersPerLine = signal(80);

/** For each exchange the one that follows it in its conversation. */
const followers = computed<readonly (number | undefined)[]>(() => {
  const next: (number | undefined)[] = [];
  for (const { nth } of exchanges.value) {
    const previous = session.value?.previous(nth);
    if (previous !== undefined) next[previous] = nth;
  }
  return next;
});

/** The requests in which the parts of an answer are looked for: the next one, and the chosen one if it comes later. */
export function laterRequestsOf(nth: number): readonly number[] {
  const next = followers.value[nth];
  const chosen = chosenIndex.value;
  const all = exchanges.value;
  if (next === undefined) return [];
  return chosen > next && all[chosen]?.conversation === all[nth]?.conversation ? [next, chosen] : [next];
}

/** Chooses an exchange. A selection that does not contain it is cleared. */
export function goToExchange(nth: number): void {
  batch(() => {
    const selected = range.value;
    if (selected && (nth < selected[0] || nth > selected[1])) range.value = undefined;
    chooseExchange(nth);
  });
}

/** Chooses an exchange and shows a range of its bytes in the wire view. Without a range it only chooses. */
export function goToBytes(nth: number, side: "request" | "answer", place: { start?: number | undefined; end?: number | undefined } | undefined): void {
  batch(() => {
    goToExchange(nth);
    if (place?.start === undefined || place.end === undefined) return;
    wireFocus.value = { side, start: place.start, end: place.end };
    pane.value = "wire";
    showsPanel.value = true;
  });
}
