// A store in the storage of a Durable Object, which exists in one place in the world at a time.
import { checkClient, checkedStore, piecesOf } from "./checked-store.js";

/** The maximum number of keys of one call. */
const MOST_KEYS = 128;

export function durableObjectStore(storage) {
  checkClient(storage, ["get", "put", "transaction"], "the storage of a Durable Object");
  return checkedStore(
    async (keys) => {
      const found = await readAll(storage, keys);
      return keys.map((key) => found.get(key));
    },
    (entries) =>
      storage.transaction(async (transaction) => {
        const found = await readAll(transaction, entries.map(([key]) => key));
        const missing = entries.filter(([key]) => !found.has(key));
        for (const piece of piecesOf(missing, MOST_KEYS)) await transaction.put(Object.fromEntries(piece));
      }),
  );
}

async function readAll(storage, keys) {
  const maps = await Promise.all(piecesOf(keys, MOST_KEYS).map((piece) => storage.get(piece)));
  return new Map(maps.flatMap((map) => [...map]));
}
