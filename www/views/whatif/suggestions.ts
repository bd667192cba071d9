/** Hosts and models that the form suggests. Anything else may be typed too. */
import type { Wire } from "rethought/slim";
import { core } from "../../state";

const hosts = () => core.value?.known.hosts ?? [];

/** The hosts that speak a wire. */
export const suggestHosts = (wire: Wire): string[] => hosts().flatMap(([host, wires]) => (wires.includes(wire) ? [host] : []));

export const suggestModels = (wire: Wire): readonly string[] => core.value?.known.models[wire] ?? [];

/** The wires that a host speaks; `undefined` if the host is unknown. */
export function wiresOfHost(host: string): readonly Wire[] | undefined {
  return hosts().find(([known, , domain = known]) => host === domain || host.endsWith(`.${domain}`) || host.endsWith(`-${domain}`))?.[1];
}
