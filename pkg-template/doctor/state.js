// The states of a session, as its diagnosis names them.

/** The states, the worst first, each with its exit code. */
const STATES = { dead: 1, "likely dead": 1, refused: 1, "not checked": 2, "loses thoughts": 0, damaged: 0, healthy: 0 };

/** True if the provider will refuse the next request of the session. */
export const isDead = (state) => state === "dead" || state === "likely dead";

/** The exit code of several states: 1 if one is dead, else 2 if one was not checked. */
export function exitCodeOf(states) {
  const codes = states.map((state) => STATES[state]);
  return codes.includes(1) ? 1 : Math.max(0, ...codes);
}
