// How long one call waits for what the guard does by itself: until the time is over, or until the caller aborts.

export class Patience {
  #ms;
  #signal;
  #onWait;
  /** When the time that runs now began, and when it is over; set when the call first waits. */
  #since;
  #until;
  /** True after the time in which the program itself was busy was added once. */
  #isProlonged = false;
  #renewals = 0;

  /** `onWait()` is called each time that something is waited for. */
  constructor(ms, signal, onWait) {
    [this.#ms, this.#signal, this.#onWait] = [ms, signal, onWait];
  }

  get isAborted() {
    return this.#signal?.aborted === true;
  }

  /** When the time that runs now began. */
  get since() {
    return this.#since;
  }

  /** Gives the time once more, a few times, for something that is slow and does not hang. Returns whether it did. */
  renew() {
    if (this.isAborted || this.#renewals === MOST_RENEWALS) return false;
    this.#renewals++;
    this.#begin();
    return true;
  }

  /** Waits for a promise, which may reject; resolves to true if it has settled, and to false if the patience ended first. */
  async waitFor(promise) {
    if (this.isAborted) return false;
    this.#onWait?.();
    if (this.#until === undefined) this.#begin();
    let end;
    const over = new Promise((resolve) => (end = () => resolve(false)));
    let timer;
    const expire = () => {
      // A busy program may not have read an answer that has arrived. Check for it once more.
      if (!this.#prolong()) return later(() => later(end));
      timer = setTimeout(expire, this.#until - performance.now());
    };
    timer = setTimeout(expire, Math.max(0, this.#until - performance.now()));
    this.#signal?.addEventListener("abort", end, { once: true });
    const settled = () => true;
    const isSettled = await Promise.race([promise.then(settled, settled), over]);
    clearTimeout(timer);
    this.#signal?.removeEventListener("abort", end);
    return isSettled;
  }

  /** Adds the time in which the program was busy, once: no answer of the store could be read in it. Returns true if it did. */
  #prolong() {
    const lateMs = performance.now() - this.#until;
    if (this.#isProlonged || lateMs < LATE_MS) return false;
    this.#isProlonged = true;
    this.#until += lateMs + Math.min(lateMs, this.#ms);
    return true;
  }

  #begin() {
    this.#since = performance.now();
    this.#until = this.#since + this.#ms;
  }
}

/** A timer that is so late shows that the program was busy. */
const LATE_MS = 50;
/** So often a time may be given once more. */
const MOST_RENEWALS = 4;

const later = typeof setImmediate === "function" ? setImmediate : (run) => setTimeout(run, 0);
