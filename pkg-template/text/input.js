// The arguments that callers hand in. They are checked here, because the wasm side would read anything as bytes without a word.
import * as glue from "../wasm/glue.js";
import { InputError, JsonError } from "../errors/index.js";
import { guarded } from "../wasm/recover.js";
import { isBytes } from "./bytes.js";
import { objectText } from "./object-text.js";
import { loneSurrogate, passText, passWithRoom, Roomy } from "./pass-text.js";

/** How long a body may be. */
export const maxBytes = guarded(glue.maxBytes);
const encoder = new TextEncoder();
// A byte order mark is part of the text here.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

glue.passTextBy((given, instance, memory) =>
  given instanceof Roomy ? passWithRoom(given.source, glue.maxBytes(), instance, memory) : passText(given, glue.maxBytes(), instance, memory),
);

/**
 * A body as a caller gave it. `source` is what crosses: bytes, or a string, which only the first argument of a call may be, for what stands before a text that
 * cannot be passed would never be freed. `back` turns a text or bytes that came of it into what was given.
 */
export function bodyOf(body, what = "body", wire = undefined) {
  if (typeof body === "string") return { source: body, back: textIfBytes };
  const bytes = viewOf(body, what);
  if (bytes) return { source: within(bytes, what), back: bytesIfText };
  if (typeof body !== "object" || body === null) throw wrongKind(body, what);
  const { text, revive } = objectText(body, what, wire);
  return { source: text, back: (made) => revive(textIfBytes(made)) };
}

const textIfBytes = (made) => (typeof made === "string" ? made : decoder.decode(made));
const bytesIfText = (made) => (typeof made === "string" ? encoder.encode(made) : made);

/** The bytes of a body, which may be a string, a Uint8Array or any other view or buffer of bytes. */
export function bytesOf(body, what = "body", most) {
  const bytes = typeof body === "string" ? encode(body, what) : viewOf(body, what);
  if (!bytes) throw wrongKind(body, what);
  return within(bytes, what, most);
}

/** The bytes of a source: what crossed as a string is encoded. */
export function bytesOfSource(source, what) {
  return typeof source === "string" ? bytesOf(source, what) : source;
}

function within(bytes, what, limit = maxBytes()) {
  if (bytes.length <= limit) return bytes;
  throw new JsonError(`${what} has ${bytes.length} bytes, the limit is ${limit}`, { code: "E_JSON_SIZE", offset: limit });
}

/** Bytes back as what the caller gave: text for text, bytes for bytes. */
export function likeInput(bytes, body) {
  return typeof body === "string" ? decoder.decode(bytes) : bytes;
}

/** Bytes that are known to be UTF-8, as text. */
export function textOf(bytes) {
  return decoder.decode(bytes);
}

/** True if a value is an object that was parsed, and neither bytes nor a list. */
export function isPlainObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isBytes(value);
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

function whole(text, what) {
  const wrong = loneSurrogate(text, what);
  if (wrong) throw wrong;
}

/** The bytes of a view or a buffer; nothing of anything else. */
function viewOf(body, what) {
  if (!isBytes(body)) return undefined;
  try {
    // Always a plain Uint8Array: Node's Buffer is one too, but its slice() shares memory with the caller.
    return ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : new Uint8Array(body);
  } catch (cause) {
    throw new InputError(`${what} is a detached buffer`, { code: "E_INPUT", cause });
  }
}

const wrongKind = (body, what) => new InputError(`${what} must be a string or bytes, not ${kindOf(body)}`, { code: "E_INPUT" });

function kindOf(value) {
  return value === null ? "null" : Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : typeof value;
}
