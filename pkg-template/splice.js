// Edits as the wasm side hands them out: what is new, and where it goes.

/** One pass over the caller's own bytes: `places` holds start, end and length of the new text for each splice, in order. */
export function spliced(bytes, places, text) {
  // The quickest copy there is: slice() takes half as long again.
  if (places.length === 0) return new Uint8Array(bytes);
  let size = bytes.length + text.length;
  for (let nth = 0; nth < places.length; nth += 3) size -= places[nth + 1] - places[nth];
  const out = new Uint8Array(size);
  let [read, write, taken] = [0, 0, 0];
  for (let nth = 0; nth < places.length; nth += 3) {
    const [start, end, length] = places.subarray(nth, nth + 3);
    out.set(bytes.subarray(read, start), write);
    write += start - read;
    out.set(text.subarray(taken, taken + length), write);
    [read, write, taken] = [end, write + length, taken + length];
  }
  out.set(bytes.subarray(read), write);
  return out;
}
