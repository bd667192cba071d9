// The members by which a program waits for a guard and ends it, on an object or a function of the program.
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
/** The guard of each object or function that has such members. */
const guardsOf = new WeakMap();

/** Gives an object or a function the members of a guard. */
export function lendMembers(guard, to) {
  guardsOf.set(to, guard);
  return Object.assign(to, { settled: () => guard.settled(), forget: (what) => guard.forget(what), [dispose]: () => guard.dispose() });
}

/** True if any call came to the guard that lent its members to an object or a function. */
export const isUsed = (to) => guardsOf.get(to).isUsed;
