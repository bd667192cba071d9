// A ledger whose lines are in a store. It holds the most recently used lines, and loads the others when a request needs them.
import { CONVERT_OPTIONS, conversionOf, resultOf } from "../convert/convert.js";
import { InputError, StoreError } from "../errors/index.js";
import { numberFrom, optionsFrom } from "../text/options.js";
import { encryptedBy } from "./encrypted-store.js";
import { LineCache } from "./line-cache.js";
import { memoryStore } from "./memory-store.js";
import { pendingReport } from "./pending-report.js";
import { exchangeOf } from "./recorded-exchange.js";
import { readLines, saveLine, storeOf } from "./store-values.js";

const CACHE_BYTES = 32_000_000;
const POINTER = /^\/lines\/([0-9a-f]{64})\/parts\/(0|[1-9]\d*)$/;
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

export class StoredLedger {
  #store;
  #form;
  #most;
  #newCache;
  #cache;
  #unsaved;
  #isDisposed = false;
  /** The target of the last exchange. */
  #target;

  /** `ledgers` opens ordinary ledgers and runs work on them. */
  constructor(given, options, ledgers) {
    const { keep: form = "full", encryptWith, cacheBytes = CACHE_BYTES, memoryBytes } = optionsFrom(options, ["keep", "encryptWith", "cacheBytes", "memoryBytes"]);
    const store = given === undefined ? memoryStore({ bytes: memoryBytes }) : given;
    [this.#store, this.#form, this.#most] = [encryptedBy(storeOf(store), encryptWith), form, numberFrom(cacheBytes, "cacheBytes", 0)];
    this.#unsaved = new UnsavedLines(this.#most / 2);
    this.#newCache = (isWhole = false) => new LineCache(this.#store, form, ledgers, isWhole);
    // A store that was created here is empty, and nobody else has it.
    this.#cache = this.#newCache(given === undefined);
  }

  get form() {
    return this.#form;
  }

  /** True if it has answers that the store has not. */
  get hasUnsaved() {
    return this.#unsaved.size > 0;
  }

  async audit(request, target = this.#target, options) {
    return this.#ask(({ ledger }) => ledger.audit(request, target, options));
  }

  async repair(request, target = this.#target, options) {
    return this.#ask(({ ledger }) => ledger.repair(request, target, options));
  }

  async canRewrite(request, range, target = this.#target, options) {
    return this.#ask(({ ledger }) => ledger.canRewrite(request, range, target, options));
  }

  /** Converts a request and records the conversion. The record is in the store when the promise resolves. */
  async convert(request, options) {
    const { result, save } = await this.beginConversion(request, options);
    await save();
    return result;
  }

  /** Converts a request. This ledger knows the conversion when the promise resolves, and `save()` records it in the store. The record is of an account, by default of that of the target. */
  async beginConversion(request, options, account) {
    const given = optionsFrom(options, CONVERT_OPTIONS);
    const { source, back, to, values } = conversionOf(request, given);
    const { converted, lines } = await this.#ask((watched) => watched.convert(source, values));
    return { result: resultOf(converted, back, (judged) => pendingReport(judged, to)), save: this.#known(lines, account ?? to.account) };
  }

  /** Takes a response under the form that a client of another wire will send, so that its next request restores the original. This ledger knows it when the promise resolves, and `save()` records it in the store. */
  async beginReply([targets, request, reply, response], account) {
    return { save: this.#known(await this.#ask((watched) => watched.linesOfReply(targets, request, reply, response)), account) };
  }

  async follow(request, target = this.#target) {
    return this.#ask(({ ledger }, names) => ledger.follow(request, target).map((one) => named(one, names[one.response])));
  }

  async conversation(request, target = this.#target) {
    return this.#ask(({ ledger }, names) => {
      const found = ledger.conversation(request, target);
      return found && { id: found.id, branch: found.branch.map((nth) => names[nth]) };
    });
  }

  /**
   * Records the answer to an audited request, by its report; or a whole exchange. It is in the store when the promise resolves. `onKnown` is called before that, when this ledger finds it: also if the store then
   * fails.
   */
  async record(asked, answer, onKnown) {
    const { target, exchange, time } = exchangeOf(asked, answer, this.#target);
    let isNew = false;
    const lines = (await this.#ask((watched) => watched.linesOf(exchange))).map((line) => ({ ...line, time, account: target.account }));
    for (const line of lines) this.#know(line);
    onKnown?.();
    for (const line of lines) isNew = (await this.#save(line)) || isNew;
    this.#target = target;
    return isNew;
  }

  /** Deletes recorded answers by the program's name for the conversation or the account, or by age. Resolves to the number of deleted lines. */
  async forget(what) {
    this.#check();
    if (typeof this.#store.delete !== "function") throw new StoreError("this store cannot delete. Use a folder, SQLite, Postgres or Redis, or remove the store as a whole", { code: "E_STORE" });
    const count = await this.#store.delete(what);
    this.#unsaved.clear();
    // The loaded lines may have been deleted. Calls that began with them continue.
    const before = this.#cache;
    this.#cache = this.#newCache();
    this.#release(before);
    return count;
  }

  async restore(pointer) {
    const [, name, part] = POINTER.exec(pointer) ?? [];
    if (part === undefined) throw new InputError("a pointer into a store is /lines/name/parts/n", { code: "E_INPUT", pointer: String(pointer) });
    this.#check();
    const [text = this.#unsaved.textOf(name)] = await readLines(this.#store, [name]);
    return text === undefined ? undefined : this.#partOf({ name, text }, part);
  }

  [dispose]() {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#release();
  }

  /** Returns a part of a line from a store. The core reads the line first, so a line that it refuses is an error here too. */
  #partOf(line, part) {
    const cache = this.#newCache();
    try {
      cache.add(line);
      return cache.restore(0, part);
    } finally {
      cache[dispose]();
    }
  }

  /** Adds a line to the cache. Until the store has it, each new cache gets it too. */
  #know(line) {
    if (this.#isDisposed) return;
    this.#unsaved.add(line);
    this.#cache.addOwn(line);
  }

  /** Knows lines, and returns the function that saves them. A conversation is seen again from its beginning with each request: what was loaded is in the store. */
  #known(lines, account) {
    const fresh = lines.filter(({ name }) => !this.#cache.has(name) || this.#unsaved.has(name)).map((line) => ({ ...line, time: Date.now(), account }));
    for (const line of fresh) this.#know(line);
    return async () => {
      await Promise.all(fresh.map((line) => this.#save(line)));
    };
  }

  /** Saves a line, and adds it to the cache. Returns whether it was new. */
  async #save(line) {
    const isNew = await saveLine(this.#store, line);
    this.#unsaved.remove(line);
    if (!this.#isDisposed) this.#cache.add(line);
    return isNew;
  }

  /** Computes a result by all lines. `names` are those of the answers by their numbers. */
  async #ask(work) {
    this.#check();
    if (this.#cache.bytes > this.#most) {
      const before = this.#cache;
      this.#cache = this.#unsaved.addTo(this.#newCache());
      if (!before.users) before[dispose]();
    }
    const cache = this.#cache;
    cache.users++;
    try {
      return await cache.ask((watched) => work(watched, cache.names));
    } finally {
      cache.users--;
      // Calls that began with this cache continue with it.
      if (cache !== this.#cache || this.#isDisposed) this.#release(cache);
    }
  }

  #release(cache = this.#cache) {
    if (!cache.users) cache[dispose]();
  }

  #check() {
    if (this.#isDisposed) throw new InputError("the ledger was disposed of", { code: "E_INPUT" });
  }
}

/** The lines that a store has not taken yet. A ledger knows them, because the next request of their conversation may come before the store works again. */
class UnsavedLines {
  #lines = new Map();
  #letters = 0;
  #most;

  /** Beyond so many letters the oldest are dropped. */
  constructor(most) {
    this.#most = most;
  }

  get size() {
    return this.#lines.size;
  }

  has(name) {
    return this.#lines.has(name);
  }

  textOf(name) {
    return this.#lines.get(name)?.text;
  }

  add(line) {
    this.remove(line);
    this.#lines.set(line.name, line);
    this.#letters += line.text.length;
    for (const oldest of this.#lines.values()) {
      if (this.#letters <= this.#most) return;
      this.remove(oldest);
    }
  }

  remove({ name }) {
    this.#letters -= this.#lines.get(name)?.text.length ?? 0;
    this.#lines.delete(name);
  }

  clear() {
    this.#lines.clear();
    this.#letters = 0;
  }

  /** Adds them to a cache, and returns it. */
  addTo(cache) {
    for (const line of this.#lines.values()) cache.addOwn(line);
    return cache;
  }
}

/** Replaces the number of an answer by the name of its line. */
function named({ response, ...one }, line) {
  return { ...one, line, from: `/lines/${line}/parts/${one.part}` };
}
