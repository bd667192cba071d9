// What callers hand in: checked here, because the wasm side would read a string as bytes without a word.
import * as glue from "./glue.js";
import { InputError, JsonError } from "./errors.js";
import { guarded } from "./recover.js";

/** How long a body may be. */
export const maxBytes = guarded(glue.maxBytes);
const encoder = new TextEncoder();
// A byte order mark is part of the text here.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The bytes of a body, which may be a string, a Uint8Array or any other view or buffer of bytes. */
export function bytesOf(body, what = "body", most) {
  const bytes = typeof body === "string" ? encode(body, what) : viewOf(body);
  if (!bytes) throw new InputError(`${what} must be a string or bytes, not ${kindOf(body)}`, { code: "E_INPUT" });
  const limit = most ?? maxBytes();
  if (bytes.length <= limit) return bytes;
  throw new JsonError(`${what} has ${bytes.length} bytes, the limit is ${limit}`, { code: "E_JSON_SIZE", offset: limit });
}

/** The same for a call that is made at once, before anything else is: the next one may write over them. */
export function passing(body, what) {
  if (typeof body !== "string" || body.length > PASSING) return bytesOf(body, what);
  whole(body, what);
  // Most texts are ASCII, and have as many bytes as letters.
  if (buffer.length < body.length) buffer = new Uint8Array(Math.min(PASSING, 2 * body.length));
  const { read, written } = encoder.encodeInto(body, buffer);
  return read === body.length ? buffer.subarray(0, written) : bytesOf(body, what);
}

/** A longer text is not worth the memory that would be held for the next. */
const PASSING = 4_000_000;
let buffer = new Uint8Array(0);

/** Bytes back as what the caller gave: text for text, bytes for bytes. */
export function likeInput(bytes, body) {
  return typeof body === "string" ? decoder.decode(bytes) : bytes;
}

/** Bytes that are known to be UTF-8, as text. */
export function textOf(bytes) {
  return decoder.decode(bytes);
}

/** An argument that must be a string of whole characters. */
export function stringOf(value, what) {
  if (typeof value !== "string") throw new InputError(`${what} must be a string, not ${kindOf(value)}`, { code: "E_INPUT" });
  whole(value, what);
  return value;
}

function encode(text, what) {
  whole(text, what);
  return encoder.encode(text);
}

/** UTF-8 cannot hold half of a surrogate pair: encoding would put U+FFFD in its place without a word. */
function whole(text, what) {
  if (text.isWellFormed?.() ?? !LONE.test(text)) return;
  const at = text.search(LONE);
  const offset = encoder.encode(text.slice(0, at)).length;
  throw new InputError(`${what} has half of a surrogate pair; give its bytes, or write it as an escape`, { code: "E_LONE_SURROGATE", offset });
}

const LONE = /\p{Surrogate}/u;

function viewOf(body) {
  // Always a plain Uint8Array: Node's Buffer is one too, but its slice() shares memory with the caller.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // By its tag, so that a buffer of another realm counts.
  const tag = Object.prototype.toString.call(body);
  return tag === "[object ArrayBuffer]" || tag === "[object SharedArrayBuffer]" ? new Uint8Array(body) : undefined;
}

function kindOf(value) {
  return value === null ? "null" : Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : typeof value;
}
