// The shared part of all stores: it checks keys and values before a database sees them, and does not query for an empty list.
import { InputError } from "../errors/index.js";
import { checkedWhat } from "./checked-what.js";

const DIGEST = /^[0-9a-f]{64}$/;
const KEY = /^[a-z0-9-]{1,80}$/;

/**
 * Makes a store of two functions: one reads the values of keys, in their order, and one writes entries, each key once. `more` may have `record(lines)`,
 * which gets lines with different names, `find(keys)`, which gets different keys and gives a map of names, `remove(what)`, which gets one of `conversation`, `account`, `olderThan` and
 * `overBytes`, `entries()`, which yields lists of all entries: `{ key, value, time, account, conversation }`, and `isThere()`, which is true if the place holds a ledger, and makes none.
 */
export function checkedStore(read, write, { record, find, remove, entries, isThere } = {}) {
  return {
    ...(entries ? { entries: () => withOwnNames(entries()) } : {}),
    ...(isThere ? { isThere } : {}),
    ...(record ? { record: async (lines) => (lines.length ? record(lines.map(checkedLine)) : []), find: (keys) => foundBy(find, keys) } : {}),
    ...(remove ? { delete: async (what) => remove(withNames(checkedWhat(what), storedName)) } : {}),
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
  return { name, keys, text, time: Math.round(time ?? Date.now()), ...withNames({ account: account ?? null, conversation: conversation ?? null }, storedName) };
}

/** Changes the names of an account and of a conversation. */
const withNames = (given, change) => Object.fromEntries(Object.entries(given).map(([member, value]) => [member, ["account", "conversation"].includes(member) && value !== null ? change(value) : value]));

/** What databases cannot write exactly: Postgres no NUL, and none half of a surrogate pair. */
const UNSTORABLE = /[\0]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Returns a name as databases can write it: itself, or as JSON. A name that begins as JSON does is written as JSON too. */
const storedName = (name) => (UNSTORABLE.test(name) || name.startsWith('"') ? JSON.stringify(name) : name);

/** Returns the name that was written. Earlier versions wrote every name as it is. */
function ownName(stored) {
  try {
    return stored.startsWith('"') ? JSON.parse(stored) : stored;
  } catch {
    return stored;
  }
}

async function* withOwnNames(entries) {
  for await (const some of entries) yield some.map((entry) => withNames(entry, ownName));
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
