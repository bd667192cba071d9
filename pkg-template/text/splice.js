// Edits as the wasm side hands them out: what is new, and where it goes. Bytes are spliced as bytes and a text as a text: to decode a megabyte takes
// longer than to read it twice.
import { textOf } from "./input.js";

/** One pass over the caller's own bytes or text: `places` holds start, end and length of the new text for each splice, in order and in bytes; `size` is the number of bytes of the whole. */
export function spliced(source, places, text, size) {
  return typeof source === "string" ? splicedText(source, places, text, size) : splicedBytes(source, places, text);
}

function splicedBytes(bytes, places, text) {
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

function splicedText(source, places, text, size) {
  const edits = [];
  let taken = 0;
  for (let nth = 0; nth < places.length; nth += 3) {
    const [start, end, length] = places.subarray(nth, nth + 3);
    edits.push({ start, end, text: textOf(text.subarray(taken, (taken += length))) });
  }
  return editedText(source, edits, size);
}

/** A text with edits in it, whose places are in bytes and go up; `size` is the number of bytes of the text. */
export function editedText(source, edits, size) {
  const unitAt = unitsOf(source, size);
  let [out, read] = ["", 0];
  for (const { start, end, text } of edits) {
    out += source.slice(read, unitAt(start)) + text;
    read = unitAt(end);
  }
  return edits.length ? out + source.slice(read) : source;
}

/** How many UTF-16 units come before a byte. Asked for places that go up, it goes through the text once at most, and through its end from there. */
function unitsOf(text, size) {
  // All ASCII.
  if (text.length === size) return (byte) => byte;
  let [unit, at] = [0, 0];
  return (byte) => {
    if (size - byte < byte - at) {
      [unit, at] = [text.length, size];
      while (at > byte) at -= widthOf(text.charCodeAt(--unit));
    } else while (at < byte) at += widthOf(text.charCodeAt(unit++));
    return unit;
  };
}

/** The bytes of a UTF-16 unit: each half of a surrogate pair has two of the four. */
const widthOf = (unit) => (unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3);
