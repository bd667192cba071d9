// rethought ledger: what a store has recorded.
import { damageOf, encryptedBy, isEncrypted, keysOfLine, readNames, saveLine } from "../guard/parts.js";
import { RethoughtError } from "../errors/index.js";
import "../start/node.js";
import { listed } from "../text/listed.js";
import { printable } from "../text/printable.js";
import { ageOf, entriesIn, gapsIn, isTorn, lineNameOf, readableIn } from "./ledger-entries.js";
import { note, printJson, printJsonText, printText } from "./output.js";
import { keysIn } from "./proxy-options.js";
import { sizeOf } from "./size.js";
import { openStore, placeOf } from "./store-address.js";
import { storeReason } from "./store-faults.js";
import { Usage } from "./usage.js";

const ACTIONS = { stats, list, forget, export: exportLines, copy, verify };
/** So many lines are recorded at a time. */
const AT_ONCE = 50;

export async function ledger([action, ...places], values) {
  if (!Object.hasOwn(ACTIONS, action ?? "")) throw new Usage(`ledger needs ${listed(Object.keys(ACTIONS))}${action === undefined ? "" : ` (got ${action})`}`);
  const wanted = action === "copy" ? 2 : 1;
  if (places.length !== wanted) throw new Usage(`ledger ${action} needs ${wanted === 1 ? "a store" : "two stores"}, such as ledger or sqlite:ledger.db`);
  if (action !== "forget" && ["conversation", "account", "older-than", "over"].some((name) => values[name] !== undefined)) throw new Usage(`ledger ${action} deletes nothing. Use: rethought ledger forget`);
  const addresses = places.map(addressOf);
  if (action === "copy" && placeOf(addresses[0]) === placeOf(addresses[1])) throw new Usage(`ledger copy needs two stores (got the same twice). To encrypt a store, copy it to a new one`);
  const opened = [];
  try {
    for (const [nth, address] of addresses.entries()) opened.push(await openStore(address, { name: "the store", mustExist: action !== "copy" || nth === 0 }));
    const stores = [];
    for (const [nth, { store }] of opened.entries()) stores.push(await decrypted(store, places[nth], namesOfKeys(action, nth, values), nth === places.length - 1 && action === "copy"));
    return await ACTIONS[action](stores, values);
  } catch (error) {
    // The message of a driver may have an address with a password.
    throw error instanceof Usage || error instanceof RethoughtError ? error : new Error(storeReason(error), { cause: error });
  } finally {
    for (const { close } of opened) await close();
  }
}

/** The variables with the keys of a store. The store that is copied may have other keys than the copy. */
const namesOfKeys = (action, nth, { "encrypt-env": encrypt, "decrypt-env": decrypt }) => (action === "copy" && nth === 0 ? decrypt : encrypt);

async function decrypted(store, place, names, mayBeNew) {
  if (names !== undefined) return encryptedBy(store, keysIn("encrypt-env", names, process.env));
  if (await isEncrypted(store)) throw new Usage(mayBeNew ? `The store is encrypted (${printable(place)}). Add --encrypt-env NAME, with the variable that has its key.` : `The store is encrypted. Add --encrypt-env NAME, with the variable that has its key; with copy, --decrypt-env NAME for the first store.`);
  return store;
}

/** Returns an address, also one in the environment: everybody on a machine can read the words of a command. */
function addressOf(place) {
  const [, name] = /^env:(.+)$/.exec(place) ?? [];
  if (name === undefined) return place;
  if (!process.env[name]) throw new Usage(`${place} names ${name}, which is not in the environment`);
  return process.env[name];
}

async function stats([store], { format }) {
  const found = { answers: 0, names: 0, bytes: 0, conversations: 0, accounts: 0, oldest: null, newest: null, damaged: 0 };
  const named = { conversation: new Set(), account: new Set() };
  for await (const { key, value, time, ...about } of readableIn(store, ({ key }) => (found.damaged += isTorn(key) ? 0 : 1))) {
    found.bytes += key.length + value.length;
    if (lineNameOf(key) === undefined) {
      found.names++;
      continue;
    }
    found.answers++;
    for (const [kind, names] of Object.entries(named)) if (about[kind] !== null) names.add(about[kind]);
    if (time !== null) [found.oldest, found.newest] = [Math.min(found.oldest ?? time, time), Math.max(found.newest ?? time, time)];
  }
  Object.assign(found, { conversations: named.conversation.size, accounts: named.account.size, oldest: dayOf(found.oldest), newest: dayOf(found.newest) });
  if (format === "json") printJson(found);
  else printText(Object.entries(found).filter(([name, value]) => value !== null && !(name === "damaged" && value === 0)).map(([name, value]) => `${name.padEnd(14)}${value}`).join("\n"));
  return 0;
}

