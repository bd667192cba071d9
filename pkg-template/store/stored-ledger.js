// A ledger whose lines are in a store. It holds those that were needed last; the others are loaded when a request needs them.
import { InputError } from "../errors.js";
import { exchangeOf } from "../ledger.js";
import { ownOption } from "../options.js";
import { linesOf } from "../watched.js";
import { LineCache } from "./line-cache.js";
import { memoryStore } from "./memory.js";
import { readLines, saveLine, storeOf } from "./values.js";

const CACHE_BYTES = 32_000_000;
const POINTER = /^\/lines\/([0-9a-f]{64})\/parts\/(0|[1-9]\d*)$/;
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

export class StoredLedger {
  #store;
  #form;
  #most;
  #cache;
  #isDisposed = false;
  /** Where the last exchange went. */
  #target;

  constructor(store = memoryStore(), options) {
    this.#store = storeOf(store);
    this.#form = ownOption(options, "form") ?? "full";
    this.#most = ownOption(options, "cacheBytes") ?? CACHE_BYTES;
    if (!(this.#most >= 0)) throw new InputError("cacheBytes is a number of bytes", { code: "E_INPUT", pointer: "/cacheBytes" });
    this.#cache = new LineCache(this.#store, this.#form);
  }

  get form() {
    return this.#form;
  }

  async audit(request, target = this.#target, options) {
    return this.#ask((ledger) => ledger.audit(request, target, options));
  }

  async repair(request, target = this.#target, options) {
    return this.#ask((ledger) => ledger.repair(request, target, options));
  }

  async canRewrite(request, range, target = this.#target, options) {
    return this.#ask((ledger) => ledger.canRewrite(request, range, target, options));
  }

  async follow(request, target = this.#target) {
    return this.#ask((ledger, names) => ledger.follow(request, target).map((one) => named(one, names[one.response])));
  }

  async conversation(request, target = this.#target) {
    return this.#ask((ledger, names) => {
      const found = ledger.conversation(request, target);
      return found && { id: found.id, branch: found.branch.map((nth) => names[nth]) };
    });
  }

  /** The answer to a request that was audited, by the report on it; or a whole exchange. It is in the store when the promise is kept. */
  async record(asked, answer) {
    const { aim, exchange } = exchangeOf(asked, answer, this.#target);
    let isNew = false;
    for (const line of await this.#ask((ledger) => linesOf(ledger, exchange))) isNew = (await saveLine(this.#store, line)) || isNew;
    this.#target = aim;
    return isNew;
  }

  async restore(pointer) {
    const [, name, part] = POINTER.exec(pointer) ?? [];
    if (part === undefined) throw new InputError("a pointer into a store is /lines/name/parts/n", { code: "E_INPUT", pointer: String(pointer) });
    this.#check();
    const [text] = await readLines(this.#store, [name]);
    return text === undefined ? undefined : JSON.parse(text.slice(text.indexOf("\n") + 1)).parts?.[part]?.raw;
  }

  [dispose]() {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#release();
  }

  /** Works something out by all lines; `names` are those of the answers by their numbers. */
  async #ask(work) {
    this.#check();
    if (this.#cache.bytes > this.#most) {
      const before = this.#cache;
      this.#cache = new LineCache(this.#store, this.#form);
      if (!before.users) before[dispose]();
    }
    const cache = this.#cache;
    cache.users++;
    try {
      return await cache.ask((ledger) => work(ledger, cache.names));
    } finally {
      cache.users--;
      // Calls that were begun with it go on with it.
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

/** Replaces the number of an answer by the name of its line. */
function named({ response, ...one }, line) {
  return { ...one, line, from: `/lines/${line}/parts/${one.part}` };
}
