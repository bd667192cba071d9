// Deletes old answers in the store: when the first answer is recorded, and then once an hour while others are. Several programs on one store may do it, each by itself.

const DAY_MS = 86_400_000;
const PAUSE_MS = 3_600_000;

export class Retention {
  #store;
  #limits;
  #onError;
  #last = -Infinity;
  #running = Promise.resolve();

  /** `limits` has the days and the bytes that are kept, or is undefined. */
  constructor(store, limits, onError) {
    [this.#store, this.#limits, this.#onError] = [store, limits, onError];
  }

  /** Notes that an answer was recorded. Nobody waits for the deletion. */
  note() {
    if (!this.#limits || performance.now() - this.#last < PAUSE_MS) return;
    this.#last = performance.now();
    this.#running = this.#delete().catch(this.#onError);
  }

  /** Resolves when no deletion is under way. */
  settled() {
    return this.#running;
  }

  async #delete() {
    const { days, bytes } = this.#limits;
    if (days !== undefined) await this.#store.delete({ olderThan: Date.now() - days * DAY_MS });
    if (bytes !== undefined) await this.#store.delete({ overBytes: bytes });
  }
}
