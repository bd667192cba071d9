// Keeps a few of many examples: those whose places have the smallest hashes. The choice does not depend on order or grouping.
import { SummaryError } from "./monoid.js";

/** Returns the kind of a list of examples, at most `limit`. `hash` returns the number of an example, and `check` a valid copy of it. */
export function smallest(limit, hash, check) {
  return {
    empty: () => new Smallest(limit),
    merge(into, from) {
      for (const { number, example } of from.list) into.offer(number, () => example);
      return into;
    },
    write: (value) => value.list.map(({ example }) => example),
    read(json) {
      if (!Array.isArray(json)) throw new SummaryError("examples must be a list");
      const value = new Smallest(limit);
      for (const each of json) {
        const example = check(each);
        value.offer(hash(example), () => example);
      }
      return value;
    },
  };
}

class Smallest {
  #limit;
  /** The examples in order: `{number, example, text}`. The text decides between two of the same number. */
  list = [];

  constructor(limit) {
    this.#limit = limit;
  }

  /** Keeps an example if its number is small enough, and makes it only then. An example without a number is not kept. */
  offer(number, make) {
    const { list } = this;
    if (number === undefined || (list.length === this.#limit && number > list.at(-1).number)) return;
    const example = make();
    const text = JSON.stringify(example);
    const at = list.findIndex((other) => number < other.number || (number === other.number && text <= other.text));
    if (at >= 0 && list[at].number === number && list[at].text === text) return;
    list.splice(at < 0 ? list.length : at, 0, { number, example, text });
    if (list.length > this.#limit) list.pop();
  }
}
