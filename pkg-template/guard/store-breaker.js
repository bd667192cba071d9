// Work on a store, which may hang. A call waits for it as long as its patience lasts. After a store has not answered in time, no call waits for it until it has answered once: meanwhile
// one piece of work at a time is handed to it, to find out.
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
    const isStuck = this.#isStuck;
    if (isStuck && performance.now() - this.#lastTry < this.#retryMs) throw late();
    this.#lastTry = performance.now();
    const done = work();
    if (typeof done?.then !== "function") return done;
    const answered = () => (this.#isStuck = false);
    done.then(answered, answered);
    if (isStuck) throw late();
    let begun = this.#lastTry;
    while (!(await patience.waitFor(done))) {
      if (patience.isAborted) throw new StoreError("the caller has aborted the call", { code: "E_STORE" });
      // A store that has answered others meanwhile is slow, and does not hang.
      if (this.#lastAnswer <= begun || !patience.renew()) return this.#giveUp();
      begun = performance.now();
    }
    return done;
  }

  #giveUp() {
    this.#isStuck = true;
    throw late();
  }
}

const late = () => new StoreError("the store has not answered in time", { code: "E_STORE" });
