// A store in Workers KV. A location that has just been told that there is no value may say so for a minute more, even after it has written one: so the store remembers what
// it has written.
import { checkClient, checkedStore, piecesOf } from "./checked-store.js";
import { KeyLocks } from "./key-locks.js";

/** The most keys of one call. */
const MOST_KEYS = 100;
/** About how many characters of its own writing a store remembers. */
const REMEMBERED = 8_000_000;

export function kvStore(namespace) {
  checkClient(namespace, ["get", "put"], "a namespace of Workers KV");
  const [locks, recent] = [new KeyLocks(), new RecentWrites()];
  const read = (keys) => readAll(namespace, keys, recent);
  return checkedStore(read, (entries) =>
    locks.hold(entries.map(([key]) => key), async () => {
      const found = await read(entries.map(([key]) => key));
      const missing = entries.filter((_, nth) => found[nth] === undefined);
      await Promise.all(missing.map(([key, value]) => namespace.put(key, value)));
      for (const [key, value] of missing) recent.add(key, value);
    }),
  );
}

async function readAll(namespace, keys, recent) {
  const open = [...new Set(keys.filter((key) => recent.get(key) === undefined))];
  const maps = await Promise.all(piecesOf(open, MOST_KEYS).map((piece) => namespace.get(piece)));
  const found = new Map(maps.flatMap((map) => [...map]));
  return keys.map((key) => recent.get(key) ?? found.get(key) ?? undefined);
}

/** The last values that were written, of a bounded size. */
class RecentWrites {
  #values = new Map();
  #size = 0;

  get(key) {
    return this.#values.get(key);
  }

  add(key, value) {
    this.#values.set(key, value);
    this.#size += key.length + value.length;
    for (const [oldest, text] of this.#values) {
      if (this.#size <= REMEMBERED) return;
      this.#values.delete(oldest);
      this.#size -= oldest.length + text.length;
    }
  }
}
