// The table of hosts and dialects, src/wires/hosts.json, in the forms that builds need.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

/** Returns its rows. */
export const hosts = () => JSON.parse(readFileSync(join(root, "src", "wires", "hosts.json"), "utf8"));

/** Returns for the page: a host to offer, its wires, and the domain of similar hosts, if it differs from the host. */
export function offeredHosts() {
  const offered = hosts().filter(({ host }) => host);
  return offered.map(({ host, wires, domains }) => [host, wires, ...domains.filter((domain) => host !== domain && host.endsWith(domain)).slice(0, 1)]);
}
