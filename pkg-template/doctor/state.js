// The state of a session, from its diagnosis.

/** The states, the worst first, each with its exit code. */
const STATES = { dead: 1, "likely dead": 1, refused: 1, "not checked": 2, "loses thoughts": 0, healthy: 0 };
const NEXT = { rejected: "dead", "likely rejected": "likely dead", degraded: "loses thoughts", accepted: "healthy", unknown: "not checked" };

/** The state of a session: `refused` if the provider refused its last request, and no cause is found in the file. */
export function stateOf({ agent, past, next }) {
  if (agent === null) return "not checked";
  const state = NEXT[next];
  return past === "rejected" && !isDead(state) ? "refused" : state;
}

/** True if the provider will refuse the next request of the session. */
export const isDead = (state) => state === "dead" || state === "likely dead";

/** The exit code of several states: 1 if one is dead, else 2 if one was not checked. */
export function exitCodeOf(states) {
  const codes = states.map((state) => STATES[state]);
  return codes.includes(1) ? 1 : Math.max(0, ...codes);
}
