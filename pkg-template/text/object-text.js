// A body that was parsed, or never was text: the parameters and results of SDKs. It is written as JSON, as JSON.stringify writes it, but for what the
// SDKs themselves write otherwise: bytes go as base64 (Bedrock), the names of @openrouter/sdk as those of the wire.
import { InputError, JsonError } from "../errors/index.js";
import { base64Of, isBytes } from "./bytes.js";
import { isCamelCase, toCamel, toSnake } from "./openrouter-names.js";
import { isSpent, pointerOf } from "./walk.js";

/** The text of an object, and what makes an object of the same kind out of a text: with the bytes and the names that the SDK has. */
export function objectText(body, what, wire) {
  if (!isPlain(body)) throw new InputError(`${what} must be a string, bytes or an object that is data, not ${tagOf(body)}`, { code: "E_INPUT" });
  try {
    const camel = isCamelCase(body, wire);
    const bytes = carriesBytes(body) ? new Map() : undefined;
    const text = JSON.stringify(camel ? toSnake(body) : body, bytes && replacer(bytes));
    if (text !== undefined) return { text, revive: (made) => revived(made, bytes, camel) };
  } catch (cause) {
    throw unwritable(body, what, cause);
  }
  throw new InputError(`${what} has a toJSON that returns undefined`, { code: "E_INPUT" });
}

/** The JSON text of data, as JSON.stringify writes it. */
export function jsonText(value, what, replacer, indent) {
  try {
    return JSON.stringify(value, replacer, indent);
  } catch (cause) {
    throw unwritable(value, what, cause);
  }
}

/** A promise, a map or a stream is written as {}, which would be audited as a request without messages. */
const isPlain = (body) => tagOf(body) === "Object" || tagOf(body) === "Array" || typeof body.toJSON === "function";
const tagOf = (body) => Object.prototype.toString.call(body).slice(8, -1);
const isObject = (value) => typeof value === "object" && value !== null;

/** True if there are bytes anywhere in it. Most objects have none, and are then written by the engine alone, in a fifth of the time. */
function carriesBytes(body) {
  const [seen, open] = [new Set([body]), [body]];
  for (let here = open.pop(); here; here = open.pop()) {
    for (const key of Object.keys(here)) {
      const value = here[key];
      if (!isObject(value) || seen.has(value)) continue;
      if (isBytes(value)) return true;
      seen.add(value);
      open.push(value);
    }
  }
  return false;
}

/** Writes bytes as base64, and notes whose they are. From the holder: a Buffer of Node has made itself a list of numbers before this is asked. */
function replacer(bytes) {
  return function (key, value) {
    if (!isObject(this[key]) || !isBytes(this[key])) return value;
    const text = base64Of(this[key]);
    bytes.set(`${key}:${text}`, this[key]);
    return text;
  };
}

function revived(text, bytes, camel) {
  const made = JSON.parse(text, bytes && ((key, value) => (typeof value === "string" ? bytes.get(`${key}:${value}`) ?? value : value)));
  return camel ? toCamel(made) : made;
}

/** Why an object cannot be written, and where that is. Looked for only then. */
function unwritable(body, what, cause) {
  const inside = new Set();
  const open = [{ value: body }];
  for (let here = open.pop(), count = 0; here && count < 1e6; here = open.pop(), count++) {
    const { value, place, left } = here;
    if (left) {
      inside.delete(left);
      continue;
    }
    const fault = (why) => new InputError(`${what} ${why}`, { code: "E_INPUT", pointer: pointerOf(place), cause });
    if (typeof value === "bigint") return fault("has a BigInt, which JSON cannot write");
    if (!isObject(value) || isBytes(value)) continue;
    if (inside.has(value)) return fault("contains itself");
    inside.add(value);
    open.push({ left: value });
    for (const key of Object.keys(value).reverse()) {
      const read = Object.getOwnPropertyDescriptor(value, key);
      if ("value" in read) open.push({ value: read.value, place: { above: place, key } });
    }
  }
  if (isSpent(cause)) return new JsonError(`${what} is nested too deep`, { code: "E_JSON_DEPTH", offset: 0 });
  if (cause instanceof RangeError) return new JsonError(`${what} is longer than a string can be`, { code: "E_JSON_SIZE", offset: 0 });
  return new InputError(`${what} cannot be written as JSON`, { code: "E_INPUT", cause });
}
