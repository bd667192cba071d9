// The simulator for a client: a fetch that redirects the address of a vendor to it, and the received calls.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pkg } from "../../scripts/paths.mjs";
import { planOf } from "../simulator/plan.mjs";
import { randomOf } from "../random.mjs";
import { serve } from "../simulator/server.mjs";

export const adapters = await import(pathToFileURL(join(pkg, "entry", "clients.js")).href);

/** Starts a vendor. `calls` is the number of calls of its next answers, and `plan` the members of their plans that are not random. */
export async function openVendor(seed) {
  const random = randomOf(seed);
  const vendor = { calls: 0, plan: {}, received: [] };
  const server = await serve({ seed, plan: () => ({ ...planOf(random, { calls: vendor.calls }), ...vendor.plan }) });
  const moved = (address) => {
    const { host, pathname, search } = new URL(address);
    return `${server.url}/${host}${pathname}${search}`;
  };
  vendor.fetch = async (input, init) => {
    const request = new Request(moved(input.url ?? input), input.url ? input : init);
    vendor.received.push(await request.clone().text());
    return fetch(request);
  };
  vendor.port = Number(new URL(server.url).port);
  vendor.log = server.log;
  vendor.close = () => server.close();
  return vendor;
}

/** Returns the hooks of a guard, and the events that they got. */
export function noted() {
  const told = { report: [], repaired: [], refused: [], recorded: [], error: [] };
  const hooks = Object.fromEntries(Object.keys(told).map((name) => [`on${name[0].toUpperCase()}${name.slice(1)}`, (one) => told[name].push(one)]));
  return { told, hooks };
}
