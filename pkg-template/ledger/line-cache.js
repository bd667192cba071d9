// The loaded lines of a store: an ordinary ledger, and the names under the keys that were looked up in it.
import { StoreError } from "../errors/index.js";
import { damageOf } from "../stores/damaged-line.js";
import { readLines, readNames } from "./store-values.js";
import { WatchedLedger } from "./watched-ledger.js";

/**
 * The maximum number of consecutive rounds with new values under known keys. Other writers cause a few; a store whose reads always change would never
 * end.
 */
const MOST_ROUNDS = 32;
/** The approximate size of a key in bytes. */
const KEY_BYTES = 256;

/** Returns true for one line after the line that names the format, with nothing after it. */
const isOneLine = (text) => /^[^\n]+\n[^\n]+\n?$/.test(text);

export class LineCache {
  /** The number of calls that use it. */
  users = 0;
  /** The approximate number of bytes that it holds. */
  bytes = 0;
  /** The names of its lines, by their numbers. */
  names = [];
  #store;
  #ledger;
  #watched;
  /** Counts the changes. A result from before a change may be outdated. */
  #changes = 0;
  /** The loaded lines by name, with the change after which each was loaded. */
  #loaded = new Map();
  /** The names under each key at its last read. */
  #known = new Map();
  /** Keys with a line that cannot be loaded. */
  #unsure = new Set();
  /** The change after which a key became unsure, or sure again. */
  #turned = new Map();

  /** True if all lines of the store are loaded, since nobody else has the store. Then no lookup is needed. */
  #isWhole;

  /** `ledgers` opens an ordinary ledger and runs work on it: the ledger imports this module, so this module cannot import the ledger. */
  constructor(store, form, ledgers, isWhole) {
    this.#store = store;
    this.#isWhole = isWhole;
    this.#ledger = ledgers.open(form);
    this.#watched = new WatchedLedger(this.#ledger, (work) => ledgers.run(this.#ledger, work));
  }

  /**
   * Computes a result by the ledger of all lines of the store, and loads only the lines that it looks up. Keys are read from the store each time, at
   * one moment for all, because another writer may have added to them. If that finds nothing new, the result equals that of all lines. Only requested
   * unsure keys are passed: after an outage of the store there are thousands.
   */
  async ask(work) {
    if (this.#isWhole) return work(this.#watched);
    const seen = new Set();
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
      const since = this.#changes;
      const unsure = [...seen].filter((key) => this.#unsure.has(key));
      const { result, asked } = this.#watched.watch(unsure, () => work(this.#watched));
      const fresh = asked.filter((key) => !seen.has(key));
      const isDoubtful = fresh.some((key) => this.#unsure.has(key));
      fresh.forEach((key) => seen.add(key));
      // A round with new keys is progress.
      if (fresh.length) rounds = 0;
      const isMore = fresh.length > 0 && fresh.length < asked.length;
      if (isMore && (await this.#update(fresh, since))) continue;
      if (!(await this.#update(asked, since)) && !isDoubtful) return result;
    }
    throw new StoreError("the store gives other values each time it is read", { code: "E_STORE" });
  }

  /**
   * Adds a line that the store has. If the next request found it first, all known results would be outdated, and that request would be judged whole.
   */
  add({ name, text }) {
    this.#load(name, text);
  }

  /** True if a line is loaded. */
  has(name) {
    return this.#loaded.has(name);
  }

  /** Adds a line that this program has made, which needs no check. */
  addOwn({ name, text }) {
    if (this.#loaded.has(name)) return;
    const nth = this.#ledger.length;
    this.#ledger.load(text);
    this.#note(name, text, nth);
  }

  /** Returns a part of one of its lines, byte for byte. */
  restore(nth, part) {
    return this.#ledger.restore(`/responses/${nth}/parts/${part}`);
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.#ledger[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  }

  /** Reads the values under keys, and loads the missing lines. Returns whether anything under them has changed since. */
  async #update(keys, since) {
    const found = await readNames(this.#store, keys, this.#known);
    const wanted = [...new Set([...found.values()].flat())].filter((name) => !this.#loaded.has(name));
    const lines = await readLines(this.#store, wanted);
    wanted.forEach((name, nth) => lines[nth] !== undefined && this.#load(name, lines[nth]));
    let isChanged = false;
    for (const [key, names] of found) {
      this.#know(key, names);
      const came = names.map((name) => this.#loaded.get(name));
      this.#doubt(key, came.includes(undefined));
      // Another call may also have changed it meanwhile.
      isChanged ||= [...came, this.#turned.get(key)].some((change) => change > since);
    }
    return isChanged;
  }

  #know(key, names) {
    if (names.length && !this.#known.has(key)) this.bytes += KEY_BYTES;
    if (names.length || this.#known.has(key)) this.#known.set(key, names);
  }

  #doubt(key, isUnsure) {
    if (this.#unsure.has(key) === isUnsure) return;
    isUnsure ? this.#unsure.add(key) : this.#unsure.delete(key);
    this.#turned.set(key, ++this.#changes);
  }

  #load(name, text) {
    // Another call may have loaded it meanwhile.
    if (this.#loaded.has(name)) return;
    const nth = this.#ledger.length;
    const isLine = isOneLine(text) && this.#isLoaded(text) && (this.#ledger.length === nth || this.#watched.nameOf(nth) === name);
    if (!isLine) {
      // The next call starts with an empty cache.
      this.bytes = Infinity;
      const damage = damageOf(text);
      throw new StoreError(damage === undefined ? `the store has something else under line-${name}` : `line-${name} of the store cannot be read: ${damage}. Run: rethought ledger verify STORE`, { code: "E_STORE" });
    }
    this.#note(name, text, nth);
  }

  /** Notes a loaded line. `nth` is its number, if the ledger did not have it. */
  #note(name, text, nth) {
    if (this.#ledger.length > nth) this.names[nth] = name;
    this.#loaded.set(name, ++this.#changes);
    this.bytes += text.length;
  }

  /** Loads a text. Returns whether the core could read all of it. */
  #isLoaded(text) {
    const { torn } = this.#ledger;
    try {
      this.#ledger.load(text);
      return this.#ledger.torn === torn;
    } catch {
      return false;
    }
  }
}
