// The shared part of all stores: it checks keys and values before a database sees them, and does not query for an empty list.
import { InputError } from "../errors/index.js";
import { checkedWhat } from "./checked-what.js";

const DIGEST = /^[0-9a-f]{64}$/;
const KEY = /^[a-z0-9-]{1,80}$/;

/**
 * Makes a store of two functions: one reads the values of keys, in their order, and one writes entries, each key once. `more` may have `record(lines)`,
 * which gets lines with different names, `find(keys)`, which gets different keys and gives a map of names, `remove(what)`, which gets one of `conversation`, `account`, `olderThan` and
 * `overBytes`, and `entries()`, which yields lists of all entries: `{ key, value, time, account, conversation }`.
 */
export function checkedStore(read, write, { record, find, remove, entries } = {}) {
  return {
    ...(entries ? { entries } : {}),
    ...(record ? { record: async (lines) => (lines.length ? record(lines.map(checkedLine)) : []), find: (keys) => foundBy(find, keys) } : {}),
    ...(remove ? { delete: async (what) => remove(checkedWhat(what)) } : {}),
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

/** Returns the names under each key. */
async function foundBy(find, keys) {
  keys.forEach(checkDigest);
  const found = keys.length ? await find([...new Set(keys)]) : new Map();
  return keys.map((key) => found.get(key) ?? []);
}

/** Returns a line whose members are what a store expects. */
function checkedLine({ name, keys, text, time, account, conversation }) {
  [name, ...keys].forEach(checkDigest);
  if (typeof text !== "string") throw new InputError("a value is a string", { code: "E_INPUT" });
  return { name, keys, text, time: Math.round(time ?? Date.now()), account: account ?? null, conversation: conversation ?? null };
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

function checkDigest(digest) {
  if (typeof digest !== "string" || !DIGEST.test(digest)) throw new InputError("a name and a key of a line are 64 hexadecimal digits", { code: "E_INPUT" });
}

function checkKey(key) {
  if (typeof key !== "string" || !KEY.test(key)) throw new InputError("a key is of small letters, digits and hyphens, at most 80", { code: "E_INPUT" });
}
