// Whose a call is: by its address and its body, as the core reads them, or by what the caller says of a gateway.
import * as glue from "../wasm/glue.js";
import { targetOf } from "../exchange/target.js";
import { guarded } from "../wasm/recover.js";
import { bodyOf } from "../text/input.js";
import { encodingOf, headerOf, headersOf, mayBeJson } from "./call.js";
import { gatewayFacts } from "./gateway-facts.js";

const wasm = { address: guarded(glue.callAddress), wire: guarded(glue.wireOfRequest) };
const encoder = new TextEncoder();

/** The addresses that were called, as the core reads them. A program has few, and a call that is not a provider's must cost almost nothing. */
export class CallAddresses {
  #hosts;
  #known = new Map();

  /** `hosts` are rows of hosts of the caller. */
  constructor(hosts) {
    this.#hosts = encoder.encode(JSON.stringify(hosts));
  }

  /** The facts of an address: `wire`, `isProvider`, `isCertain`; nothing if no answer of a model comes from there. */
  of(url) {
    if (!this.#known.has(url)) {
      if (this.#known.size > 99) this.#known.clear();
      const found = wasm.address(url, this.#hosts);
      this.#known.set(url, found && JSON.parse(found));
    }
    return this.#known.get(url);
  }
}

/**
 * The target of a call that may be a provider's; nothing for any other call. `isCertain` is true if the address alone shows it. Where it is not, the body must look like a request, and is
 * looked at only if that reads no stream.
 */
export function providerOf(call, { target: given, addresses }) {
  const url = `${call.url.origin}${call.url.pathname}`;
  const address = addresses.of(url);
  if (!address) return undefined;
  const said = typeof given === "function" ? given(new URL(call.url.href), headersOf(call)) : given;
  if (said === undefined && !address.isProvider) return undefined;
  if (!mayBeJson(call)) return undefined;
  const isNamed = said !== undefined && typeof given === "function";
  if (!isNamed && !address.wire && !isAtHand(call.body)) return undefined;
  const isCertain = isNamed || address.isCertain;
  // No other header is passed on: most of them are secrets.
  const judged = gatewayFacts().judgedHeaders.map((name) => [name, headerOf(call, name)]).filter(([, value]) => value !== undefined);
  const provider = { target: { url, headers: Object.fromEntries(judged), ...targetOf(said) }, wire: address.wire, isCertain };
  // Decided without waiting where possible, so that a call to another address is not delayed.
  const isTold = !isCertain && isAtHand(call.body) && encodingOf(call) !== "gzip";
  return isTold && !wireOf(call.body, provider) ? undefined : provider;
}

/** The wire of a request by its body; nothing if it does not look like one. */
export function wireOf(plain, { target, wire, isCertain }) {
  if (firstLetter(plain) !== "{") return undefined;
  if (isCertain && (target.wire ?? wire)) return target.wire ?? wire;
  const found = wasm.wire(bodyOf(plain).source, target.url, isCertain);
  return isCertain ? found : found && (target.wire ?? found);
}

/** True if a body can be looked at without reading a stream. */
const isAtHand = (body) => typeof body === "string" || ArrayBuffer.isView(body) || body instanceof ArrayBuffer;

/** The first letter that is no space. A string is looked at from its start: to trim it would take its length. */
function firstLetter(body) {
  if (typeof body === "string") return body.charAt(/\S/.exec(body.slice(0, 4096))?.index ?? 0);
  const view = ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : new Uint8Array(body);
  return String.fromCharCode(view.find((byte) => byte > 0x20));
}
