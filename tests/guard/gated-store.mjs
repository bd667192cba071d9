// A store that answers on command.
import { front } from "./drive.mjs";

/** Opens a store. While `held` has the name of a function, its calls wait for `release`. `asked` counts the calls. */
export function gatedStore(inner = front.memoryStore()) {
  const waiting = [];
  const gate = { held: new Set(), asked: 0, release };
  function release() {
    gate.held.clear();
    for (const go of waiting.splice(0)) go();
  }
  const gated = (name) => async (given) => {
    gate.asked++;
    if (gate.held.has(name)) await new Promise((go) => waiting.push(go));
    return inner[name](given);
  };
  return { gate, store: { getMany: gated("getMany"), setMany: gated("setMany") } };
}

/** Long enough that a check which waits for it fails. */
export const NEVER = 600_000;

/** Waits until everything has run that does not wait for a timer or for another process. */
export async function idle() {
  for (let nth = 0; nth < 20; nth++) await new Promise((resolve) => setImmediate(resolve));
}
