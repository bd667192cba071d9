// Whose a call is: by its address, by its host, or by what the caller says of a gateway.
import { detect } from "../exchange/exchange.js";
import { targetOf } from "../exchange/target.js";
import { encodingOf, headerOf, headersOf, mayBeJson } from "./call.js";

const NOTHING = new Uint8Array(0);
/** Addresses that take what looks like a request, and answer with something else. */
const OTHERS = /[/:](count_?tokens|input_tokens|embed\w*|moderations?|rerank|tokenize|batches)$/i;
/** The headers by which an audit judges. No other is passed on: most of them are secrets. */
const JUDGED = ["anthropic-beta", "anthropic-version"];

/**
 * The target of a call that may be a provider's; nothing for any other call. `isCertain` is true if the address alone tells it. Where it is not, the body must look like a request, and is
 * looked at only if that reads no stream.
 */
export function providerOf(call, { target: given, hosts }) {
  const url = `${call.url.origin}${call.url.pathname}`;
  if (OTHERS.test(url)) return undefined;
  const said = typeof given === "function" ? given(new URL(call.url.href), headersOf(call)) : given;
  const spoken = spokenAt(url);
  if (said === undefined && !spoken && !isKnownHost(call.url, hosts)) return undefined;
  if (!mayBeJson(call)) return undefined;
  const isNamed = said !== undefined && typeof given === "function";
  if (!isNamed && !spoken && !isAtHand(call.body)) return undefined;
  const isCertain = isNamed || Boolean(spoken && (spoken.dialect || isAnthropic(call.url)));
  const judged = JUDGED.map((name) => [name, headerOf(call, name)]).filter(([, value]) => value !== undefined);
  const provider = { target: { url, headers: Object.fromEntries(judged), ...targetOf(said) }, wire: spoken?.wire, isCertain };
  // Told at once where it can be, so that a call that is none of a provider is passed on at once.
  const isTold = !isCertain && isAtHand(call.body) && encodingOf(call) !== "gzip";
  return isTold && !wireOf(call.body, provider) ? undefined : provider;
}

/** The wire that an address speaks, as it was told last. A program has few addresses. */
function spokenAt(url) {
  if (!spoken.has(url)) {
    if (spoken.size > 99) spoken.clear();
    spoken.set(url, detect(NOTHING, url));
  }
  return spoken.get(url);
}

const spoken = new Map();

/** Anthropic's own host speaks no dialect. */
const isAnthropic = ({ hostname }) => hostname === "api.anthropic.com";

/** The wire of a request by its body; nothing if it does not look like one. */
export function wireOf(plain, { target, wire, isCertain }) {
  if (firstLetter(plain) !== "{") return undefined;
  if (isCertain && (target.wire ?? wire)) return target.wire ?? wire;
  const found = detect(plain, target.url);
  if (isCertain && found) return found.wire;
  return found?.role === "request" && found.certainty >= 50 ? target.wire ?? found.wire : undefined;
}

/** True if a host is of a provider, by the tables of the package or by rows of the caller. */
function isKnownHost({ origin, hostname }, hosts) {
  const domains = hosts.flatMap((row) => row.domains ?? []);
  if (domains.some((domain) => hostname === domain || hostname.endsWith(domain.startsWith("-") ? domain : `.${domain}`))) return true;
  return spokenAt(`${origin}/chat/completions`)?.dialect !== undefined;
}

/** True if a body can be looked at without reading a stream. */
const isAtHand = (body) => typeof body === "string" || ArrayBuffer.isView(body) || body instanceof ArrayBuffer;

/** The first letter that is no space. A string is looked at from its start: to trim it would take its length. */
function firstLetter(body) {
  if (typeof body === "string") return body.charAt(/\S/.exec(body.slice(0, 4096))?.index ?? 0);
  const view = ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : new Uint8Array(body);
  return String.fromCharCode(view.find((byte) => byte > 0x20));
}
