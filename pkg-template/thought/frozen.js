// Deep copies that cannot be changed.
import { InputError } from "../errors/index.js";

/**
 * Copies plain data and freezes the copy. Bytes, dates, maps and sets cannot be frozen. They are copied, and `checks` has for each a
 * function that reports whether it is unchanged. Anything else (a function, an object of a class) is not copied.
 */
export function frozen(value) {
  const copies = new Map();
  const checks = [];
  // A list instead of recursion: the input decides the depth of a payload, and our stack is limited.
  const todo = [];
  const copy = (original) => {
    if (typeof original !== "object" || original === null) return original;
    if (copies.has(original)) return copies.get(original);
    const made = shell(original);
    copies.set(original, made);
    if (FLUID.test(tagOf(made))) checks.push(() => isSame(made, original));
    else if (made !== original) todo.push([original, made]);
    return made;
  };
  const root = copy(value);
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [original, made] = next;
    if (HOLDS.test(tagOf(made))) checks.push(fill(made, original, copy));
    else freeze(made, original, copy);
  }
  return { value: root, checks };
}

/**
 * Plain data that one owner holds and many read. Readers share one copy. If somebody writes into its bytes, dates, maps or sets, the next
 * reader gets a new copy, so nobody sees the changes of another.
 */
export class SharedCopy {
  #own;
  #shown;

  constructor(value) {
    this.#own = frozen(value);
  }

  /** The data itself, which no caller gets. */
  get own() {
    return this.#own.value;
  }

  get shown() {
    if (!this.#own.checks.length) return this.own;
    if (!this.#shown?.checks.every((isUnchanged) => isUnchanged())) this.#shown = frozen(this.own);
    return this.#shown.value;
  }
}

function freeze(made, original, copy) {
  for (const key of Reflect.ownKeys(original)) {
    if (Array.isArray(made) && key === "length") continue;
    // Defined, not assigned: a key named __proto__ is an ordinary key.
    Object.defineProperty(made, key, { value: copy(original[key]), enumerable: Object.prototype.propertyIsEnumerable.call(original, key) });
  }
  if (Array.isArray(made)) made.length = original.length;
  Object.freeze(made);
}

/** Fills the copy of a map or a set. Its members are frozen, so it is unchanged as long as it has the same members. */
function fill(made, original, copy) {
  const held = [...original].flatMap((entry) => (isMap(original) ? entry.map(copy) : [copy(entry)]));
  if (isMap(made)) for (let nth = 0; nth < held.length; nth += 2) made.set(held[nth], held[nth + 1]);
  else held.forEach((member) => made.add(member));
  return () => {
    const now = isMap(made) ? [...made].flatMap((pair) => pair) : [...made];
    return now.length === held.length && now.every((part, nth) => Object.is(part, held[nth]));
  };
}

/** Returns true if a copy of bytes or of a date still equals the original. */
function isSame(made, original) {
  if (tagOf(made) === "[object Date]") return Object.is(made.getTime(), original.getTime());
  const [here, there] = [made, original].map(bytesIn);
  return here.length === there.length && here.every((byte, at) => byte === there[at]);
}

const bytesIn = (value) => (ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value));

/** Returns an empty copy of a container, a full copy of a value without plain parts, or the original if it cannot be copied. */
function shell(original) {
  if (Array.isArray(original)) return [];
  const prototype = Object.getPrototypeOf(original);
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return prototype === null ? Object.create(null) : {};
  if (HOLDS.test(tagOf(original))) return isMap(original) ? new Map() : new Set();
  return FLUID.test(tagOf(original)) ? cloned(original) : original;
}

function cloned(original) {
  try {
    return structuredClone(original);
  } catch (cause) {
    throw new InputError("payload has a buffer that was transferred", { code: "E_INPUT", pointer: "/payload", cause });
  }
}

const tagOf = (value) => Object.prototype.toString.call(value);
const isMap = (value) => tagOf(value) === "[object Map]";

const HOLDS = /^\[object (Map|Set)\]$/;
const FLUID = /^\[object (ArrayBuffer|DataView|Date|(Uint|Int|Float|BigInt|BigUint)\d+(Clamped)?Array)\]$/;
