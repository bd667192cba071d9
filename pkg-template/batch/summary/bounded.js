// Values by name, with a bounded number of names. Names come from traffic, and there may be a million of them.
//
// Names have a fixed order, and the first `limit` of it are kept. A name among the first of all is among the first of every part. No part has dropped
// it, so its value is exact. A name that a part has dropped is dropped in the whole, too. Merging is therefore associative and commutative. The
// values of dropped names add up under `others`.
import { count, objectOf, readMember } from "./monoid.js";

/** The longest name. A longer one is cut to this length. */
const LONGEST = 200;

/** Returns the kind of a map from names to values of `kind`. `rank` returns a number for a name; lower ones come first. */
export function bounded(limit, rank, kind) {
  return {
    empty: () => new BoundedMap(limit, rank, kind),
    merge: (into, from) => into.merge(from),
    write: (value) => value.write(),
    read(json) {
      const map = new BoundedMap(limit, rank, kind);
      const { kept, others } = objectOf(json, "a table");
      for (const [name, value] of Object.entries(objectOf(kept, "a table without kept"))) map.put(name, readMember(kind, value, name.slice(0, 40)));
      if (others !== undefined) map.putOthers(readMember(kind, others, "others"));
      return map;
    },
  };
}

class BoundedMap {
  #limit;
  #rank;
  #kind;
  #kept = new Map();
  #others;
  /** The last kept name, with its rank, once names were dropped. Names after it belong to the others. */
  #last;

  constructor(limit, rank, kind) {
    this.#limit = limit;
    this.#rank = rank;
    this.#kind = kind;
  }

  /**
   * Returns the value of a name, to be changed in place. For a name that is not kept, it is the value of the others. For kinds whose values are
   * objects.
   */
  at(name) {
    return this.#kept.get(name) ?? this.#make(cut(name));
  }

  /** Adds to the count of a name. For the kind `count`. */
  count(name, more = 1) {
    const found = this.#kept.get(name);
    if (found !== undefined) this.#kept.set(name, found + more);
    else this.put(name, more);
  }

  /** Merges a value into that of a name. */
  put(name, value) {
    const own = cut(name);
    if (!this.#takes(own)) return this.putOthers(value);
    this.#kept.set(own, this.#kind.merge(this.#kept.get(own) ?? this.#kind.empty(), value));
  }

  putOthers(value) {
    this.#others = this.#kind.merge(this.#others ?? this.#kind.empty(), value);
  }

  merge(from) {
    from.#prune(from.#limit);
    for (const [name, value] of from.#kept) this.put(name, value);
    if (from.#others !== undefined) this.putOthers(from.#others);
    return this;
  }

  write() {
    const kept = Object.fromEntries(this.entries().map(([name, value]) => [name, this.#kind.write(value)]));
    return { kept, ...(this.#others === undefined ? {} : { others: this.#kind.write(this.#others) }) };
  }

  /** Returns the kept names in alphabetical order, with their values. */
  entries() {
    this.#prune(this.#limit);
    return [...this.#kept].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  get(name) {
    return this.#kept.get(name);
  }

  /** The value of all names that are not kept; undefined if there are none. */
  get others() {
    this.#prune(this.#limit);
    return this.#others;
  }

  #make(name) {
    const found = this.#kept.get(name);
    if (found !== undefined) return found;
    if (!this.#takes(name)) return (this.#others ??= this.#kind.empty());
    const value = this.#kind.empty();
    this.#kept.set(name, value);
    return value;
  }

  /** Returns true if there is a place for the name. Names are dropped at twice the limit, so that they need not be sorted for each. */
  #takes(name) {
    if (this.#kept.has(name)) return true;
    if (this.#kept.size >= 2 * this.#limit) this.#prune(this.#limit);
    return this.#last === undefined || isBefore(this.#ranked(name), this.#last);
  }

  #prune(limit) {
    if (this.#kept.size <= limit) return;
    const names = [...this.#kept.keys()].map((name) => this.#ranked(name)).sort((one, other) => (isBefore(one, other) ? -1 : 1));
    for (const { name } of names.slice(limit)) {
      this.putOthers(this.#kept.get(name));
      this.#kept.delete(name);
    }
    this.#last = names[limit - 1];
  }

  #ranked(name) {
    return { name, rank: this.#rank(name) };
  }
}

const isBefore = (one, other) => one.rank < other.rank || (one.rank === other.rank && one.name < other.name);

const cut = (name) => (name.length > LONGEST ? name.slice(0, LONGEST) : name);

/** Counts by name. */
export const tally = (limit, rank) => bounded(limit, rank, count);
