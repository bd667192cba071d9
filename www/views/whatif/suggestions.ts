/** Hosts and models that the form suggests. Anything else may be typed too. */
import type { Wire } from "rethought/slim";
import { core } from "../../state";

const hosts = () => core.value?.known.hosts ?? [];

/** Returns all known hosts. Those that support the wire come first. */
export function suggestHosts(wire: Wire): string[] {
  const speaks = (nth: 0 | 1) => hosts().flatMap(([host, wires]) => (wires.includes(wire) === (nth === 0) ? [host] : []));
  return [...speaks(0), ...speaks(1)];
}

export const suggestModels = (wire: Wire): readonly string[] => core.value?.known.models[wire] ?? [];

/** Returns the model to begin with: one whose name begins like that of the host, or else the first. */
export function suggestModel(wire: Wire, host: string): string {
  const models = suggestModels(wire);
  return models.find((model) => host.includes(model.split(/[-/.]/, 1)[0] as string)) ?? models[0] ?? "";
}

/** Returns the wires that a host supports; `undefined` if the host is unknown. */
export function wiresOfHost(host: string): readonly Wire[] | undefined {
  return hosts().find(([known, , domain = known]) => host === domain || host.endsWith(`.${domain}`) || host.endsWith(`-${domain}`))?.[1];
}
