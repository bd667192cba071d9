// A snapshot as JSON text. Plain data is plain JSON. A value that JSON has no form for is an object with the key `$rethought`.
import { InputError, JsonError } from "../errors/index.js";
import { base64Of } from "../text/bytes.js";
import { bytesOf, textOf } from "../text/input.js";
import { scan } from "../text/text.js";
import { filled, keyed, pointerOf, unlessSpent, walk } from "../text/walk.js";
import { causing, ERRORS, errorFrom, viewFrom } from "./copied.js";

const TAG = "$rethought";

/**
 * Returns the text of a copy. `shared` holds values that occur more than once: the first occurrence gets a number, and the others refer to
 * it.
 */
export function encoded(root, shared) {
  const out = [];
  const numbers = new Map();
  const enter = (value) => {
    const number = numbers.get(value);
    const { before, after = "", parts, keys, read } = number === undefined ? textAround(value) : { before: `{"${TAG}":"ref","id":${number}}` };
    const first = shared.has(value) && number === undefined;
    if (first) {
      out.push(`{"${TAG}":"shared","id":${numbers.size},"value":`);
      numbers.set(value, numbers.size);
    }
    out.push(before);
    const end = () => void out.push(after, first ? "}" : "");
    if (!parts) return void end();
    let comma = "";
    const next = (key) => {
      out.push(comma, keys ? `${JSON.stringify(key)}:` : "");
      comma = ",";
      return read(key);
    };
    return { parts, read: next, put() {}, end };
  };
  walk(root, (value) => enter(value) ?? {});
  return out.join("");
}

/** Returns the text before a value's parts and after them. For a value without parts, the first is the whole text. */
function textAround(value) {
  if (value === undefined) return { before: `{"${TAG}":"undefined"}` };
  if (typeof value === "bigint") return tagged("bigint", String(value));
  if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))) return tagged("number", Object.is(value, -0) ? "-0" : String(value));
  if (typeof value !== "object" || value === null) return { before: JSON.stringify(value) };
  if (Array.isArray(value)) return listText(value);
  if (Object.getPrototypeOf(value) === Object.prototype) return objectText(value, Object.hasOwn(value, TAG) ? "Object" : undefined);
  if (ArrayBuffer.isView(value)) return tagged(value[Symbol.toStringTag], base64Of(value.buffer));
  if (value instanceof Map) return listTagged("Map", [...value].flat());
  if (value instanceof Set) return listTagged("Set", [...value]);
  if (value instanceof Date) return tagged("Date", Number.isNaN(value.getTime()) ? null : value.toISOString());
  if (value instanceof RegExp) return tagged("RegExp", [value.source, value.flags]);
  if (value instanceof ArrayBuffer) return tagged("ArrayBuffer", base64Of(value));
  if (value instanceof Error) return errorText(value);
  // Only boxed primitives remain.
  const inside = value.valueOf();
  const boxed = Object.is(inside, -0) ? "-0" : String(inside);
  return tagged(value.constructor.name, boxed);
}

const tagged = (tag, value) => ({ before: `{"${TAG}":"${tag}","value":${JSON.stringify(value)}}` });
const listTagged = (tag, list) => ({ before: `{"${TAG}":"${tag}","value":[`, parts: [...list.keys()], read: (nth) => list[nth], after: "]}" });

/** Writes a list. One with holes or with other members is written by its keys. */
function listText(value) {
  const parts = Object.keys(value);
  const read = (key) => value[key];
  const { length } = value;
  const whole = parts.length === length && (length === 0 || parts[length - 1] === String(length - 1));
  if (whole) return { before: "[", parts, read, after: "]" };
  return { before: `{"${TAG}":"Array","length":${length},"value":{`, parts, keys: true, read, after: "}}" };
}

function objectText(value, tag) {
  const open = tag ? `{"${TAG}":"${tag}","value":{` : "{";
  return { before: open, parts: Object.keys(value), keys: true, read: (key) => value[key], after: tag ? "}}" : "}" };
}

