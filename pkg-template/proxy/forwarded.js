// The forwarded headers of a call and of its answer.
import { gatewayFacts } from "../guard/parts.js";
import { ACCOUNT, OWN } from "./caller.js";
import { FRAMING } from "./framing.js";
import { TOKEN } from "./tokens.js";

/** Headers of one connection, which mean nothing on the next. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"]);
/** Headers for the proxy, which are not forwarded to the provider. */
const FOR_PROXY = new Set([OWN, ACCOUNT, TOKEN, "host", "expect", ...FRAMING]);

/**
 * Returns the headers of a request for the provider, as pairs. It removes those of this connection, of this host, and of the framing, which
 * the sender writes. `reads` is true if the proxy reads the answer.
 */
export function requestHeaders(pairs, reads) {
  const passed = withoutHops(pairs, FOR_PROXY);
  return reads ? passed.map(([name, value]) => (name.toLowerCase() === "accept-encoding" ? [name, readable(value)] : [name, value])) : passed;
}

/** Returns the encodings that the client accepts and the proxy reads. */
function readable(value) {
  return value.split(",").some((one) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$)|$)/i.test(one)) ? "gzip" : "identity";
}

/** Returns the headers of an answer, as pairs, without those of the connection to the provider. */
export const answerHeaders = (pairs) => withoutHops(pairs);

/**
 * Returns the headers of an answer that also apply to its conversion: when to retry, and the vendor's id of the call. `get(name)` returns a
 * header.
 */
export function keptHeaders(get, wire) {
  const waits = ["retry-after", "retry-after-ms"].map((name) => [name, get(name)]);
  const { requestIds, wires } = gatewayFacts();
  const id = requestIds.map(get).find((value) => value !== undefined);
  return Object.fromEntries([...waits, [wires[wire].requestId, id]].filter(([, value]) => value !== undefined));
}

/** Returns headers without those of the connection, and without `others`. */
function withoutHops(pairs, others) {
  const named = pairs.filter(([name]) => name.toLowerCase() === "connection").flatMap(([, value]) => value.split(",").map((one) => one.trim().toLowerCase()));
  return pairs.filter(([name]) => {
    const lower = name.toLowerCase();
    return !HOP_BY_HOP.has(lower) && !others?.has(lower) && !named.includes(lower);
  });
}

/** Returns Node's flat list of headers as pairs. */
export function pairsOf(raw) {
  const pairs = [];
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at], raw[at + 1]]);
  return pairs;
}
