// The values that a ledger keeps in a store, and their keys.
//
//   line-<name>        a line, after a line that names the format: a ledger of one answer
//   key-<digest>-<n>   the name of a line that is found by that key; n counts from 0, without a gap
//
// A store with an index of its own needs no keys of the second kind: it has `find` and `record`, and then those alone are used.
//
// Values never change, and the first writer of a value wins. Two writers therefore lose nothing: a writer that finds a place taken uses the next. The
// line is written last. Until then its name refers to a missing line, and every result for the same keys is unsure: nothing is ever half recorded.
import { InputError, StoreError } from "../errors/index.js";

/** A key of this many lines identifies none of them (src/ledger/index.rs). */
const MANY = 8;
const isName = (value) => /^[0-9a-f]{64}$/.test(value);

const lineKey = (name) => `line-${name}`;
const slotKey = (key, nth) => `key-${key}-${nth}`;

/** Returns the store of a caller, checked. */
export function storeOf(store) {
  for (const name of ["getMany", "setMany"])
    if (typeof store?.[name] !== "function") throw new InputError(`a store has a function ${name}`, { code: "E_INPUT", pointer: `/${name}` });
  const [has, lacks] = typeof store.record === "function" ? ["record", "find"] : ["find", "record"];
  if (typeof store[has] === "function" && typeof store[lacks] !== "function") throw new InputError(`a store with ${has} has a function ${lacks}`, { code: "E_INPUT", pointer: `/${lacks}` });
  return store;
}

/** Returns the lines of names, with nothing for missing ones. */
export async function readLines(store, names) {
  return getMany(store, names.map(lineKey));
}

/**
 * Returns the names under each key, in the order of writing. For a key in `known`, it reads only the first place, which shows whether the store has
 * lost the key, and the places after the last.
 */
export async function readNames(store, keys, known) {
  if (typeof store.find === "function") return findNames(store, keys);
  const list = keys.map((key) => ({ key, names: known.get(key) ?? [] }));
  const found = await getMany(store, list.flatMap(({ key, names }) => (names.length ? [0, names.length] : [0]).map((nth) => slotKey(key, nth))));
  const values = found.values();
  const open = list.filter((one) => {
    const [first, next] = [values.next().value, one.names.length ? values.next().value : undefined];
    const before = first === one.names[0] ? one.names : [];
    const added = before === one.names ? next : first;
    one.names = added === undefined ? before : [...before, added];
    return added !== undefined;
  });
  const places = open.map(({ key, names }) => Array.from({ length: Math.max(0, MANY - names.length) }, (_, nth) => slotKey(key, names.length + nth)));
  const more = (await getMany(store, places.flat())).values();
  for (const [nth, one] of open.entries()) {
    const own = places[nth].map(() => more.next().value);
    const end = own.indexOf(undefined);
    one.names = one.names.concat(end < 0 ? own : own.slice(0, end));
  }
  // If the last writer wins, another writer may have moved a known name to a later place.
  const moved = list.filter(({ key, names }) => known.has(key) && new Set(names).size < names.length);
  if (moved.length) {
    const again = await readNames(store, moved.map(({ key }) => key), new Map());
    for (const one of moved) one.names = again.get(one.key);
  }
  if (list.some(({ names }) => !names.every(isName))) throw new StoreError("the store has values that name no line", { code: "E_STORE" });
  return new Map(list.map(({ key, names }) => [key, names]));
}

/**
 * Saves a line, unless the store has it. Returns whether it was new. A repeated call completes a partial save. A store with `record` does it in one round
 * trip, and gets the time, the account and the conversation of the line.
 */
export async function saveLine(store, line) {
  if (typeof store.record === "function") return (await recordLines(store, [line]))[0];
  const { name, keys, text } = line;
  const [[known], named] = await Promise.all([readLines(store, [name]), readNames(store, keys, new Map())]);
  if (known !== undefined) return false;
  for (let [open, rounds] = [keys, 0]; open.length; rounds++) {
    // Each round that another writer wins uses one more place of a key.
    if (rounds > MANY) throw new StoreError("the store gives other values each time it is read", { code: "E_STORE" });
    const found = rounds ? await readNames(store, open, new Map()) : named;
    const places = open.filter((key) => isWanted(name, found.get(key))).map((key) => [key, slotKey(key, found.get(key).length)]);
    if (!places.length) break;
    await store.setMany(places.map(([, place]) => [place, name]));
    const kept = await getMany(store, places.map(([, place]) => place));
    if (kept.includes(undefined)) throw new StoreError("the store has not kept what it was given", { code: "E_STORE" });
    // Another writer may have been first.
    open = places.filter((_, nth) => kept[nth] !== name).map(([key]) => key);
  }
  await store.setMany([[lineKey(name), text]]);
  return true;
}

async function recordLines(store, lines) {
  const isNew = await store.record(lines);
  if (!Array.isArray(isNew) || isNew.length !== lines.length) throw new StoreError("record returns true or false for each line", { code: "E_STORE" });
  return isNew.map((one) => one === true);
}

/** Returns the names under each key, from the index of a store. */
async function findNames(store, keys) {
  const found = keys.length ? await store.find(keys) : [];
  const isList = (names) => Array.isArray(names) && names.every(isName);
  if (!Array.isArray(found) || found.length !== keys.length || !found.every(isList)) throw new StoreError("find gives the names of lines for each key", { code: "E_STORE" });
  return new Map(keys.map((key, nth) => [key, found[nth]]));
}

const isWanted = (name, names) => !names.includes(name) && names.length < MANY;

async function getMany(store, keys) {
  if (!keys.length) return [];
  const values = await store.getMany(keys);
  const isValue = (value) => value === undefined || value === null || typeof value === "string";
  if (!Array.isArray(values) || values.length !== keys.length || !values.every(isValue))
    throw new StoreError("getMany gives a text or nothing for each key", { code: "E_STORE" });
  // Databases return null.
  return values.map((value) => value ?? undefined);
}
