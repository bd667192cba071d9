// A string on its way into the memory of the instance: encoded once, where it is to stand.
//
// The build (scripts/build.mjs) lets every function of the glue that takes bytes take a string too, and asks this module to write it. What is
// allocated belongs to the call, which frees it, like the copy that the glue makes of bytes: nothing is kept, and nothing is shared between calls.
import { InputError, JsonError } from "../errors/index.js";

const encoder = new TextEncoder();

/**
 * Writes a text to memory that `instance` allocates, of `limit` bytes at most; answers where, and how long it is.
 * `memory()` is asked again after each allocation: the memory may have grown, and the view of it that was is void.
 */
export function passText(text, limit, { malloc, realloc, free }, memory, { sizeFor, finish } = EXACT) {
  // A text has as many bytes as letters, or more.
  if (text.length > limit) throw tooLong(text.length, limit);
  // Most texts are ASCII, or nearly.
  let size = sizeFor(text.length + (text.length >> 3) + 16);
  let at = malloc(size, 1) >>> 0;
  let { read, written } = encoder.encodeInto(text, memory().subarray(at, at + size));
  if (read < text.length) {
    const most = Math.min(written + 3 * (text.length - read), limit + 4);
    at = realloc(at, size, most, 1) >>> 0;
    const rest = encoder.encodeInto(text.slice(read), memory().subarray(at + written, at + most));
    [size, read, written] = [most, read + rest.read, written + rest.written];
  }
  const wrong = read < text.length ? tooLong(limit + 1, limit) : loneIn(text, memory().subarray(at, at + written));
  if (wrong) {
    free(at, size, 1);
    throw wrong;
  }
  return finish(at, size, written, realloc, memory);
}

/** The call frees the number of bytes that it is given. */
const EXACT = { sizeFor: (size) => size, finish: (at, size, written, realloc) => [realloc(at, size, written, 1) >>> 0, written] };

/**
 * Writes a text or bytes that a ledger is given, with room behind; answers where, and how long it is with the room. A ledger keeps something of every request
 * while that is there. If the next one, a little longer, did not fit where this one was, a long conversation would leave a row of gaps in the memory.
 */
export function passWithRoom(source, limit, instance, memory) {
  if (typeof source === "string") return passText(source, limit, instance, memory, { sizeFor: roomFor, finish: closed });
  const size = roomFor(source.length + 4);
  const at = instance.malloc(size, 1) >>> 0;
  memory().set(source, at);
  return closed(at, size, source.length, instance.realloc, memory);
}

/** In the last four bytes stands how long the text is. */
function closed(at, size, written, realloc, memory) {
  const room = Math.max(size, written + 4);
  const place = room > size ? realloc(at, size, room, 1) >>> 0 : at;
  new DataView(memory().buffer).setUint32(place + room - 4, written, true);
  return [place, room];
}

/** A long text gets a power of two: a conversation that doubles moves once, and leaves behind one gap, of half the size. */
const roomFor = (length) => (length < 65_536 ? length : 2 ** Math.ceil(Math.log2(length)));

/** A body that shall have room behind it. */
export class Roomy {
  constructor(source) {
    this.source = source;
  }
}

const tooLong = (least, limit) => new JsonError(`the text has at least ${least} bytes, the limit is ${limit}`, { code: "E_JSON_SIZE", offset: limit });

/** UTF-8 cannot hold half of a surrogate pair: encoding puts U+FFFD in its place without a word. So a text without that needs no second look. */
function loneIn(text, view) {
  // Node's own search is ten times as fast.
  const bytes = typeof Buffer === "function" ? Buffer.from(view.buffer, view.byteOffset, view.byteLength) : view;
  let seen = 0;
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1)) {
    // Other letters begin with that byte too. Of a text that is full of them, all is looked at.
    if ((bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) || ++seen > 500) return loneSurrogate(text, "the text");
  }
  return undefined;
}

/** The error for a text that has half of a surrogate pair; nothing for one that has none. */
export function loneSurrogate(text, what) {
  if (text.isWellFormed?.() ?? !LONE.test(text)) return undefined;
  const offset = encoder.encode(text.slice(0, text.search(LONE))).length;
  return new InputError(`${what} has half of a surrogate pair; give its bytes, or write it as an escape`, { code: "E_LONE_SURROGATE", offset });
}

const LONE = /\p{Surrogate}/u;
