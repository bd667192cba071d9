// The base of everything that has a place in a body.

/** Something that has a place in a body. */
export class Placed {
  #received;
  #place;
  #raw;

  /** `place` has a pointer, a start and an end. */
  constructor(received, place) {
    this.#received = received;
    this.#place = place;
  }

  get pointer() {
    return this.#place.pointer;
  }

  get start() {
    return this.#place.start;
  }

  get end() {
    return this.#place.end;
  }

  get raw() {
    const raw = this.#raw ?? this.#received.cut(this.start, this.end);
    // Bytes are not kept: each reader gets its own copy.
    if (typeof raw === "string") this.#raw = raw;
    return raw;
  }

  /** Returns the place and its text, for JSON, which has no bytes. */
  toJSON() {
    const { pointer, start, end } = this;
    return { pointer, start, end, raw: this.#received.text(start, end) };
  }
}

/** Returns the strings at places. `places` lists the start and the end of each. */
export function stringsOf(received, places) {
  const strings = [];
  for (let nth = 0; nth < places.length; nth += 2) strings.push(received.string(places[nth], places[nth + 1]));
  return strings;
}

/** Returns the members that are not undefined. */
export function defined(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Returns plain data, for JSON. */
export const plain = (value) => value.toJSON();

/**
 * Shows objects of a class by their plain data. Node, Bun and Deno show an object with getters as an empty one, unless it defines what to
 * show.
 */
export function showPlain(Class) {
  Object.defineProperty(Class.prototype, Symbol.for("nodejs.util.inspect.custom"), { value() { return this.toJSON(); } });
}

showPlain(Placed);
