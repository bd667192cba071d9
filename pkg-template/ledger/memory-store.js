// A store in memory with a limit: the oldest lines are removed first.
import { InputError } from "../errors/index.js";
import { numberFrom, optionsFrom } from "../text/options.js";

const BYTES = 64_000_000;
const LINE = /^line-([a-z0-9-]{1,75})$/;
const SLOT = /^(key-[a-z0-9-]{1,72})-(\d{1,3})$/;

/**
 * When the store is full, it removes the oldest lines and keeps their names: a request that may mean one of them must not match another. When the
 * names use half of the space, the oldest are removed too, each key with all its names at once.
 */
export function memoryStore(options) {
  const { bytes = BYTES } = optionsFrom(options, ["bytes"]);
  const memory = new Memory(numberFrom(bytes, "bytes", 1));
  return {
    getMany: async (keys) => keys.map((key) => memory.get(key)),
    setMany: async (entries) => {
      for (const [key] of entries) if (!LINE.test(key) && !SLOT.test(key)) throw new InputError("not a ledger key", { code: "E_INPUT" });
      for (const [key, value] of entries) memory.add(key, value);
      memory.shrink();
    },
  };
}

class Memory {
  /** The lines by name, in the order of their first mention: the text, if it is kept, and the keys that lead to it. */
  #lines = new Map();
  /** The names under each key. */
  #keys = new Map();
  /** The names of lines with a text, in the order of arrival. */
  #texts = new Set();
  #textBytes = 0;
  #keyBytes = 0;
  #most;

  constructor(most) {
    this.#most = most;
  }

  /** Uses no regular expression: an audit of a long conversation reads hundreds of keys. */
  get(key) {
    if (typeof key !== "string") throw new InputError("a key is a string", { code: "E_INPUT" });
    if (key.startsWith("line-")) return this.#lines.get(key.slice(5))?.text;
    const at = key.lastIndexOf("-");
    return this.#keys.get(key.slice(0, at))?.[Number(key.slice(at + 1))];
  }

  /** Keeps a value, unless the key has one. */
  add(key, value) {
    const [, name] = LINE.exec(key) ?? [];
    const [, base, nth] = SLOT.exec(key) ?? [];
    if (name !== undefined) this.#addLine(name, value);
    else this.#addName(base, Number(nth), value);
  }

  /** Removes lines until the store fits its limit, but never all of the last line. */
  shrink() {
    while (this.#textBytes + this.#keyBytes > this.#most && this.#lines.size > 1) {
      if (this.#keyBytes > this.#most / 2) this.#forgetOldest();
      else if (this.#texts.size > 1) this.#forgetText(this.#texts.values().next().value);
      else return;
    }
  }

  #line(name) {
    if (!this.#lines.has(name)) this.#lines.set(name, { text: undefined, keys: [] });
    return this.#lines.get(name);
  }

  #addLine(name, text) {
    const line = this.#line(name);
    if (line.text !== undefined) return;
    line.text = text;
    this.#texts.add(name);
    this.#textBytes += text.length;
  }

  #addName(base, nth, name) {
    const names = this.#keys.get(base) ?? [];
    // Places are filled in order.
    if (names.length !== nth) return;
    // A spread would reserve space for sixteen more names, and most keys have one.
    this.#keys.set(base, names.concat(name));
    this.#line(name).keys.push(base);
    this.#keyBytes += base.length + name.length;
  }

  #forgetText(name) {
    const line = this.#lines.get(name);
    this.#textBytes -= line.text.length;
    line.text = undefined;
    this.#texts.delete(name);
  }

  /** Removes the oldest line, and the keys that lead only to it. */
  #forgetOldest() {
    const [name, { keys }] = this.#lines.entries().next().value;
    if (this.#texts.has(name)) this.#forgetText(name);
    this.#lines.delete(name);
    for (const base of keys) {
      const names = this.#keys.get(base);
      if (!names || names.some((other) => this.#lines.has(other))) continue;
      this.#keys.delete(base);
      this.#keyBytes -= names.reduce((sum, other) => sum + base.length + other.length, 0);
    }
  }
}
