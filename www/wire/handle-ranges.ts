/** Finds the byte ranges of handles in a body. The package returns handles as strings; the view of the bytes needs their places. */
import { type ByteRange, encodeText } from "../bytes";
import { findBytes } from "./find";

/** Shorter handles are not folded: the label of the fold would be as long. */
const MIN_LENGTH = 48;

/** Returns the ranges in order. A handle that is written with escapes is not found; the layout folds it if it looks like base64. */
export function findHandleRanges(body: Uint8Array, thoughts: readonly (ByteRange & { readonly handles: readonly string[] })[]): ByteRange[] {
  const found: ByteRange[] = [];
  for (const thought of thoughts)
    for (const handle of thought.handles) {
      const needle = encodeText(`"${handle}"`);
      const places: number[] = [];
      if (needle.length >= MIN_LENGTH) for (const _ of findBytes(body.subarray(thought.start, thought.end), needle, true, places));
      const start = thought.start + (places[0] ?? Number.NaN) + 1;
      if (start) found.push({ start, end: start + needle.length - 2 });
    }
  return found.sort((one, other) => one.start - other.start);
}
