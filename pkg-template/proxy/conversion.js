// A call of one vendor's client, answered by a model of another: the request is converted there, the answer back, and reasoning is kept for the way home.
import * as glue from "../wasm/glue.js";
import { convert } from "../convert/convert.js";
import { convertError, convertResponse, StreamConverter } from "../convert/reply.js";
import { detect } from "../exchange/exchange.js";
import { Ledger } from "../ledger/ledger.js";
import { guarded } from "../wasm/recover.js";
import { maxBytes } from "../text/input.js";
import { BoundedConverter, MOST_ANSWER } from "./bounded-converter.js";
import { keptHeaders } from "./forwarded.js";
import { refusedCall, unreachable } from "./sentences.js";

/** What an address does with a request: `generate`, `count`, `compact`; nothing if it speaks no wire. */
const purposeOf = guarded(glue.addressPurpose);
/** Why a call to an address that generates nothing is refused. A generation in its place would cost money, and would not answer it. */
const UNSUPPORTED = { count: "Token counting is not supported when calls are converted to another model. No model was called.", compact: "Compaction is not supported when calls are converted to another model. No model was called." };

/** So many conversations have a ledger at once. Those of one credential that have no name share one; no two credentials do. */
const MOST_OPEN = 64;
/** A ledger that was given so many bytes of requests and answers makes room for a new one: of what it knew, only thoughts are lost. */
const MOST_BYTES = 64_000_000;
/** The error of an answer that is not complete, and does not say why. */
const INCOMPLETE = { message: "The provider's answer ended before it was complete." };
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

export class Conversions {
  #vendor;
  /** The ledgers by credentials and names of conversations, that used last at the end. */
  #open = new Map();

  constructor(vendor) {
    this.#vendor = vendor;
  }

  /**
   * Converts a call; `url` is the address that the client called, at its own vendor, `body` its bytes if there are not too many, and `caller` who calls. Gives a `conversion`, or the answer by which the call
   * is `refused`: no model is called then.
   */
  begin(method, body, url, caller) {
    const address = `${url.origin}${url.pathname}`;
    const purpose = purposeOf(address);
    if (method !== "POST" || purpose === undefined) return { refused: refusedCall({ status: 404, sentence: "Calls are converted here, and this is not a call to a model." }) };
    if (purpose !== "generate") return { refused: refusedAt(address, 404, UNSUPPORTED[purpose]) };
    if (!ArrayBuffer.isView(body)) return { refused: refusedAt(address, 413, `The request has more than ${maxBytes()} bytes, which is the limit.`) };
    try {
      const conversion = this.#convert(body, url, address, caller);
      return conversion ? { conversion } : { refused: refusedAt(address, 400, "The body is not a request of this address.") };
    } catch (error) {
      return { refused: refusedAt(address, 400, `The request cannot be converted: ${error.message}`) };
    }
  }

