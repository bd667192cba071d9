// The ledgers of converted calls: in memory, or in a store. Each converts a request, and gives the `ledger` that the reply is kept by.
//
// Unnamed conversations of one credential share a ledger. Two credentials never do.
import { convert } from "../convert/convert.js";
import { Ledger } from "../ledger/ledger.js";

/** The number of conversations that have a ledger in memory at once. */
const MOST_OPEN = 64;
/** A ledger with this share of all bytes is replaced by a new one. Only thoughts are lost. */
const MOST_SHARE = 0.5;

/** Ledgers in memory. */
export class MemoryLedgers {
  /** The most bytes of all ledgers together. */
  #most;
  #bytes = 0;
  /** The ledgers by credential and name of the conversation, the most recently used last. */
  #open = new Map();

  constructor(memoryBytes) {
    this.#most = memoryBytes;
  }

  async convert(caller, body, ends) {
    const ledger = this.#ledger(idOf(caller), body.length);
    return { ledger, converted: convert(body, { ...ends, ledger }) };
  }

  #ledger(name, bytes) {
    if (this.#open.get(name)?.bytes > MOST_SHARE * this.#most) this.#close(name);
    const open = this.#open.get(name) ?? { ledger: new Ledger(), bytes: 0, longest: 0 };
    // A request that is longer than all before goes on from one of them, mostly, and adds what is new in it.
    const added = bytes > open.longest ? bytes - open.longest : bytes;
    open.longest = Math.max(open.longest, bytes);
    open.bytes += added;
    this.#bytes += added;
    this.#open.delete(name);
    this.#open.set(name, open);
    for (const other of this.#open.keys()) {
      if (other === name || (this.#open.size <= MOST_OPEN && this.#bytes <= this.#most)) break;
      this.#close(other);
    }
    return open.ledger;
  }

  /** Forgets a ledger. A call that is under way may still use it, so it is freed when nobody does. */
  #close(name) {
    this.#bytes -= this.#open.get(name).bytes;
    this.#open.delete(name);
  }
}

/** Ledgers in the store of a guard. A call waits for reads as long as those of the guard do, and never for a write. */
export class StoredLedgers {
  #guard;

  constructor(guard) {
    this.#guard = guard;
  }

  async convert(caller, body, ends) {
    const { conversation: name = null, account } = caller;
    const of = { conversation: { id: idOf(caller), name }, account };
    const converted = await this.#guard.useLedger({ ...of, bytes: body.length }, (ledger) => ledger.beginConversion(body, ends, account));
    const seeReply = (...said) => void this.#guard.useLedger({ ...of, bytes: said.at(-1).length }, (ledger) => ledger.beginReply(said, account)).catch((error) => this.#guard.tellError(error));
    return { ledger: { seeReply }, converted: converted ?? convert(body, ends) };
  }
}

const idOf = ({ credential, conversation }) => JSON.stringify([credential, conversation]);
