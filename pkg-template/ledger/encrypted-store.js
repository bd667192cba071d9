// A store that gets nothing readable: lines are encrypted, and names of keys, lines, conversations and accounts are HMACs. Whoever can read it sees sizes, counts
// and times. Whoever can write to it can delete, and cannot make or alter a line.
//
// A line holds its own name, under encryption, because an HMAC cannot be turned back. Which keys have written to the store is noted in it, so that a wrong one is found:
//
//   line-encryption-<n>   the name of a key; n counts from 0
import { InputError, StoreError } from "../errors/index.js";
import { damagedLine, damageOf } from "../stores/damaged-line.js";
import { EncryptionKey } from "./encryption-key.js";
import { readLines, readNames, saveLine } from "./store-values.js";

/** So many keys can have written to a store. */
const MOST_KEYS = 8;
const MARKS = Array.from({ length: MOST_KEYS }, (_, nth) => `line-encryption-${nth}`);
/** The letters of lines that were read for their names and are asked for next. */
const MOST_LETTERS = 8_000_000;
/** So many names of lines are remembered. */
const MOST_NAMES = 50_000;
const LINE = /^line-([0-9a-f]{64})$/;
/** After so long a check that has not ended is made again. */
const AGAIN_MS = 1000;
/** Why a line cannot be decrypted. */
const UNDECIPHERED = "it cannot be decrypted: it was changed, or encrypted with another key";
const KEY_NAME = /^[0-9a-f]{64}$/;

/** In the place of keys: `encryptedBy` has made this store, or a part of it. */
export const CHECKED = Symbol("checked");

/** Returns a store encrypted by keys. Without keys it is the store itself, which is refused if it is encrypted: plain texts must not get among encrypted ones. */
export function encryptedBy(store, given) {
  if (given === CHECKED) return store;
  if (given === undefined || given === null) return plainStore(store);
  const all = Array.isArray(given) ? given : [given];
  if (!all.length || all.length > MOST_KEYS) throw new InputError(`encryptWith must be a key, or 1 to ${MOST_KEYS} keys`, { code: "E_INPUT", pointer: "/encryptWith" });
  const keys = all.map((key, nth) => new EncryptionKey(key, Array.isArray(given) ? `/encryptWith/${nth}` : "/encryptWith"));
  const encrypted = new EncryptedStore(store, keys);
  return {
    getMany: (names) => encrypted.getMany(names),
    setMany: async () => {
      throw new InputError("an encrypted store has only whole lines. Use record", { code: "E_INPUT" });
    },
    find: (names) => encrypted.find(names),
    record: (lines) => encrypted.record(lines),
    ...(store.delete ? { delete: (what) => encrypted.delete(what) } : {}),
    ...(store.entries ? { entries: () => encrypted.entries() } : {}),
  };
}

/** True if a store is encrypted, whatever by. */
export async function isEncrypted(store) {
  return KEY_NAME.test((await store.getMany([MARKS[0]]))?.[0]);
}

/** A store with the same functions, each of which fails if the store turns out to be encrypted. The store is asked until it has answered once. */
function plainStore(store) {
  const check = once(() => refuseEncrypted(store));
  const functions = ["setMany", "record", "delete"].filter((name) => typeof store[name] === "function").map((name) => [name, async (given) => (await check(), store[name](given))]);
  // The read values are not used before the check has ended. One after the other, the first call would take twice the time.
  const reading = ["getMany", "find"].filter((name) => typeof store[name] === "function").map((name) => [name, async (given) => (await Promise.all([check(), store[name](given)]))[1]]);
  const entries = async function* () {
    await check();
    yield* store.entries();
  };
  return { ...Object.fromEntries([...functions, ...reading]), ...(store.entries ? { entries } : {}) };
}

async function refuseEncrypted(store) {
  if (await isEncrypted(store)) throw new StoreError("the store is encrypted, and no key was given. Set the option encryptWith to its key (--encrypt-env on the command line)", { code: "E_STORE" });
}