function errorText(value) {
  const { name, message, stack } = value;
  const said = { name: Object.hasOwn(ERRORS, name) ? name : "Error", message, stack };
  const parts = [...Object.keys(said), ...(Object.hasOwn(value, "cause") ? ["cause"] : [])];
  return { before: `{"${TAG}":"Error","value":{`, parts, keys: true, read: (key) => (key === "cause" ? value.cause : said[key]), after: "}}" };
}

/** Reads a text. `judge(value)` gets the parsed value, and returns `true` if the key has a meaning in it. */
export function decoded(text, judge) {
  const source = typeof text === "string" ? text : textOf(bytesOf(text, "text"));
  const raw = parsed(source);
  return judge(raw) ? walk(raw, decoder(new Map())) : raw;
}

function parsed(source) {
  try {
    return JSON.parse(source);
  } catch (cause) {
    unlessSpent(cause);
    // The scan reports the byte.
    scan(source);
    throw new JsonError("the text cannot be parsed", { code: "E_JSON_SYNTAX", cause });
  }
}

const decoder = (numbers) => (raw, place) => {
  try {
    if (!isTagged(raw, "shared")) return isTagged(raw, "ref") ? { made: sharedValue(numbers, raw.id) } : decodedValue(raw);
    const entered = decodedValue(raw.value);
    numbers.set(raw.id, entered.made);
    return entered;
  } catch (cause) {
    unlessSpent(cause);
    // The value is not of the type that the text names: an invalid number, bytes that make no view, a missing reference.
    throw new InputError("the snapshot has a value that cannot be read", { code: "E_INPUT", pointer: pointerOf(place), cause });
  }
};

const isTagged = (raw, tag) => typeof raw === "object" && raw !== null && Object.hasOwn(raw, TAG) && (tag === undefined || raw[TAG] === tag);

function decodedValue(raw) {
  if (typeof raw !== "object" || raw === null) return { made: raw };
  if (Array.isArray(raw)) return keyed([], [...raw.keys()], (key) => raw[key]);
  if (!isTagged(raw)) return keyed({}, Object.keys(raw), (key) => raw[key]);
  const { [TAG]: tag, value } = raw;
  if (typeof tag === "string" && Object.hasOwn(DECODERS, tag)) return DECODERS[tag](value, raw);
  if (typeof tag === "string" && VIEWS.test(tag)) return { made: viewFrom(tag, unbase64(value)) };
  throw new Error("schema 1 does not have this kind");
}

const VIEWS = /^(Ui|I)nt(8|16|32)Array$|^Uint8ClampedArray$|^Float(16|32|64)Array$|^Big(Ui|I)nt64Array$|^DataView$/;

const DECODERS = {
  undefined: () => ({ made: undefined }),
  bigint: (value) => ({ made: BigInt(value) }),
  number: (value) => ({ made: Number(value) }),
  Object: (value) => keyed({}, Object.keys(value), (key) => value[key]),
  Array: (value, { length }) => keyed(Object.assign([], { length }), Object.keys(value), (key) => value[key]),
  Map: (value) => filled(new Map(), value),
  Set: (value) => filled(new Set(), value),
  Date: (value) => ({ made: new Date(value ?? NaN) }),
  RegExp: ([source, flags]) => ({ made: new RegExp(source, flags) }),
  ArrayBuffer: (value) => ({ made: unbase64(value).buffer }),
  Boolean: (value) => ({ made: Object(value === "true") }),
  Number: (value) => ({ made: Object(Number(value)) }),
  String: (value) => ({ made: Object(value) }),
  BigInt: (value) => ({ made: Object(BigInt(value)) }),
  Error: (value) => {
    const made = errorFrom(value.name, value.message, value.stack);
    return keyed(made, Object.hasOwn(value, "cause") ? ["cause"] : [], (key) => value[key], (_, cause) => causing(made, cause));
  },
};

/** Returns the value to which an earlier `shared` gave a number. */
function sharedValue(numbers, id) {
  if (numbers.has(id)) return numbers.get(id);
  throw new Error("nothing before it has that id");
}

function unbase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
