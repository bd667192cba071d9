// The ledgers of a guard: the caller's own, or one over the store for each conversation that has a name, and one for all that have none.
import { InputError } from "../errors/index.js";
import { CHECKED } from "../ledger/encrypted-store.js";
import { Ledger } from "../ledger/ledger.js";
import { batchedStore } from "./batched-store.js";
import { conversationStore } from "./conversation-store.js";
import { NamedLedgers } from "./named-ledgers.js";
import { StoreBreaker } from "./store-breaker.js";

/** So many conversations with a name are open at once. A conversation that is not is opened again when it goes on. */
const MOST_OPEN = 256;
/** The most that one of them holds: its lines, and the requests that it knows the beginning of. */
const MOST_EACH = 9_000_000;
/** The shares of the bytes that a guard may keep: answers of calls without a name, those of them that are loaded, open conversations with a name, and closed ones. */
const SHARES = { kept: 0.375, loaded: 0.125, open: 0.25, closed: 0.25 };
/** With a store, so many bytes of a conversation with a name are loaded at most. */
const CACHE_BYTES = 1_000_000;
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

export class Ledgers {
  #given;
  #store;
  #keep;
  /** The most bytes of each share. */
  #most;
  /** The ledgers of conversations with a name, if the caller gave no store. */
  #named;
  #reads;
  #writes;
  /** The open ones by name, that used last at the end. */
  #open = new Map();
  #bytes = 0;

  /** `onStore({ operation, keys, ms, error })` is called after every call to the store. */
  constructor({ ledger, store, storeRetry, keep, memoryBytes }, onStore) {
    [this.#given, this.#reads, this.#writes, this.#keep] = [ledger, new StoreBreaker(storeRetry), new StoreBreaker(storeRetry), keep];
    this.#most = Object.fromEntries(Object.entries(SHARES).map(([name, share]) => [name, Math.ceil(share * memoryBytes)]));
    this.#named = new NamedLedgers(keep, this.#most.closed);
    const onCall = (call) => {
      if (call.error === undefined) (call.operation === "read" ? this.#reads : this.#writes).noteAnswer();
      onStore(call);
    };
    this.#store = store && this.#watched(batchedStore(store, onCall));
  }

  /** True if nothing is asked of a store. */
  get isLocal() {
    return !this.#store && (!this.#given || this.#given instanceof Ledger);
  }

  /** True while the store does not read. */
  get isStuck() {
    return this.#reads.isStuck;
  }

  /** Does work on the ledger of a conversation, `{ id, name }` or nothing, and waits for a store as long as `patience` lasts; `bytes` is about how much the work adds to what the ledger holds. */
  async use(conversation, bytes, patience, work) {
    if (this.#given) return this.#reads.run(() => work(this.#givenFor(conversation)), patience);
    return this.#with(conversation, bytes, work, (begin) => this.#reads.run(begin, patience));
  }

  /** Does work that writes, on the ledger of a conversation. While the store does not write, it still does what comes before. */
  async record(conversation, bytes, patience, work) {
    if (this.#given) return this.#writes.run(() => work(this.#givenFor(conversation)), patience);
    return this.#with(conversation, bytes, work, (begin) => this.#writes.wait(this.#reads.begin(begin), patience));
  }

  /** The store, whose writes fail at once while it is known not to write. */
  #watched(store) {
    const { setMany, record } = store;
    return { ...store, setMany: async (entries) => this.#writes.begin(() => setMany(entries)), ...(record ? { record: async (lines) => this.#writes.begin(() => record(lines)) } : {}) };
  }

  #givenFor(conversation) {
    if (conversation !== undefined) throw new InputError("a conversation with a name needs the option store: one ledger holds all conversations", { code: "E_INPUT", pointer: "/ledger" });
    return this.#given;
  }

  /** Does work on the ledger of a conversation; with a store, `run` does it. */
  async #with(conversation, bytes, work, run) {
    const open = this.#take(conversation, bytes);
    try {
      const begin = () => (typeof open.ledger.then === "function" ? open.ledger.then((ledger) => work((open.opened = ledger))) : work(open.ledger));
      return await (this.#store ? run(begin) : begin());
    } finally {
      open.users--;
      if (open.isClosed) this.#release(open);
    }
  }

  [dispose]() {
    this.closeAll();
  }

  /** Closes what is open. It is opened again for the next call. */
  closeAll() {
    for (const id of [...this.#open.keys()]) this.#close(id);
  }

  /** Opens it if it is closed, and counts one more who uses it. */
  #take(conversation, bytes) {
    const id = conversation?.id;
    const open = this.#open.get(id) ?? { ledger: this.#ledgerOf(conversation), users: 0, bytes: 0, longest: 0, isClosed: false };
    // A request that is longer than all before goes on from one of them, mostly, and adds what is new in it.
    const added = bytes > open.longest ? bytes - open.longest : bytes;
    open.longest = Math.max(open.longest, bytes);
    const more = Math.min(MOST_EACH, this.#most.open, open.bytes + added) - open.bytes;
    open.bytes += more;
    this.#bytes += more;
    open.users++;
    this.#open.delete(id);
    this.#open.set(id, open);
    this.#shrink();
    return open;
  }

  /** A ledger, or the promise of one. Without a store of the caller's, nobody else writes what it reads, and it looks nothing up: that is the quickest. */
  #ledgerOf(conversation) {
    const [keep, encryptWith] = [this.#keep, CHECKED];
    if (conversation === undefined) return Ledger.open(this.#store, { keep, encryptWith, cacheBytes: this.#most.loaded, memoryBytes: this.#most.kept });
    const { id, name } = conversation;
    return this.#store ? Ledger.open(conversationStore(this.#store, id, name), { keep, encryptWith, cacheBytes: Math.min(CACHE_BYTES, this.#most.loaded) }) : this.#named.open(id);
  }

  /** Closes the conversations that were not used for longest, first those whose answers are all in the store. */
  #shrink() {
    for (const isSaved of [true, false])
      for (const [id, { users, opened }] of this.#open) {
        if (this.#open.size <= MOST_OPEN && this.#bytes <= this.#most.open) return;
        // Not that of all that have no name, and none that is used now: another would be opened beside it.
        if (id !== undefined && !users && !(isSaved && opened?.hasUnsaved)) this.#close(id);
      }
  }

  #close(id) {
    const open = this.#open.get(id);
    this.#open.delete(id);
    this.#bytes -= open.bytes;
    open.isClosed = true;
    this.#release(open);
  }

  #release(open) {
    if (open.users) return;
    if (typeof open.ledger.then === "function") open.ledger.then((ledger) => ledger[dispose](), () => {});
    else open.ledger[dispose]();
  }
}
