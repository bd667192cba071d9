// The lines of a store that are here: an ordinary ledger, and what is known of the keys that were looked up in it.
import { StoreError } from "../errors/index.js";
import { readLines, readNames } from "./store-values.js";
import { WatchedLedger } from "./watched-ledger.js";

/** So many rounds in a row may find something new under keys that were read before. Other writers make a few; a store whose reads always change would make no end of them. */
const MOST_ROUNDS = 32;
/** A key takes about so many bytes. */
const KEY_BYTES = 256;

/** A line stands after the one that says what it is, and nothing after it. */
const isOneLine = (text) => /^[^\n]+\n[^\n]+\n?$/.test(text);

export class LineCache {
  /** How many calls use it. */
  users = 0;
  /** About how many bytes it holds. */
  bytes = 0;
  /** The names of its lines, by their numbers. */
  names = [];
  #store;
  #ledger;
  #watched;
  /** Counts the changes: what was worked out before one may not be so after it. */
  #changes = 0;
  /** The lines that are here, by their names, and after which change each came. */
  #loaded = new Map();
  /** The names under each key, as they were read last. */
  #known = new Map();
  /** Keys with a line that cannot be had. */
  #unsure = new Set();
  /** The change after which a key became unsure, or sure again. */
  #turned = new Map();

  /** True if all lines of the store are here, since nobody else has the store. Then nothing needs to be looked for. */
  #isWhole;

  /** `ledgers` opens an ordinary ledger and runs work on it: a module that the ledger imports cannot import the ledger. */
  constructor(store, form, ledgers, isWhole) {
    this.#store = store;
    this.#isWhole = isWhole;
    this.#ledger = ledgers.open(form);
    this.#watched = new WatchedLedger(this.#ledger, (work) => ledgers.run(this.#ledger, work));
  }

  /**
   * Works something out by the ledger of all lines of the store, of which only those are loaded that are looked for. What was looked up is read from the store each
   * time, at one moment for all keys: another writer may have added to it. If that brings nothing new, the result is that of all lines. Of the unsure keys only those are
   * given that were asked for: after a store was down there are thousands.
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
      // A round that asks for more has got further.
      if (fresh.length) rounds = 0;
      const isMore = fresh.length > 0 && fresh.length < asked.length;
      if (isMore && (await this.#update(fresh, since))) continue;
      if (!(await this.#update(asked, since)) && !isDoubtful) return result;
    }
    throw new StoreError("the store gives other values each time it is read", { code: "E_STORE" });
  }

  /** Takes a line that the store has. Found only by the next request, it would void what is known of the requests before: that one would be judged whole. */
  add({ name, text }) {
    this.#load(name, text);
  }

  /** A part of one of its lines, byte for byte. */
  restore(nth, part) {
    return this.#ledger.restore(`/responses/${nth}/parts/${part}`);
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.#ledger[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  }

  /** Reads what the store has under keys, and loads the lines that are not here; answers whether anything under them has changed since. */
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
      // By another call too, while this one waited.
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
    // Another call may have loaded it in the meantime.
    if (this.#loaded.has(name)) return;
    const nth = this.#ledger.length;
    const isLine = isOneLine(text) && this.#isLoaded(text) && (this.#ledger.length === nth || this.#watched.nameOf(nth) === name);
    if (!isLine) {
      // The next call starts with an empty cache.
      this.bytes = Infinity;
      throw new StoreError(`the store has something else under line-${name}`, { code: "E_STORE" });
    }
    if (this.#ledger.length > nth) this.names[nth] = name;
    this.#loaded.set(name, ++this.#changes);
    this.bytes += text.length;
  }

  /** Loads a text; answers whether the core could read all of it. */
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
