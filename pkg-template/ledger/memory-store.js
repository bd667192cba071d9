// A store in memory with a limit: the conversations that were not used for longest are removed first.
//
// A request asks for the lines of its whole conversation, so these have one time of use, and are removed together.
import { InputError } from "../errors/index.js";
import { checkedWhat } from "../stores/checked-what.js";
import { numberFrom, optionsFrom } from "../text/options.js";

const BYTES = 64_000_000;
/** A key of this many lines identifies none of them (src/ledger/index.rs). */
const MANY = 8;
/** A name under a key takes about so many bytes, with the place of the key in a map. */
const PLACE_BYTES = 250;
const LINE = /^line-([a-z0-9-]{1,75})$/;
const SLOT = /^(key-[a-z0-9-]{1,72})-(\d{1,3})$/;

/**
 * When the store is full, it removes the texts of lines and keeps their names: a request that may mean one of them must not match another. When the
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
    find: async (keys) => memory.find(keys),
    record: async (lines) => {
      const isNew = lines.map((line) => memory.record(line));
      memory.shrink();
      return isNew;
    },
    delete: async (what) => memory.delete(checkedWhat(what)),
    entries: async function* () {
      yield memory.entries();
    },
  };
}

class Memory {
  /** The lines by name, the one that was used last at the end: the text, if it is kept, the keys that lead to it, and when it was used. */
  #lines = new Map();
  /** The names under each key. */
  #keys = new Map();
  /** The names of lines with a text, in the same order. */
  #texts = new Set();
  /** Counts the uses. */
  #uses = 0;
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

  /** The names under each key. Their lines are used. */
  find(keys) {
    const found = keys.map((key) => this.#keys.get(`key-${key}`) ?? []);
    this.#uses++;
    for (const name of new Set(found.flat())) this.#use(name);
    return found.map((names) => [...names]);
  }

  record({ name, keys, text, time, account, conversation }) {
    if (this.#lines.get(name)?.text !== undefined) return false;
    this.#uses++;
    for (const key of keys) {
      const names = this.#keys.get(`key-${key}`) ?? [];
      if (names.length < MANY && !names.includes(name)) this.#addName(`key-${key}`, names.length, name);
    }
    this.#addLine(name, text);
    Object.assign(this.#lines.get(name), { time: time ?? null, account: account ?? null, conversation: conversation ?? null });
    return true;
  }

  /** Removes the texts of lines. Resolves to their number. */
  delete({ olderThan, overBytes, ...named }) {
    const [[member, value] = []] = Object.entries(named);
    let [count, sum] = [0, 0];
    const timeOf = (name) => this.#lines.get(name).time ?? Infinity;
    for (const name of [...this.#texts].sort((one, other) => timeOf(other) - timeOf(one))) {
      const line = this.#lines.get(name);
      // A line that was written as a value has no time, and no account: only removing it whole would delete it.
      if (timeOf(name) === Infinity) continue;
      sum += line.text.length;
      if (!(member === undefined ? timeOf(name) < olderThan || sum > overBytes : line[member] === value)) continue;
      this.#forgetText(name);
      count++;
    }
    return count;
  }

  entries() {
    const lines = [...this.#texts].map((name) => [name, this.#lines.get(name)]);
    return lines.map(([name, { text, time = null, account = null, conversation = null }]) => ({ key: `line-${name}`, value: text, time, account, conversation }));
  }

  #use(name) {
    const line = this.#lines.get(name);
    if (!line) return;
    line.used = this.#uses;
    this.#lines.delete(name);
    this.#lines.set(name, line);
    if (this.#texts.delete(name)) this.#texts.add(name);
  }

  /** Removes lines until the store fits its limit, but never all of the last line. */
  shrink() {
    while (this.#textBytes + this.#keyBytes > this.#most && this.#lines.size > 1) {
      if (this.#keyBytes > this.#most / 2) this.#forgetOldest();
      else if (this.#texts.size > 1) this.#forgetTexts();
      else return;
    }
  }

  #line(name) {
    if (!this.#lines.has(name)) this.#lines.set(name, { text: undefined, keys: [], used: this.#uses });
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
    this.#keyBytes += PLACE_BYTES;
  }

  /** Removes the text that was not used for longest, and those that were used with it. */
  #forgetTexts() {
    const { used } = this.#lines.get(this.#texts.values().next().value);
    for (const name of this.#texts) {
      if (this.#lines.get(name).used !== used || this.#texts.size === 1) return;
      this.#forgetText(name);
    }
  }

  #forgetText(name) {
    const line = this.#lines.get(name);
    this.#textBytes -= line.text.length;
    Object.assign(line, { text: undefined, account: null, conversation: null });
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
      this.#keyBytes -= names.length * PLACE_BYTES;
    }
  }
}
