// Work on a store, which may hang. A call waits for it as long as its patience lasts. After a store has not answered in time, no call waits for it until it has answered once: meanwhile
// one piece of work at a time is handed to it, to find out.
import { StoreError } from "../errors/index.js";

/** So long after one piece of work the next is tried. */
const PROBE_MS = 1000;

export class StoreBreaker {
  #isStuck = false;
  #lastTry = 0;

  /** Does work that may return a promise. Throws if the store does not answer in time, and at once while it is known not to answer. */
  async run(work, patience) {
    const isStuck = this.#isStuck;
    if (isStuck && performance.now() - this.#lastTry < PROBE_MS) throw late();
    this.#lastTry = performance.now();
    const done = work();
    if (typeof done?.then !== "function") return done;
    const answered = () => (this.#isStuck = false);
    done.then(answered, answered);
    if (isStuck) throw late();
    if (await patience.waitFor(done)) return done;
    if (patience.isAborted) throw new StoreError("the caller has aborted the call", { code: "E_STORE" });
    this.#isStuck = true;
    throw late();
  }
}

const late = () => new StoreError("the store has not answered in time", { code: "E_STORE" });
