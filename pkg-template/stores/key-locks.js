// Locks within one process: only one task at a time reads and then writes a value.

export class KeyLocks {
  /** The last work on each key. */
  #last = new Map();

  /** Runs work after all earlier work on the same keys has ended. */
  async hold(keys, work) {
    const before = keys.map((key) => this.#last.get(key));
    const result = Promise.all(before).then(work);
    const ended = result.catch(() => {});
    for (const key of keys) this.#last.set(key, ended);
    try {
      return await result;
    } finally {
      for (const key of keys) if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
