// The table of hosts and dialects, src/wires/hosts.json, in the forms that builds need.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

/** Its rows. */
export const hosts = () => JSON.parse(readFileSync(join(root, "src", "wires", "hosts.json"), "utf8"));

/** For the page: a host to offer, the wires that it speaks, and the domain by which others like it are known, if that is not all of it. */
export function offeredHosts() {
  const offered = hosts().filter(({ host }) => host);
  return offered.map(({ host, wires, domains }) => [host, wires, ...domains.filter((domain) => host !== domain && host.endsWith(domain)).slice(0, 1)]);
}