/** Lists conversations and accounts with their answers. */
async function list([store], { format }) {
  const groups = new Map();
  for await (const { key, time, account, conversation } of readableIn(store)) {
    if (lineNameOf(key) === undefined) continue;
    const id = JSON.stringify([conversation, account]);
    const group = groups.get(id) ?? { conversation, account, answers: 0, newest: null };
    groups.set(id, { ...group, answers: group.answers + 1, newest: time === null ? group.newest : Math.max(group.newest ?? time, time) });
  }
  const rows = [...groups.values()].map((row) => ({ ...row, newest: dayOf(row.newest) }));
  if (format === "json") printJson(rows);
  else for (const { conversation, account, answers, newest } of rows) printText([conversation ?? "(no name)", account ?? "-", `${answers} ${answers === 1 ? "answer" : "answers"}`, newest ?? "-"].map((word) => printable(String(word))).join("  "));
  return 0;
}

async function forget([store], { conversation, account, "older-than": age, over }) {
  const given = { conversation, account, olderThan: age === undefined ? undefined : ageOf(age), overBytes: over === undefined ? undefined : sizeOf(over, "over") };
  const what = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(what).length !== 1) throw new Usage("ledger forget needs one of --conversation, --account, --older-than and --over");
  const count = await store.delete(what);
  printText(`${count} ${count === 1 ? "answer" : "answers"} deleted`);
  return 0;
}

/** Prints a line of JSON for each answer. */
async function exportLines([store]) {
  const damaged = [];
  for await (const line of linesIn(store, damaged)) printJsonText(JSON.stringify(line));
  return leftOut(damaged);
}

/** Says how many lines could not be read. Returns the exit code. */
function leftOut({ length }) {
  if (length) note(`${length} damaged ${length === 1 ? "line is" : "lines are"} left out. To list them, run: rethought ledger verify STORE`);
  return length ? 1 : 0;
}

async function copy([from, to]) {
  let [count, batch, damaged] = [0, [], []];
  const flush = async () => {
    for (const isNew of await Promise.all(batch.splice(0).map((line) => saveLine(to, line)))) count += isNew ? 1 : 0;
  };
  for await (const line of linesIn(from, damaged)) if (batch.push(line) === AT_ONCE) await flush();
  await flush();
  printText(`${count} ${count === 1 ? "answer" : "answers"} copied`);
  return leftOut(damaged);
}

/** Yields the lines of a store with their keys. Adds those that cannot be read to `damaged`. */
async function* linesIn(store, damaged) {
  for await (const { key, value, time, account, conversation } of readableIn(store, ({ key }) => isTorn(key) || damaged.push(key))) {
    const name = lineNameOf(key);
    if (name === undefined) continue;
    const keys = keysOfLine(name, value);
    if (keys) yield { name, keys, text: value, time: time ?? undefined, account: account ?? undefined, conversation: conversation ?? undefined };
    else damaged.push(key);
  }
}

/** Checks that every line can be read, and that names under a key have no gap. A name without a line is a deleted answer. */
async function verify([store]) {
  const problems = (await gapsIn(store)).map((key) => `key-${key}: a place is missing, so the names behind it are not found`);
  let [answers, unnamed] = [0, 0];
  const found = new Set();
  for await (const { key, value } of entriesIn(store)) {
    const [name, damage] = [lineNameOf(key), damageOf(value)];
    if (isTorn(key)) printText(`${key}: ${damage}`);
    else if (damage !== undefined) problems.push(`${key}: ${damage}`);
    if (name === undefined || damage !== undefined || found.has(name)) continue;
    found.add(name);
    answers++;
    const keys = keysOfLine(name, value);
    if (!keys) problems.push(`${key}: the line is damaged`);
    else if (![...(await readNames(store, keys, new Map())).values()].some((names) => names.includes(name))) unnamed++;
  }
  for (const problem of problems) printText(problem);
  printText(`${answers} ${answers === 1 ? "answer" : "answers"}, ${problems.length} ${problems.length === 1 ? "problem" : "problems"}${unnamed ? `, ${unnamed} not found by any key` : ""}`);
  return problems.length ? 1 : 0;
}

const dayOf = (time) => (time === null ? null : new Date(time).toISOString().slice(0, 16).replace("T", " "));
