/** Where the handles of thoughts stand in a body: they are given as strings, and a view of bytes needs their places. */
import type { Stretch } from "./rows";

/** Shorter ones are shown: what a fold says of itself would be as long. */
const SHORT = 48;

/** The stretches of the handles, in order. One that is written with escapes is left to its looks. */
export function stretchesOf(body: Uint8Array, thoughts: readonly (Stretch & { readonly handles: readonly string[] })[]): Stretch[] {
  const encoder = new TextEncoder();
  const found: Stretch[] = [];
  for (const thought of thoughts)
    for (const handle of thought.handles) {
      const needle = encoder.encode(`"${handle}"`);
      const start = needle.length < SHORT ? -1 : placeOf(body, needle, thought);
      if (start >= 0) found.push({ start: start + 1, end: start + needle.length - 1 });
    }
  return found.sort((one, other) => one.start - other.start);
}

function placeOf(body: Uint8Array, needle: Uint8Array, { start, end }: Stretch): number {
  for (let at = start; at + needle.length <= end; at++) {
    let same = 0;
    while (same < needle.length && body[at + same] === needle[same]) same++;
    if (same === needle.length) return at;
  }
  return -1;
}
