/** Where a request goes, as fields of a form, and back: what is typed becomes a target, and what is as recorded becomes none. */
import type { Target, Wire } from "rethought/slim";
import { textOf } from "../../bytes";
import type { Core } from "../../core";
import type { Exchange } from "../../session/exchange";

/** The host and the model that a request is for, as far as that is told. */
export interface Aim {
  readonly host: string;
  readonly model: string;
}

/** What can be chosen. Empty is not told. */
export interface Fields extends Aim {
  readonly account: string;
  readonly enforced: "unknown" | "yes" | "no";
  readonly era: string;
  readonly betas: string;
}

/** Of the model the target tells, or else the body, or else the address: the order in which the core asks them. */
export function aimOf(core: Core | undefined, { target }: Exchange, body: Uint8Array | undefined): Aim {
  const address = typeof target.url === "object" ? target.url.href : (target.url ?? "");
  const named = target.model ?? (core && body && modelIn(core, body)) ?? /\/models?\/([^/:?]+)/.exec(address)?.[1];
  return { host: target.host ?? hostIn(address), model: named ?? "" };
}

function modelIn(core: Core, body: Uint8Array): string | undefined {
  try {
    const named: unknown = JSON.parse(textOf(core.locate(body, "/model").raw as Uint8Array));
    return typeof named === "string" ? named : undefined;
  } catch {
    return undefined;
  }
}

export const hostIn = (address: string): string => /^(?:[a-z]+:)?(?:\/\/)?(?:[^/@]*@)?([^/?#]*)/i.exec(address)?.[1]?.toLowerCase() ?? "";

export function fieldsOf(aim: Aim, { account = "", enforced, era = "", betas = [] }: Target): Fields {
  return { ...aim, account, enforced: enforced === undefined ? "unknown" : enforced ? "yes" : "no", era, betas: betas.join(", ") };
}

/** The target that was typed; none, if it is the recorded one. */
export function targetOf(fields: Fields, recorded: Fields, target: Target, wire: Wire): Target | undefined {
  if (Object.entries(fields).every(([name, value]) => recorded[name as keyof Fields] === value)) return undefined;
  const { host, model, account, enforced, era, betas } = fields;
  const moved = host !== recorded.host;
  const { account: _, enforced: __, era: ___, betas: ____, ...kept } = target;
  const aimed: Target = !moved ? kept : host.includes("/") ? { url: host } : host ? { wire, host } : { wire };
  if (model && (moved || model !== recorded.model)) aimed.model = model;
  if (account) aimed.account = account;
  if (enforced !== "unknown") aimed.enforced = enforced === "yes";
  if (era) aimed.era = era;
  const named = betas.split(/[\s,]+/).filter(Boolean);
  if (named.length) aimed.betas = named;
  return aimed;
}
