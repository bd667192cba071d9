// The entries of a store: lines, and the names of lines.
import { damageOf } from "../guard/parts.js";
import { Usage } from "./usage.js";

const PLACE = /^key-(.+)-(\d+)$/;
const UNITS = { h: 3_600_000, d: 86_400_000 };

/** Yields the entries of a store one by one. */
export async function* entriesIn(store) {
  for await (const entries of store.entries()) yield* entries;
}

/** Yields the entries that can be read. Calls `onDamaged(entry)` for the others. */
export async function* readableIn(store, onDamaged = () => {}) {
  for await (const entry of entriesIn(store)) {
    if (damageOf(entry.value) === undefined) yield entry;
    else onDamaged(entry);
  }
}

/** True for what a killed program has left: nobody was told that it is recorded. */
export const isTorn = (key) => key.startsWith("torn-");

/** The name of the line that an entry holds, or nothing if it holds something else. */
export const lineNameOf = (key) => /^line-([0-9a-f]{64})$/.exec(key)?.[1];

/** Returns the keys with a gap before a name, where a store has an entry for each name. */
export async function gapsIn(store) {
  const places = new Map();
  for await (const { key } of entriesIn(store)) {
    const [, base, nth] = PLACE.exec(key) ?? [];
    if (base !== undefined) places.set(base, [...(places.get(base) ?? []), Number(nth)]);
  }
  return [...places].filter(([, taken]) => Math.max(...taken) >= taken.length).map(([base]) => base);
}

/** Returns the time that an age means: `30d`, `12h`, or a day. */
export function ageOf(word, now = Date.now()) {
  const [, count, unit] = /^(\d{1,6})([hd])$/.exec(word) ?? [];
  if (unit) return now - Number(count) * UNITS[unit];
  const day = /^\d{4}-\d{2}-\d{2}$/.test(word) ? Date.parse(word) : NaN;
  if (Number.isNaN(day)) throw new Usage(`--older-than must be an age such as 30d or 12h, or a day such as 2026-04-24 (got ${word})`);
  return day;
}
