/** Changes of the form. Host, wire and model depend on each other, so a change of one may change the others. */
import type { Wire } from "rethought/slim";
import { modelInAddress, parseHost } from "../../session/destination";
import { core } from "../../state";
import { suggestHosts, suggestModel, wiresOfHost } from "./suggestions";
import type { TargetFields } from "./target";

/** Applies a change. A host without the wire changes the wire, a wire that the host does not have changes the host, and another wire changes the model. */
export function changeFields(fields: TargetFields, changed: Partial<TargetFields>, recorded: TargetFields, body: Uint8Array): TargetFields {
  const next = { ...fields, ...changed };
  const isHome = () => next.wire === recorded.wire;
  if (changed.host !== undefined) next.wire = wireAt(next.host, fields.wire, body);
  else if (wireAt(next.host, next.wire, body) !== next.wire) next.host = isHome() ? recorded.host : (suggestHosts(next.wire)[0] ?? "");
  if (next.wire !== fields.wire && changed.model === undefined) next.model = isHome() ? recorded.model : (modelInAddress(next.host) ?? suggestModel(next.wire, next.host));
  return next;
}

/** The wire of a host or an address: the given one if the host has it or is unknown, or else its first. */
export function wireAt(host: string, wire: Wire, body: Uint8Array): Wire {
  const spoken = (host.includes("/") ? wiresOfAddress(host, body) : undefined) ?? wiresOfHost(parseHost(host)) ?? [];
  return spoken.includes(wire) ? wire : (spoken[0] ?? wire);
}

/** The wire that an address names for certain. */
function wiresOfAddress(address: string, body: Uint8Array): readonly Wire[] | undefined {
  const detected = core.value?.detect(body, address);
  return detected?.certainty === 100 ? [detected.wire] : undefined;
}
