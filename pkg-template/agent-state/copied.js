// Copies any value as `structuredClone` does. A value that cannot be copied is reported; nothing is thrown.
import { filled, give, keyed, pointerOf, unlessSpent, walk } from "../text/walk.js";

/** Replaces a value that could not be copied. */
export const GONE = Symbol("gone");
const THREW = Symbol("threw");

/**
 * Copies a value. Repeated references, also to containers around them, are the same in the copy. `refuse(kind, pointer, value)` returns the
 * replacement of a function, a symbol, a member whose getter throws or an object with internal platform state. `omits(object, key)` leaves
 * a member out. `cycles(pointer, to)` is called for each reference to an object that contains it. `shared` collects the copies that occur
 * more than once.
 */
export function copied(value, { refuse, omits = () => false, cycles = () => {}, shared = new Set(), start }) {
  const known = new Map();
  const around = new Set();
  const enter = (value, place) => {
    const refused = (kind) => ({ made: refuse(kind, () => pointerOf(place), value) });
    if (value === THREW) return refused("getter");
    if (typeof value === "function" || typeof value === "symbol") return refused(typeof value);
    if (typeof value !== "object" || value === null) return { made: value };
    const before = known.get(value);
    if (before) {
      shared.add(before.made);
      if (around.has(value)) cycles(() => pointerOf(place), () => pointerOf(before.place));
      return { made: before.made };
    }
    const entered = emptyCopy(value, omits);
    if (typeof entered === "string") return refused(entered);
    known.set(value, { made: entered.made, place });
    if (!entered.parts) return entered;
    around.add(value);
    return { ...entered, end: () => around.delete(value) };
  };
  return walk(value, enter, start);
}

/** Returns an empty copy of an object and the function that fills it, or the kind of an object that cannot be copied. */
function emptyCopy(value, omits) {
  try {
    if (Array.isArray(value)) return list(value);
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype) {
      const kind = Object.prototype.toString.call(value).slice(8, -1);
      const made = builtIn(kind, value);
      if (made) return made;
      // Other platform objects have no own members. An object of a class is copied by its members, as by structuredClone.
      if (kind !== "Object" && (isNative(prototype.constructor) || Object.keys(value).length === 0)) return kind;
    }
    const keys = Object.keys(value).filter((key) => !omits(value, key));
    return skipping({}, keys, value);
  } catch (error) {
    unlessSpent(error);
    // A proxy may throw on every access.
    return "unreadable";
  }
}

function list(value) {
  const made = [];
  // An item that is left out of a list becomes null, as with JSON: the others keep their places.
  const entered = keyed(made, Object.keys(value), reader(value), (key, child) => give(made, key, isGone(child) ? null : child));
  if (value.length !== entered.parts.length) made.length = value.length;
  return entered;
}

function skipping(made, keys, value) {
  const entered = keyed(made, keys, reader(value));
  const { put } = entered;
  return { ...entered, put: (key, child) => void (isGone(child) || put(key, child)) };
}

const reader = (value) => (key) => {
  try {
    return value[key];
  } catch (error) {
    unlessSpent(error);
    return THREW;
  }
};

const isNative = (made) => typeof made === "function" && /\[native code\]\s*\}$/.test(Function.prototype.toString.call(made));

const isGone = (child) => child === GONE;

/** Returns the copy of a built-in object. Returns nothing for an object that only claims to be one, or for a transferred buffer. */
function builtIn(kind, value) {
  try {
    if (ArrayBuffer.isView(value)) return { made: viewOf(value) };
    return Object.hasOwn(COPIES, kind) ? COPIES[kind](value) : undefined;
  } catch (error) {
    unlessSpent(error);
    return undefined;
  }
}

/** Copies only the bytes that a view shows: its buffer may be a pool that others write to. */
function viewOf(view) {
  const { buffer, byteOffset, byteLength } = view;
  const bytes = new Uint8Array(byteLength);
  bytes.set(new Uint8Array(buffer, byteOffset, byteLength));
  return viewFrom(NAME.call(view) ?? "DataView", bytes);
}

/** Returns a view of that kind over bytes. */
export function viewFrom(kind, bytes) {
  return new globalThis[kind](bytes.buffer);
}

/** The real kind of a typed array, which it cannot fake. */
const NAME = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

export const ERRORS = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

/** Returns an error of that name without a stack of its own. */
export function errorFrom(name, message, stack) {
  const made = new (Object.hasOwn(ERRORS, name) ? ERRORS[name] : Error)(message);
  Object.defineProperty(made, "stack", { value: stack, configurable: true, writable: true });
  return made;
}

/** Sets the cause of an error. */
export const causing = (made, cause) => void (isGone(cause) || Object.defineProperty(made, "cause", { value: cause, configurable: true, writable: true }));

const SOURCE = Object.getOwnPropertyDescriptor(RegExp.prototype, "source").get;

// Each uses a method of the class, which throws for any other object.
const COPIES = {
  Map(value) {
    const entries = [];
    Map.prototype.forEach.call(value, (item, key) => entries.push(key, item));
    return filled(new Map(), entries, isGone);
  },
  Set(value) {
    const items = [];
    Set.prototype.forEach.call(value, (item) => items.push(item));
    return filled(new Set(), items, isGone);
  },
  Date: (value) => ({ made: new Date(Date.prototype.getTime.call(value)) }),
  RegExp: (value) => ({ made: new RegExp(SOURCE.call(value), value.flags) }),
  ArrayBuffer: (value) => ({ made: ArrayBuffer.prototype.slice.call(value, 0) }),
  Boolean: (value) => ({ made: Object(Boolean.prototype.valueOf.call(value)) }),
  Number: (value) => ({ made: Object(Number.prototype.valueOf.call(value)) }),
  String: (value) => ({ made: Object(String.prototype.valueOf.call(value)) }),
  BigInt: (value) => ({ made: Object(BigInt.prototype.valueOf.call(value)) }),
  Error(value) {
    // Only an object that pretends to be an error has this member.
    if (Symbol.toStringTag in value) return undefined;
    const made = errorFrom(value.name, String(value.message), String(value.stack ?? ""));
    return keyed(made, Object.hasOwn(value, "cause") ? ["cause"] : [], reader(value), (_, cause) => causing(made, cause));
  },
};
