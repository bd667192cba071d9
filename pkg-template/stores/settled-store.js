// A store over a database that has no «set if absent»: there, the last writer of a value wins. Two processes may find one place of a key free and
// both write their name into it. Each therefore waits until every process that read the free place has also written. Then the ledger reads the place,
// and the process whose name is not in it uses the next.
//
// Nothing is lost as long as no process takes longer than `settleMs` from its reading of a place to the end of its writing. Lines need none of this:
// all writers of a line write the same answer under its name.
import { StoreError } from "../errors/index.js";
import { numberFrom } from "../text/options.js";
import { checkedStore } from "./checked-store.js";
import { KeyLocks } from "./key-locks.js";

/** The number of times a place is read again if that took too long. */
const TRIES = 5;
const isPlace = ([key]) => key.startsWith("key-");

export function settledStore(read, write, settleMs) {
  const wait = numberFrom(settleMs, "settleMs", 0);
  const locks = new KeyLocks();
  return checkedStore(read, async (entries) => {
    const keys = entries.map(([key]) => key);
    const written = await locks.hold(keys, () => writeMissing(read, write, entries, wait));
    if (wait && written.some(isPlace)) await new Promise((resolve) => setTimeout(resolve, wait));
  });
}

/** Writes the missing values. Resolves to them. */
async function writeMissing(read, write, entries, wait) {
  for (let nth = 0; nth < TRIES; nth++) {
    const start = performance.now();
    const found = await read(entries.map(([key]) => key));
    const missing = entries.filter((_, nth) => (found[nth] ?? undefined) === undefined);
    // After this long, a process that has waited for us may have taken the place.
    if (wait && missing.some(isPlace) && performance.now() - start > wait / 2) continue;
    if (missing.length) await write(missing);
    return missing;
  }
  throw new StoreError(`to read takes longer than half of settleMs, ${wait}: give more, or 0 if one process writes`, { code: "E_STORE" });
}
