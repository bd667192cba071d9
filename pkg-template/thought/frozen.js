// Deep copies that cannot be changed.
import { InputError } from "../errors.js";

/**
 * Copies plain data and freezes the copy. Bytes, dates, maps and sets cannot be frozen: they are copied, and `fluid` says that a
 * reader must be given a copy of its own. Anything else (a function, an object of a class) has no copy and stays as given.
 */
export function frozen(value) {
  const copies = new Map();
  const state = { fluid: false };
  // A list instead of recursion: the depth of a payload is the input's, the stack is ours.
  const todo = [];
  const copy = (original) => {
    if (typeof original !== "object" || original === null) return original;
    if (copies.has(original)) return copies.get(original);
    const made = shell(original, state);
    copies.set(original, made);
    if (made !== original && !state.opaque.has(made)) todo.push([original, made]);
    return made;
  };
  state.opaque = new Set();
  const root = copy(value);
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [original, made] = next;
    for (const key of Reflect.ownKeys(original)) {
      if (Array.isArray(made) && key === "length") continue;
      // Defined, not assigned: a key named __proto__ is a key.
      Object.defineProperty(made, key, { value: copy(original[key]), enumerable: Object.prototype.propertyIsEnumerable.call(original, key) });
    }
    if (Array.isArray(made)) made.length = original.length;
    Object.freeze(made);
  }
  return { value: root, fluid: state.fluid };
}

/** An empty copy of a container; a whole copy of what has no plain parts; the original where there is no copy. */
function shell(original, state) {
  if (Array.isArray(original)) return [];
  const prototype = Object.getPrototypeOf(original);
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return prototype === null ? Object.create(null) : {};
  if (!COPIED.test(Object.prototype.toString.call(original))) return original;
  const made = cloned(original);
  state.fluid = true;
  state.opaque.add(made);
  return made;
}

function cloned(original) {
  try {
    return structuredClone(original);
  } catch (cause) {
    throw new InputError("payload has a buffer that was given away", { code: "E_INPUT", pointer: "/payload", cause });
  }
}

const COPIED = /^\[object (Array(Buffer)|DataView|Date|Map|Set|(Uint|Int|Float|BigInt|BigUint)\d+(Clamped)?Array)\]$/;
