// Work on a store, which may hang. A call waits for it as long as its patience lasts. After a store has not answered in time, no call waits for it until it has answered once: meanwhile
// one piece of work at a time is handed to it, to find out. Reads and writes have a breaker each: a store that is locked for writing still reads.
import { StoreError } from "../errors/index.js";

export class StoreBreaker {
  #isStuck = false;
  #lastTry = 0;
  #retryMs;
  #lastAnswer = -Infinity;

  /** `retryMs` after one piece of work the next is tried. */
  constructor(retryMs) {
    this.#retryMs = retryMs;
  }

  /** Notes that the store has answered a call. */
  noteAnswer() {
    this.#lastAnswer = performance.now();
  }

  /** True if the store has not answered in time, and has not answered since. */
  get isStuck() {
    return this.#isStuck;
  }

  /** Does work that may return a promise. Throws if the store does not answer in time, and at once while it is known not to answer. */
  async run(work, patience) {
    const done = this.begin(work);
    return typeof done?.then === "function" ? this.wait(done, patience) : done;
  }

  /** Begins work, and returns what it returns. Throws at once while the store is known not to answer, also if this work is the one that finds out. */
  begin(work) {
    const isStuck = this.#isStuck;
    if (isStuck && performance.now() - this.#lastTry < this.#retryMs) throw late(isStuck);
    this.#lastTry = performance.now();
    const done = work();
    if (typeof done?.then !== "function") return done;
    const answered = () => (this.#isStuck = false);
    done.then(answered, answered);
    if (isStuck) throw late(isStuck);
    return done;
  }

  /** Waits for work that was begun. Throws if the store does not answer in time. */
  async wait(done, patience) {
    while (!(await patience.waitFor(done))) {
      if (patience.isAborted) throw new StoreError("the caller has aborted the call", { code: "E_STORE" });
      // A store that has answered anything meanwhile is slow, and does not hang. The time may have begun with an earlier wait of the same call.
      if (this.#lastAnswer <= patience.since || !patience.renew()) throw this.#giveUp();
    }
    return done;
  }

  #giveUp() {
    const wasStuck = this.#isStuck;
    this.#isStuck = true;
    return late(wasStuck);
  }
}

/** The errors that say again what an earlier one has said: the store still hangs. */
const repeated = new WeakSet();

export const isRepeated = (error) => repeated.has(error);

function late(isRepeated) {
  const error = new StoreError("the store has not answered in time", { code: "E_STORE" });
  if (isRepeated) repeated.add(error);
  return error;
}
