// A store in Workers KV. A location that has read a missing value may report it as missing for another minute, even after writing it. The store
// therefore remembers its writes.
import { checkClient, checkedStore, piecesOf } from "./checked-store.js";
import { KeyLocks } from "./key-locks.js";

/** The maximum number of keys of one call. */
const MOST_KEYS = 100;
/** The approximate number of written characters that a store remembers. */
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

/** The last written values, up to a limit. */
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
