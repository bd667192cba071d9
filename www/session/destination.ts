/** The host and the model that a request is sent to, as far as they are known. */
import { decodeText } from "../bytes";
import type { Core } from "../core/core";
import type { Exchange } from "./exchange";

export interface Destination {
  /** Empty if unknown. */
  readonly host: string;
  readonly model: string;
}

/** Looks for the model in the target, then in the body, then in the address. The core uses the same order. */
export function destinationOf(core: Core | undefined, { target }: Exchange, body: Uint8Array | undefined): Destination {
  const address = typeof target.url === "object" ? target.url.href : (target.url ?? "");
  const model = target.model ?? (core && body && findModel(core, body)) ?? modelInAddress(address);
  return { host: target.host ?? parseHost(address), model: model ?? "" };
}

/** The model that an address names. */
export const modelInAddress = (address: string): string | undefined => /\/models?\/([^/:?]+)/.exec(address)?.[1];

export const parseHost = (address: string): string => /^(?:[a-z]+:)?(?:\/\/)?(?:[^/@]*@)?([^/?#]*)/i.exec(address)?.[1]?.toLowerCase() ?? "";

function findModel(core: Core, body: Uint8Array): string | undefined {
  try {
    const model: unknown = JSON.parse(decodeText(core.locate(body, "/model").raw as Uint8Array));
    return typeof model === "string" ? model : undefined;
  } catch {
    return undefined;
  }
}