  #convert(body, url, address, { conversation, credential }) {
    const found = detect(body, address);
    if (found?.role !== "request") return undefined;
    const from = { wire: found.wire, url: address };
    const ledger = this.#ledger(JSON.stringify([credential, conversation]), body.length);
    const isStream = asksForStream(body, url);
    const converted = convert(body, { from, to: this.#vendor.to, ledger });
    const request = withMembers(converted.request, { ...(isStream ? this.#vendor.whenStreamed : {}), ...this.#vendor.unlessSaid });
    return new Conversion({ from, to: this.#vendor.to, ledger, body, request, isStream, converted, url: this.#vendor.url(isStream), headers: this.#vendor.headers });
  }

  #ledger(name, bytes) {
    const known = this.#open.get(name);
    const open = known && known.bytes < MOST_BYTES ? known : { ledger: new Ledger(), bytes: 0 };
    open.bytes += bytes;
    this.#open.delete(name);
    this.#open.set(name, open);
    for (const other of this.#open.keys()) {
      if (this.#open.size <= MOST_OPEN) break;
      if (other !== name) this.#close(other);
    }
    return open.ledger;
  }

  #close(name) {
    this.#open.get(name).ledger[dispose]?.();
    this.#open.delete(name);
  }
}

class Conversion {
  constructor(members) {
    Object.assign(this, members);
  }

  /** The type of the body that the client gets. */
  get type() {
    if (!this.isStream) return "application/json";
    return { "bedrock-converse": "application/vnd.amazon.eventstream", "ollama-chat": "application/x-ndjson" }[this.from.wire] ?? "text/event-stream";
  }

  /** The audit of the request that is sent. */
  get report() {
    return this.converted.report;
  }

  /** The answer for the client, of that of the vendor. `bytes` are nothing if there were more than `MOST_ANSWER`. */
  whole(bytes, { status, headers }) {
    const kept = keptHeaders((name) => headers.get(name) ?? undefined, this.from.wire);
    if (bytes === undefined) return this.#failed(tooLong(this.url.host), 502, { ...kept, ...NO_RETRY });
    if (status < 200 || status >= 300) return this.#failed(decoder.decode(bytes), status, kept);
    const { from, to, ledger, body } = this;
    try {
      const { response, ended, error = INCOMPLETE } = convertResponse(bytes, { from: to, to: from, ledger, request: body });
      return ended ? answerOf(status, kept, response) : this.#failed(JSON.stringify({ error }), 502, kept);
    } catch (error) {
      return this.#failed(`The answer of ${this.url.host} cannot be converted: ${error.message}`, 502, { ...kept, ...NO_RETRY });
    }
  }

  /** The answer to a call that did not reach the vendor. */
  unreachable(error) {
    return this.#failed(unreachable(this.url.host, error), 502, {});
  }

  /** An error for the client, in the form of its own vendor. */
  #failed(text, status, kept) {
    const { error, status: answered } = convertError(isJson(text) ? text : JSON.stringify({ error: { message: text.slice(0, 1000) || `status ${status}` } }), { to: this.from, status });
    return answerOf(answered, kept, encoder.encode(error));
  }

  /** The headers of a stream for the client. */
  streamHeaders({ headers }) {
    return { ...keptHeaders((name) => headers.get(name) ?? undefined, this.from.wire), "content-type": this.type, "cache-control": "no-cache" };
  }

  /** The converter of a stream as it comes. */
  stream() {
    const { from, to, ledger, body } = this;
    return new BoundedConverter(new StreamConverter({ from: to, to: from, ledger, request: body }), tooLong(this.url.host));
  }
}

/** A call that is repeated is paid again, and fails again. Clients of Anthropic and OpenAI heed it. */
const NO_RETRY = { "x-should-retry": "false" };

const tooLong = (host) => `The answer of ${host} has more than ${MOST_ANSWER} bytes, which is the limit when calls are converted.`;

const answerOf = (status, kept, body) => ({ status, headers: { ...kept, "content-type": "application/json" }, body });

/** An answer of the proxy itself, in the form of the vendor whose address was called. */
function refusedAt(address, status, sentence) {
  const to = { wire: detect("{}", address).wire, url: address };
  const { error, status: answered } = convertError(JSON.stringify({ error: { message: sentence } }), { to, status });
  return { status: answered, headers: { "content-type": "application/json", "x-rethought": "proxy" }, body: error };
}

/** True if the client wants a stream: by the address at Google and Amazon, by the body elsewhere. */
function asksForStream(body, url) {
  if (/:streamGenerateContent$|\/converse-stream$/i.test(url.pathname)) return true;
  return parsed(body)?.stream === true;
}

/** A request with members that it does not have yet. */
function withMembers(request, members) {
  const said = parsed(request);
  const missing = Object.entries(members).filter(([name]) => said?.[name] === undefined);
  if (!missing.length) return request;
  const added = missing.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`).join("");
  return encoder.encode(decoder.decode(request).replace("{", `{${added}`));
}

function parsed(body) {
  try {
    return JSON.parse(typeof body === "string" ? body : decoder.decode(body));
  } catch {
    return undefined;
  }
}

const isJson = (text) => typeof parsed(text) === "object";
