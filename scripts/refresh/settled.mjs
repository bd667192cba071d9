// Differences that somebody checked and did not change. Each has a reason.
import { readFileSync } from "node:fs";

const SETTLED = JSON.parse(readFileSync(new URL("settled.json", import.meta.url), "utf8"));

/** Parts rows into those to print and the number of settled ones. Returns the settled names that no row has any more, too: their entries can be removed. */
export function unsettled(kind, rows, nameOf) {
  const known = new Set(SETTLED.filter((one) => one.kind === kind).flatMap(({ names }) => names));
  const found = new Set(rows.map(nameOf));
  const left = rows.filter((row) => !known.has(nameOf(row)));
  return { left, settled: rows.length - left.length, outdated: [...known].filter((name) => !found.has(name)) };
}
