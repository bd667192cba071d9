/** Where the handles of thoughts stand in a body: they are given as strings, and a view of bytes needs their places. */
import { bytesOf } from "../bytes";
import { find } from "./find";
import type { Stretch } from "./rows";

/** Shorter ones are shown: what a fold says of itself would be as long. */
const SHORT = 48;

/** The stretches of the handles, in order. One that is written with escapes is left to its looks. */
export function stretchesOf(body: Uint8Array, thoughts: readonly (Stretch & { readonly handles: readonly string[] })[]): Stretch[] {
  const found: Stretch[] = [];
  for (const thought of thoughts)
    for (const handle of thought.handles) {
      const needle = bytesOf(`"${handle}"`);
      const places: number[] = [];
      if (needle.length >= SHORT) for (const _ of find(body.subarray(thought.start, thought.end), needle, true, places));
      const start = thought.start + (places[0] ?? Number.NaN) + 1;
      if (start) found.push({ start, end: start + needle.length - 2 });
    }
  return found.sort((one, other) => one.start - other.start);
}
