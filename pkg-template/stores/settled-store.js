// A store over a database that has no «set if absent»: the last to write a value wins there. Two processes may find one place of a key free and both write their name
// into it. So each waits until whoever has read the place before it was taken has written too. Then the ledger reads the place, and who is not in it takes the next.
//
// Nothing is lost as long as no process takes longer than `settleMs` from its reading of a place to the end of its writing. Lines need none of this: whoever writes a
// line writes the same answer under its name.
import { StoreError } from "../errors/index.js";
import { numberFrom } from "../text/options.js";
import { checkedStore } from "./checked-store.js";
import { KeyLocks } from "./key-locks.js";

/** So many times a place is read again if it took too long. */
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

/** Writes the values that are not there; resolves to them. */
async function writeMissing(read, write, entries, wait) {
  for (let nth = 0; nth < TRIES; nth++) {
    const start = performance.now();
    const found = await read(entries.map(([key]) => key));
    const missing = entries.filter((_, nth) => (found[nth] ?? undefined) === undefined);
    // A place that was read so long ago may have been taken since by one who has waited for us.
    if (wait && missing.some(isPlace) && performance.now() - start > wait / 2) continue;
    if (missing.length) await write(missing);
    return missing;
  }
  throw new StoreError(`to read takes longer than half of settleMs, ${wait}: give more, or 0 if one process writes`, { code: "E_STORE" });
}
