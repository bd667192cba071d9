// The index of the lines of a folder, in memory: a table of numbers, some 130 bytes for each line. An entry has a part of the hash of a key or a name, and the number of a line. The frame of the line says whether it has the key.

/** A key that so many lines have identifies none of them. */
const MANY = 8;

export class LineIndex {
  /** Where the frame of each line begins. */
  #places = new Float64Array(64);
  length = 0;
  /** A hash and the number of a line plus one, by turns. Zero is an empty place. */
  #slots = new Uint32Array(256);
  #filled = 0;

  /** Adds a line at a place, under its words. */
  add(place, words) {
    if (this.length === this.#places.length) this.#places = grown(this.#places);
    this.#places[this.length++] = place;
    for (const word of words) this.#insert(hashOf(word), this.length);
  }

  /** The places of lines that may have a word, the first ones first. */
  find(word) {
    const [hash, found] = [hashOf(word), []];
    for (let at = this.#start(hash); this.#slots[at + 1] && found.length < MANY; at = this.#next(at)) if (this.#slots[at] === hash) found.push(this.#places[this.#slots[at + 1] - 1]);
    return found;
  }

  #insert(hash, line) {
    if (4 * (this.#filled + 1) > this.#slots.length) this.#grow();
    let same = 0;
    let at = this.#start(hash);
    for (; this.#slots[at + 1]; at = this.#next(at)) if (this.#slots[at] === hash && ++same === MANY) return;
    this.#slots[at] = hash;
    this.#slots[at + 1] = line;
    this.#filled++;
  }

  #grow() {
    const before = this.#slots;
    this.#slots = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2) {
      if (!before[at + 1]) continue;
      let to = this.#start(before[at]);
      while (this.#slots[to + 1]) to = this.#next(to);
      this.#slots[to] = before[at];
      this.#slots[to + 1] = before[at + 1];
    }
  }

  #start(hash) {
    return 2 * (hash % (this.#slots.length / 2));
  }

  #next(at) {
    return (at + 2) % this.#slots.length;
  }
}

function grown(list) {
  const longer = new Float64Array(2 * list.length);
  longer.set(list);
  return longer;
}

/** Others choose ids, and must not be able to choose words with one hash. */
const SEEDS = crypto.getRandomValues(new Uint32Array(3));

/** A hash of a word of twelve bytes in base64. It is never zero. */
function hashOf(word) {
  const bytes = Buffer.from(word, "base64");
  const mixed = [0, 1, 2].reduce((hash, nth) => Math.imul((hash ^ bytes.readUInt32LE(4 * nth) ^ SEEDS[nth]) | 1, 0x9e3779b1) ^ (hash >>> 15), 0);
  return (mixed ^ (mixed >>> 13)) >>> 0 || 1;
}
