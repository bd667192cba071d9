// Whose a call is: the digest of its API key, made in the core. The key goes nowhere else.
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";
import { headerOf } from "./call.js";
import { gatewayFacts } from "./gateway-facts.js";

const read = guarded(glue.credentialOf);

/** The digest of the key of a call; the address if the call has a short-lived token, and nothing if it has neither. */
export function credentialOf(call) {
  const carried = gatewayFacts().credentialHeaders.map((name) => [name, headerOf(call, name)]).filter(([, value]) => value !== undefined);
  return read(JSON.stringify(Object.fromEntries(carried)), call.url.href);
}
