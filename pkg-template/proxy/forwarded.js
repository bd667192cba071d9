// The headers of a call and of its answer, as they are passed on.
import { FRAMING } from "./framing.js";

/** Headers that are of one connection, and mean nothing on the next. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"]);
/** The header by which a client names a conversation to the proxy alone. */
const OWN = "x-rethought-conversation";
/** The headers by which clients name their conversations, the most certain first. */
const NAMES = [OWN, "x-claude-code-session-id", "session-id", "thread-id"];
/** Headers that are for the proxy, and not for the provider. */
const FOR_PROXY = new Set([OWN, "host", "expect", ...FRAMING]);

/** The name of the conversation that headers tell; `get(name)` gives a header. */
export function conversationIn(get) {
  for (const name of NAMES) {
    const value = get(name)?.trim();
    if (value) return value.slice(0, 500);
  }
  return undefined;
}

/** The headers of a request for the provider, as pairs: without those of this connection, of this host, and of the framing, which the sender writes. `reads` is true if the answer is read along. */
export function requestHeaders(pairs, reads) {
  const passed = withoutHops(pairs, FOR_PROXY);
  return reads ? passed.map(([name, value]) => (name.toLowerCase() === "accept-encoding" ? [name, readable(value)] : [name, value])) : passed;
}

/** The encodings that the client takes and the proxy reads. */
function readable(value) {
  return value.split(",").some((one) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$)|$)/i.test(one)) ? "gzip" : "identity";
}

/** The headers of an answer, as pairs, without those of the connection to the provider. */
export const answerHeaders = (pairs) => withoutHops(pairs);

/** Headers without those of the connection, and without `others`. */
function withoutHops(pairs, others) {
  const named = pairs.filter(([name]) => name.toLowerCase() === "connection").flatMap(([, value]) => value.split(",").map((one) => one.trim().toLowerCase()));
  return pairs.filter(([name]) => {
    const lower = name.toLowerCase();
    return !HOP_BY_HOP.has(lower) && !others?.has(lower) && !named.includes(lower);
  });
}

/** Node's flat list of headers as pairs. */
export function pairsOf(raw) {
  const pairs = [];
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at], raw[at + 1]]);
  return pairs;
}
