/** What the conversation and the timeline know of each other: what is in view, and where to go. */
import { batch, computed, signal } from "@preact/signals";
import type { Aim } from "../../rows";
import type { Exchange } from "../../session/exchange";
import { choose, chosen, exchanges, opened, pane, range, reading, revision, session, showsPanel, spot } from "../../state";

/** The exchanges in view, as fractions: 2.5 is the middle of the third. */
export const inView = signal<readonly [number, number]>([0, 0]);
/** Grows whenever rows have come, gone or moved. */
export const laid = signal(0);
export const aim = signal<Aim | undefined>(undefined);
/** How many letters a line of text has room for. */
export const letters = signal(80);

/** How often what is being read is drawn anew: drawn with every slice of it, it would take twice the time. */
const PAUSE = 250;
const stage = computed(() => (reading.value ? Math.floor(performance.now() / PAUSE) : -1 - revision.value));
/** The exchanges that are shown: all of them, but while they are read not each at once. */
export const shown = computed<readonly Exchange[]>(() => (void stage.value, void opened.value, exchanges.peek()));

/** For each exchange the one that follows it in its conversation. */
export const followers = computed<readonly (number | undefined)[]>(() => {
  const next: (number | undefined)[] = [];
  for (const { nth } of shown.value) {
    const before = session.value?.before(nth);
    if (before !== undefined) next[before] = nth;
  }
  return next;
});

/** In which requests to look for an answer: the next one, and the one that is looked at if it comes later. */
export function laterThan(nth: number): readonly number[] {
  const [next, now, all] = [followers.value[nth], chosen.value, shown.value];
  if (next === undefined) return [];
  return now > next && all[now]?.conversation === all[nth]?.conversation ? [next, now] : [next];
}

/** Looks at an exchange, also if the selection has to go for it. */
export function visit(nth: number): void {
  batch(() => {
    const selected = range.value;
    if (selected && (nth < selected[0] || nth > selected[1])) range.value = undefined;
    choose(nth);
  });
}

/** Goes to bytes of an exchange; without a place, to the exchange alone. */
export function goTo(nth: number, side: "request" | "answer", place: { start?: number | undefined; end?: number | undefined } | undefined): void {
  batch(() => {
    visit(nth);
    if (place?.start === undefined || place.end === undefined) return;
    spot.value = { side, start: place.start, end: place.end };
    pane.value = "wire";
    showsPanel.value = true;
  });
}
