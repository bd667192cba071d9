// How long one call waits for what the guard does by itself: until the time is over, or until the caller aborts.

export class Patience {
  #ms;
  #signal;
  #onWait;
  /** When the time is over; set when the call first waits. */
  #until;

  /** `onWait()` is called each time that something is waited for. */
  constructor(ms, signal, onWait) {
    [this.#ms, this.#signal, this.#onWait] = [ms, signal, onWait];
  }

  get isAborted() {
    return this.#signal?.aborted === true;
  }

  /** Waits for a promise, which may reject; resolves to true if it has settled, and to false if the patience ended first. */
  async waitFor(promise) {
    if (this.isAborted) return false;
    this.#onWait?.();
    this.#until ??= performance.now() + this.#ms;
    let end;
    const over = new Promise((resolve) => (end = () => resolve(false)));
    const timer = setTimeout(end, Math.max(0, this.#until - performance.now()));
    this.#signal?.addEventListener("abort", end, { once: true });
    const settled = () => true;
    const isSettled = await Promise.race([promise.then(settled, settled), over]);
    clearTimeout(timer);
    this.#signal?.removeEventListener("abort", end);
    return isSettled;
  }
}
