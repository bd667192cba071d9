// A call of one vendor's client, answered by a model of another: the request is converted there, the answer back, and reasoning is kept for the way home.
import { convert } from "../convert/convert.js";
import { convertError, convertResponse, StreamConverter } from "../convert/reply.js";
import { detect } from "../exchange/exchange.js";
import { Ledger } from "../ledger/ledger.js";

/** So many conversations with a name have a ledger at once. */
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
  /** The ledgers by the names of conversations, that used last at the end. */
  #open = new Map();

  constructor(vendor) {
    this.#vendor = vendor;
  }

  /** Converts a request; `url` is the address that the client called, at its own vendor. Gives nothing if it is no call to a model. */
  begin(body, url, conversation) {
    const address = `${url.origin}${url.pathname}`;
    const found = detect(body, address);
    if (found?.role !== "request") return undefined;
    const from = { wire: found.wire, url: address };
    const ledger = this.#ledger(conversation, body.length);
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
      if (other !== undefined && other !== name) this.#close(other);
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

  /** The body of an answer for the client, and its status. */
  whole(bytes, status) {
    const { from, to, ledger, body } = this;
    if (status < 200 || status >= 300) return this.failed(decoder.decode(bytes), status);
    const { response, ended, error = INCOMPLETE } = convertResponse(bytes, { from: to, to: from, ledger, request: body });
    return ended ? { status, body: response } : this.failed(JSON.stringify({ error }), 502);
  }

  /** An error for the client, in the form of its own vendor. */
  failed(text, status) {
    const { error, status: answered } = convertError(isJson(text) ? text : JSON.stringify({ error: { message: text.slice(0, 1000) || `status ${status}` } }), { to: this.from, status });
    return { status: answered, body: encoder.encode(error) };
  }

  /** The converter of a stream as it comes. */
  stream() {
    const { from, to, ledger, body } = this;
    return new StreamConverter({ from: to, to: from, ledger, request: body });
  }
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
