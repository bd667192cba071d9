/** Finds bytes in a body, piece by piece. */

/** The search ends after this many matches. */
export const MAX_MATCHES = 1_000_000;
const STRIDE = 1 << 15;

/** Adds the offsets of all matches to `places`, in order and without overlaps. Unless `exact` is true, ASCII letters match in both cases. */
export function* findBytes(body: Uint8Array, needle: Uint8Array, exact: boolean, places: number[]): Generator<undefined, void> {
  const size = needle.length;
  if (!size) return;
  const plain = new Uint8Array(256).map((_, byte) => (!exact && byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte));
  const wanted = needle.map((byte) => plain[byte] as number);
  const first = wanted[0];
  let pause = STRIDE;
  for (let at = 0; at <= body.length - size; at++) {
    if (at >= pause) {
      pause = at + STRIDE;
      yield;
    }
    if (plain[body[at] as number] !== first) continue;
    let same = 1;
    while (same < size && plain[body[at + same] as number] === wanted[same]) same++;
    if (same < size) continue;
    places.push(at);
    if (places.length >= MAX_MATCHES) return;
    at += size - 1;
  }
}

/** Binary search: the index of the first element for which `isBefore` is false; `length` if there is none. */
export function lowerBound(length: number, isBefore: (nth: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first match at or after a byte. */
export const firstMatchFrom = (places: readonly number[], byte: number): number => lowerBound(places.length, (nth) => (places[nth] as number) < byte);
