// The shared part of all stores: it checks keys and values before a database sees them, and does not query for an empty list.
import { InputError } from "../errors/index.js";

const KEY = /^[a-z0-9-]{1,80}$/;

/** Makes a store of two functions: one reads the values of keys, in their order, and one writes entries, each key once. */
export function checkedStore(read, write) {
  return {
    getMany: async (keys) => {
      keys.forEach(checkKey);
      return keys.length ? read([...keys]) : [];
    },
    setMany: async (entries) => {
      const first = new Map();
      for (const [key, value] of entries) {
        checkKey(key);
        if (typeof value !== "string") throw new InputError("a value is a string", { code: "E_INPUT" });
        if (!first.has(key)) first.set(key, value);
      }
      if (first.size) await write([...first]);
    },
  };
}

/** Throws if a client lacks one of the functions that a store calls. */
export function checkClient(client, names, what) {
  const missing = names.find((name) => typeof client?.[name] !== "function");
  if (missing !== undefined) throw new InputError(`${what} has a function ${missing}`, { code: "E_INPUT", pointer: `/${missing}` });
}

/** Splits a list into pieces of at most `most` items. */
export function piecesOf(list, most) {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, nth) => list.slice(nth * most, (nth + 1) * most));
}

function checkKey(key) {
  if (typeof key !== "string" || !KEY.test(key)) throw new InputError("a key is of small letters, digits and hyphens, at most 80", { code: "E_INPUT" });
}