class EncryptedStore {
  #store;
  #keys;
  /** Checks once that no key has encrypted the store, or one of the keys. Who only reads writes nothing. */
  #check = once(() => this.#knownKeys());
  /** Checks the same, and notes the key that encrypts. */
  #note = once(() => this.#noteKey());
  /** The names of lines by their HMACs. */
  #names = new Map();
  /** The texts of lines that were read for their names, by name. */
  #texts = new Map();
  #letters = 0;

  constructor(store, keys) {
    [this.#store, this.#keys] = [store, keys];
  }

  /** Returns the texts of lines. */
  async getMany(keys) {
    const names = keys.map((key) => LINE.exec(key)?.[1]);
    if (names.includes(undefined)) throw new InputError("an encrypted store has only lines", { code: "E_INPUT" });
    const missing = [...new Set(names)].filter((name) => !this.#texts.has(name));
    const [lines] = await Promise.all([this.#read(missing), this.#check()]);
    const read = new Map(lines);
    return names.map((name) => read.get(name) ?? this.#taken(name));
  }

  async find(keys) {
    const found = await Promise.all([...this.#keys.map((key) => this.#findBy(key, keys)), this.#check()]);
    return keys.map((_, nth) => [...new Set(found.slice(0, -1).flatMap((names) => names[nth]))]);
  }

  async record(lines) {
    await this.#note();
    const [key, ...former] = this.#keys;
    // A line that a former key has encrypted is not written again.
    const known = former.length ? await this.getMany(lines.map(({ name }) => `line-${name}`)) : [];
    const sealed = await Promise.all(lines.map((line) => sealedLine(key, line)));
    const isNew = await saveAll(this.#store, sealed.filter((_, nth) => known[nth] === undefined));
    return sealed.map((_, nth) => known[nth] === undefined && isNew.shift());
  }

  async delete(what) {
    await this.#check();
    const [[kind, word] = []] = Object.entries(what);
    if (!["conversation", "account"].includes(kind) || typeof word !== "string") return this.#store.delete(what);
    let count = 0;
    for (const key of this.#keys) count += await this.#store.delete({ [kind]: await key.hide(kind, word) });
    return count;
  }

  async *entries() {
    await this.#check();
    for await (const entries of this.#store.entries()) {
      const lines = entries.map((entry) => ({ ...entry, hidden: LINE.exec(entry.key)?.[1] })).filter(({ hidden, value }) => hidden !== undefined || damageOf(value) !== undefined);
      yield Promise.all(lines.map(async ({ key, value, time, hidden }) => {
        if (hidden === undefined) return { key, value, time, account: null, conversation: null };
        const { name, text = damagedLine(damageOf(value) ?? UNDECIPHERED), account = null, conversation = null } = (await this.#opened(hidden, value)) ?? {};
        return { key: name === undefined ? key : `line-${name}`, value: text, time, account, conversation };
      }));
    }
  }

  /** Reads the names of lines that are found by one key of the options, and with them their texts: only a line has its name. */
  async #findBy(key, keys) {
    const hidden = await Promise.all(keys.map((one) => key.hide("key", one)));
    const names = await readNames(this.#store, [...new Set(hidden)], new Map());
    const unknown = [...new Set([...names.values()].flat())].filter((one) => !this.#names.has(one));
    const texts = await readLines(this.#store, unknown);
    await Promise.all(unknown.map(async (one, nth) => texts[nth] !== undefined && this.#keep(one, await this.#openedBy(key, one, texts[nth]))));
    // A line that was deleted has no name left. Its HMAC identifies it as well.
    return hidden.map((one) => names.get(one).map((name) => this.#names.get(name) ?? name));
  }

  /** Reads lines by their names. Resolves to pairs of a name and a text. */
  async #read(names) {
    const asked = (await Promise.all(this.#keys.map((key) => Promise.all(names.map(async (name) => ({ key, name, hidden: await key.hide("line", name) })))))).flat();
    const texts = await readLines(this.#store, asked.map(({ hidden }) => hidden));
    const opened = await Promise.all(asked.map(async ({ key, name, hidden }, nth) => (texts[nth] === undefined ? [] : [[name, (await this.#openedBy(key, hidden, texts[nth])).text]])));
    return opened.flat().reverse();
  }

  /** Returns what a line holds. The name of a line that cannot be decrypted is its HMAC, and its text says why. */
  async #openedBy(key, hidden, sealed) {
    return (await this.#opened(hidden, sealed, [key])) ?? { name: hidden, text: damagedLine(damageOf(sealed) ?? UNDECIPHERED) };
  }

  async #opened(hidden, sealed, keys = this.#keys) {
    for (const key of keys) {
      const text = await key.decrypt(`line-${hidden}`, sealed);
      const end = text?.indexOf("\n");
      if (text !== undefined) return { ...JSON.parse(text.slice(0, end)), text: text.slice(end + 1) };
    }
    return undefined;
  }

  #keep(hidden, { name, text }) {
    if (this.#names.size >= MOST_NAMES) this.#names.clear();
    // Lines that cannot be decrypted are read again each time.
    if (name !== hidden) this.#names.set(hidden, name);
    if (this.#letters + text.length > MOST_LETTERS) [this.#texts, this.#letters] = [new Map(), 0];
    if (this.#texts.has(name)) return;
    this.#texts.set(name, text);
    this.#letters += text.length;
  }

  /** Returns a text that was read for its name. The ledger keeps it from now on. */
  #taken(name) {
    const text = this.#texts.get(name);
    if (this.#texts.delete(name)) this.#letters -= text.length;
    return text;
  }

  /** Reads the names of the keys that have encrypted the store, and gives them with those of its own. */
  async #knownKeys() {
    const ids = await Promise.all(this.#keys.map((key) => key.id()));
    const known = (await this.#store.getMany(MARKS)).filter((value) => typeof value === "string");
    if (known.length && !known.some((id) => ids.includes(id)))
      throw new StoreError("the store was encrypted with another key. Give the key that encrypted it. To change keys, give the new one first and the old one after it", { code: "E_STORE" });
    return { ids, known };
  }

  async #noteKey() {
    for (let nth = 0; nth < MOST_KEYS; nth++) {
      const { ids, known } = await this.#knownKeys();
      if (known.includes(ids[0])) return;
      if (known.length === MOST_KEYS) break;
      // Another program may take the same place: then the next one is used.
      await this.#store.setMany([[MARKS[known.length], ids[0]]]);
    }
    throw new StoreError(`the store was encrypted with ${MOST_KEYS} keys. Copy it to another: rethought ledger copy`, { code: "E_STORE" });
  }
}

async function sealedLine(key, { name, keys, text, time, account, conversation }) {
  const hide = (kind, word) => (word === undefined || word === null ? undefined : key.hide(kind, word));
  const hidden = await key.hide("line", name);
  const [hiddenKeys, sealed, hiddenAccount, hiddenConversation] = await Promise.all([
    Promise.all(keys.map((one) => key.hide("key", one))),
    key.encrypt(`line-${hidden}`, `${JSON.stringify({ name, account, conversation })}\n${text}`),
    hide("account", account),
    hide("conversation", conversation),
  ]);
  return { name: hidden, keys: hiddenKeys, text: sealed, time, account: hiddenAccount, conversation: hiddenConversation };
}

/** Returns a function that does work until it has succeeded once. Work that takes long may never end: then the next call begins it again. */
function once(work) {
  let [done, begun, isDone] = [undefined, -Infinity, false];
  return () => {
    if (isDone || performance.now() - begun < AGAIN_MS) return done;
    begun = performance.now();
    done = work();
    done.then(() => (isDone = true), () => (begun = -Infinity));
    return done;
  };
}

/** Records lines in one call where the store can. */
async function saveAll(store, lines) {
  if (!lines.length) return [];
  return typeof store.record === "function" ? [...(await store.record(lines))] : Promise.all(lines.map((line) => saveLine(store, line)));
}
