/** Keeps the most recently used values, by number. */
export class RecentCache<Value> {
  readonly #values = new Map<number, Value>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** Returns the kept value, or makes it. The least recently used value is dropped. */
  getOrMake(nth: number, make: () => Value): Value {
    const value = this.#values.get(nth) ?? make();
    // A map keeps the order of insertion, so inserting again makes this the most recent.
    this.#values.delete(nth);
    this.#values.set(nth, value);
    if (this.#values.size > this.#size) this.#values.delete(this.#values.keys().next().value as number);
    return value;
  }
}
