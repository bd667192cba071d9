/** The model of an exchange: the one that answered, or else the one that was asked, which on most wires stands at the beginning of the request. */
import type { Exchange } from "../../session/exchange";

const asked = new WeakMap<Exchange, string>();

export function modelOf(exchange: Exchange): string | undefined {
  if (exchange.model !== undefined) return exchange.model;
  const known = asked.get(exchange) ?? namedIn(exchange.record.request ?? exchange.record.opening);
  asked.set(exchange, known);
  return known || undefined;
}

function namedIn(body: Uint8Array | undefined): string {
  const head = new TextDecoder().decode(body?.subarray(0, 2000));
  return /"model"\s*:\s*"([^"\\]{1,80})"/.exec(head)?.[1] ?? "";
}
