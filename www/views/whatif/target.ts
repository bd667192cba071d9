/** A target as the fields of a form, and back. */
import type { Target, Wire } from "rethought/slim";
import type { Destination } from "../../session/destination";

/** The fields of the form. An empty field is unknown. */
export interface TargetFields extends Destination {
  readonly wire: Wire;
  readonly account: string;
  readonly enforced: "unknown" | "yes" | "no";
  readonly era: string;
  readonly betas: string;
}

export function toFields(destination: Destination, wire: Wire, { account = "", enforced, era = "", betas = [] }: Target): TargetFields {
  return { ...destination, wire, account, enforced: enforced === undefined ? "unknown" : enforced ? "yes" : "no", era, betas: betas.join(", ") };
}

/** The target that the fields describe; `undefined` if they are the recorded ones. */
export function toTarget(fields: TargetFields, recorded: TargetFields, recordedTarget: Target): Target | undefined {
  if (Object.entries(fields).every(([name, value]) => recorded[name as keyof TargetFields] === value)) return undefined;
  const { host, wire, model, account, enforced, era, betas } = fields;
  const isMoved = host !== recorded.host || wire !== recorded.wire;
  const target: Target = isMoved ? targetAt(host, wire, recorded.wire) : { ...recordedTarget };
  for (const name of ["account", "enforced", "era", "betas"] as const) delete target[name];
  if (model && (isMoved || model !== recorded.model)) target.model = model;
  if (account) target.account = account;
  if (enforced !== "unknown") target.enforced = enforced === "yes";
  if (era) target.era = era;
  const betaNames = betas.split(/[\s,]+/).filter(Boolean);
  if (betaNames.length) target.betas = betaNames;
  return target;
}

/** A host may be typed as an address. Its path then determines the wire, unless another one was chosen. */
function targetAt(host: string, wire: Wire, recordedWire: Wire): Target {
  if (host.includes("/")) return wire === recordedWire ? { url: host } : { url: host, wire };
  return host ? { wire, host } : { wire };
}
