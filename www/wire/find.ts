/** Finds bytes in a body, piece by piece. */

/** How many matches are remembered; that there are more is said. */
export const MOST = 1_000_000;
const STRIDE = 1 << 15;

/** Puts the places of the needle into `places`, in order, none overlapping. Without `exact`, the letters of ASCII are the same in both cases. */
export function* find(body: Uint8Array, needle: Uint8Array, exact: boolean, places: number[]): Generator<undefined, void> {
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
    if (places.length >= MOST) return;
    at += size - 1;
  }
}

/** The number of the first of a sorted list that is not before what is looked for; its length, if all are. */
export function first(length: number, isBefore: (nth: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of the first place from a byte on. */
export const firstFrom = (places: readonly number[], byte: number): number => first(places.length, (nth) => (places[nth] as number) < byte);
