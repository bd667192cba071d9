/**
 * Hosts and models to choose from. Anything else may be typed; of these it is known what they speak. The hosts are those of src/codecs/hosts.json, the
 * models those of known.json. Both stand in a block of the page: the script need not wait for them.
 */
import type { Wire } from "rethought/slim";
import { core } from "../../state";

export interface Known {
  /** A host to offer, the wires that it speaks, and the end of its name by which others are known, if that is not all of it. */
  readonly hosts: readonly (readonly [host: string, wires: readonly Wire[], end?: string])[];
  readonly models: Readonly<Partial<Record<Wire, readonly string[]>>>;
}

const hosts = () => core.value?.known.hosts ?? [];

/** Hosts that speak a wire. */
export const hostsFor = (wire: Wire): string[] => hosts().flatMap(([host, wires]) => (wires.includes(wire) ? [host] : []));

export const modelsFor = (wire: Wire): readonly string[] => core.value?.known.models[wire] ?? [];

/** What a host speaks; nothing, if it is not known. */
export function spokenBy(host: string): readonly Wire[] | undefined {
  return hosts().find(([known, , end = known]) => host === end || host.endsWith(`.${end}`) || host.endsWith(`-${end}`))?.[1];
}
