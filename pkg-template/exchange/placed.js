// Something that stands at a place of a body, and what all such things share.

/** Something that stands at a place of a body. */
export class Placed {
  #received;
  #view;
  #raw;

  constructor(received, view) {
    this.#received = received;
    this.#view = view;
  }

  get pointer() {
    return this.#view[0];
  }

  get start() {
    return this.#view[1];
  }

  get end() {
    return this.#view[2];
  }

  get raw() {
    const raw = this.#raw ?? this.#received.cut(this.start, this.end);
    // Bytes are not kept: each reader gets a copy of its own.
    if (typeof raw === "string") this.#raw = raw;
    return raw;
  }

  /** The place and its text, for JSON, which has no bytes. */
  toJSON() {
    const { pointer, start, end } = this;
    return { pointer, start, end, raw: this.#received.text(start, end) };
  }
}

/** The strings at places, which are the start and the end of each. */
export function stringsOf(received, places) {
  const strings = [];
  for (let nth = 0; nth < places.length; nth += 2) strings.push(received.string(places[nth], places[nth + 1]));
  return strings;
}

/** The members that are not undefined. */
export function defined(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Plain data, for JSON. */
export const plain = (value) => value.toJSON();

/** Shows objects of a class by their plain data: Node, Bun and Deno show an object with getters as an empty one, unless it says itself what to show. */
export function showPlain(Class) {
  Object.defineProperty(Class.prototype, Symbol.for("nodejs.util.inspect.custom"), { value() { return this.toJSON(); } });
}

showPlain(Placed);
