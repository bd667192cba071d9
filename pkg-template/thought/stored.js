// Writes any payload as JSON, and reads it back.
//
// JSON has no bytes, big integers, maps, sets, dates or NaN. Each of them is written as an object `{"$type": …, "value": …}`. A payload
// that has such a key itself is written as a list of its members, `{"$type": "object", "value": [[key, value], …]}`, so no value is
// mistaken for another. The thought has a member for this encoding beside its payload (`payloadEncoding`), so a payload that only looks
// encoded is not decoded.
import { InputError } from "../errors/index.js";
import { base64Of, isBytes } from "../text/bytes.js";
import { keyed, pointerOf, walk } from "../text/walk.js";

/** The name of this encoding. */
export const ENCODING = "rethought/1";

const MARK = "$type";

/** Returns a payload for JSON: unchanged if JSON can hold all of it, else encoded as described above, with the name of the encoding. */
export function storable(payload) {
  let isPlain = true;
  const open = new Set();
  const written = walk(payload, (given, place) => {
    const value = asData(given, place);
    const special = specialOf(value);
    isPlain &&= !special;
    if (special && !special.list) return { made: special };
    if (!isObject(value)) return { made: value };
    if (open.has(value)) throw unstorable("leads back into itself", place);
    open.add(value);
    const { isMarked, ...container } = containerOf(value, special);
    isPlain &&= !isMarked;
    return { ...container, end: () => open.delete(value) };
  }, { key: "payload" });
  return isPlain ? { payload: written } : { payload: written, payloadEncoding: ENCODING };
}

/** Returns the payload that was encoded. */
export function restored(payload, encoding) {
  if (encoding === undefined || encoding === null) return payload;
  if (encoding !== ENCODING) throw new InputError(`there is no encoding ${JSON.stringify(encoding)} of payloads`, { code: "E_INPUT", pointer: "/payloadEncoding" });
  return walk(payload, (value, place) => {
    if (!isObject(value)) return { made: value };
    if (!Object.hasOwn(value, MARK)) return Array.isArray(value) ? keyed([], [...value.keys()], (nth) => value[nth]) : keyed({}, Object.keys(value), (key) => value[key]);
    const read = Object.hasOwn(READERS, value[MARK]) ? READERS[value[MARK]] : undefined;
    if (!read) throw unstorable("has a type that is not known", place);
    try {
      return read(value.value, place);
    } catch (cause) {
      throw unstorable("does not say what its type promises", place, cause);
    }
  }, { key: "payload" });
}

const isObject = (value) => typeof value === "object" && value !== null;
const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

/** Returns the data that an object's own toJSON makes of it. A function or an object of any other class cannot be stored. */
function asData(value, place) {
  if (typeof value === "function" || typeof value === "symbol") throw unstorable(`has a ${typeof value}, which JSON cannot hold`, place);
  if (isBytes(value) && !Object.hasOwn(READERS, tagOf(value))) throw unstorable(`has a ${tagOf(value)}, which JSON cannot hold`, place);
  if (!isObject(value) || Array.isArray(value) || isBytes(value) || ["Date", "Map", "Set"].includes(tagOf(value))) return value;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return value;
  if (typeof value.toJSON === "function") return asData(value.toJSON(), place);
  throw unstorable(`has an object of the class ${prototype.constructor?.name ?? "?"}, which JSON cannot hold`, place);
}

/** Returns the encoded object for a value that JSON has no form for, and nothing for all others. */
function specialOf(value) {
  if (value === undefined) return { [MARK]: "undefined" };
  if (typeof value === "bigint") return { [MARK]: "bigint", value: String(value) };
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0) ? undefined : { [MARK]: "number", value: Object.is(value, -0) ? "-0" : String(value) };
  if (!isObject(value)) return undefined;
  const tag = tagOf(value);
  if (isBytes(value)) return { [MARK]: tag, value: base64Of(value) };
  if (tag === "Date") return { [MARK]: tag, value: Number.isNaN(value.getTime()) ? null : value.getTime() };
  if (tag === "Map") return { list: [...value].flatMap((pair) => pair), type: tag };
  return tag === "Set" ? { list: [...value], type: tag } : undefined;
}

/**
 * Returns a container for JSON: a list or an object, or the encoded form of a map, a set, a list with holes or an object that looks
 * encoded.
 */
function containerOf(value, special) {
  if (special) return listed(special.type, special.list);
  const keys = Object.keys(value);
  if (Array.isArray(value)) {
    if (keys.length === value.length) return keyed([], [...value.keys()], (nth) => value[nth]);
    // A list with holes: its length, then its keys and values.
    return listed("Array", [value.length, ...keys.flatMap((key) => [key, value[key]])]);
  }
  const isBare = Object.getPrototypeOf(value) === null;
  if (isBare || Object.hasOwn(value, MARK)) return listed(isBare ? "null-prototype" : "object", keys.flatMap((key) => [key, value[key]]));
  return keyed({}, keys, (key) => value[key]);
}

function listed(type, list) {
  const made = [];
  return { isMarked: true, made: { [MARK]: type, value: made }, parts: [...list.keys()], read: (nth) => list[nth], put: (nth, child) => (made[nth] = child) };
}

/** Returns a reader of a list that passes the members to `put` one by one. */
function fromList(make, put) {
  return (list, place) => {
    if (!Array.isArray(list)) throw unstorable("has a list that is not an array", place);
    const made = make(list);
    let last;
    const take = (nth, child) => (last = put(made, child, nth, last) ?? child);
    return { made, parts: [...list.keys()], read: (nth) => list[nth], put: take };
  };
}

const member = (object, key, value) => void Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
const pairs = (make) => fromList(make, (made, child, nth, key) => (nth % 2 ? member(made, key, child) : undefined));

/** The reader of each `$type`. */
const READERS = {
  undefined: () => ({ made: undefined }),
  bigint: (value) => ({ made: BigInt(value) }),
  number: (value) => ({ made: Number(value) }),
  Date: (value) => ({ made: new Date(value ?? NaN) }),
  Map: fromList(() => new Map(), (made, child, nth, key) => void (nth % 2 && made.set(key, child))),
  Set: fromList(() => new Set(), (made, child) => void made.add(child)),
  Array: fromList((list) => new Array(list[0]), (made, child, nth, key) => void (nth && nth % 2 === 0 && member(made, key, child))),
  object: pairs(() => ({})),
  "null-prototype": pairs(() => Object.create(null)),
};
/** The classes of bytes. Old runtimes lack the last one. Shared memory is not included, because others write to it. */
const BYTES = ["ArrayBuffer", "DataView", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array", "Float16Array"];
for (const name of BYTES.filter((one) => typeof globalThis[one] === "function")) READERS[name] = (value) => ({ made: name === "ArrayBuffer" ? buffer(value) : new globalThis[name](buffer(value)) });

function buffer(base64) {
  const letters = atob(base64);
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0)).buffer;
}

const unstorable = (why, place, cause) => new InputError(`payload ${why}`, { code: "E_INPUT", pointer: pointerOf(place), cause });
