// Conversations of the simulator through a guard, over loopback.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pkg } from "../../scripts/paths.mjs";
import { addressOf } from "./loopback.mjs";

export const front = await import(pathToFileURL(join(pkg, "start", "node.js")).href);
export const guards = await import(pathToFileURL(join(pkg, "entry", "guard.js")).href);

let count = 0;

/**
 * Returns the target of a step in the form of a caller with a gateway: the simulator has additional members, and hosts that run anywhere are named by
 * their dialect.
 */
export const targetOf = ({ target: { surface, path, ...target } }) => ({ ...target, host: target.host?.replace(/\.local$/, "") });

/**
 * Makes a guard over a loopback, and a function that sends a step through it. The result has the response with its bytes, the received request, and
 * the events of the hooks.
 */
export function openGuard(loopback, options = {}) {
  let step;
  const told = { report: [], repaired: [], refused: [], recorded: [], error: [] };
  const hooks = { onReport: (one) => told.report.push(one), onRepaired: (one) => told.repaired.push(one), onRefused: (one) => told.refused.push(one), onError: (error, one) => told.error.push({ error, ...one }) };
  const fetch = guards.guard(loopback.fetch, { ...hooks, target: () => targetOf(step), ...options });
  const send = async (next) => {
    step = next;
    const id = `step-${count++}`;
    loopback.steps.set(id, next);
    Object.values(told).forEach((list) => list.splice(0));
    const response = await fetch(addressOf(next), { method: "POST", headers: { ...next.headers, "content-type": "application/json", "x-step": id }, body: next.requestText });
    const bytes = Buffer.from(await response.arrayBuffer());
    await fetch.settled();
    const received = loopback.received.get(id) ?? [];
    loopback.steps.delete(id);
    loopback.received.delete(id);
    return { response, bytes, received, ...Object.fromEntries(Object.entries(told).map(([name, list]) => [name, [...list]])) };
  };
  return { fetch, send };
}
