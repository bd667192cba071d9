// The faults of a store in the log of the proxy: each is logged once while it lasts, and again after the store has worked.
import { storeFault } from "./store-faults.js";

/** The kind of a fault without an operation: a broken connection, or a store that does not answer. */
const UNKNOWN = "unknown";
/** Connections that break together, with calls between them that work, are one fault. */
const QUIET_MS = 10_000;

export class StoreFaultLog {
  #log;
  /** The logged sentences, by the kind of operation. A read-only store succeeds at each read and fails at each write. */
  #logged = new Map();
  #times = new Map();
  #noted = new WeakSet();

  constructor(log) {
    this.#log = log;
  }

  /** Notes how a call to the store has ended. */
  noteCall({ operation, error }) {
    const kind = kindOf(operation);
    if (error !== undefined) return this.note(error, kind);
    this.#logged.delete(kind);
    return this.#logged.delete(UNKNOWN);
  }

  /** Logs a failure. The guard reports the same error again for each call that waited for it. */
  note(error, kind = UNKNOWN) {
    if (typeof error === "object" && error !== null) this.#noted.add(error);
    const sentence = storeFault(error);
    const isKnown = [...this.#logged.values()].some((sentences) => sentences.has(sentence));
    if (isKnown || performance.now() - this.#times.get(sentence) < QUIET_MS) return;
    this.#times.set(sentence, performance.now());
    this.#logged.set(kind, (this.#logged.get(kind) ?? new Set()).add(sentence));
    this.#log.fault(sentence);
  }

  isNoted(error) {
    return typeof error === "object" && error !== null && this.#noted.has(error);
  }
}

/** Values and lines are both written. */
const kindOf = (operation) => (operation === "read" ? "read" : "write");
