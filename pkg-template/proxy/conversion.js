// A call of one vendor's client, answered by a model of another: the request is converted there, the answer back, and reasoning is kept for the way home.
import * as glue from "../wasm/glue.js";
import { convert } from "../convert/convert.js";
import { convertResponse, StreamConverter } from "../convert/reply.js";
import { detect } from "../exchange/exchange.js";
import { gatewayFacts } from "../guard/parts.js";
import { Ledger } from "../ledger/ledger.js";
import { guarded } from "../wasm/recover.js";
import { maxBytes } from "../text/input.js";
import { BoundedConverter, MOST_ANSWER } from "./bounded-converter.js";
import { keptHeaders } from "./forwarded.js";
import { refusedCall, unreachable } from "./sentences.js";

const wasm = Object.fromEntries(["addressPurpose", "asksForStream", "completeRequest", "convertFailure", "convertSentence"].map((name) => [name, guarded(glue[name])]));
/** Why a call to an address that generates nothing is refused. A generation in its place would cost money, and would not answer it. */
const UNSUPPORTED = { count: "Token counting is not supported when calls are converted to another model. No model was called.", compact: "Compaction is not supported when calls are converted to another model. No model was called." };

/** So many conversations have a ledger at once. Those of one credential that have no name share one; no two credentials do. */
const MOST_OPEN = 64;
/** A ledger that was given so many bytes of requests and answers makes room for a new one: of what it knew, only thoughts are lost. */
const MOST_BYTES = 64_000_000;
/** The error of an answer that is not complete, and does not say why. */
const INCOMPLETE = { message: "The provider's answer ended before it was complete." };
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
    const purpose = wasm.addressPurpose(address);
    if (method !== "POST" || purpose === undefined) return { refused: refusedCall({ status: 404, sentence: "Calls are converted here, and this is not a call to a model." }) };
    const refused = (status, sentence) => ({ refused: refusedAt(url, status, sentence) });
    if (purpose !== "generate") return refused(404, UNSUPPORTED[purpose]);
    if (!ArrayBuffer.isView(body)) return refused(413, `The request has more than ${maxBytes()} bytes, which is the limit.`);
    try {
      const conversion = this.#convert(body, url, caller);
      return conversion ? { conversion } : refused(400, "The body is not a request of this address.");
    } catch (error) {
      return refused(400, `The request cannot be converted: ${error.message}`);
    }
  }

  #convert(body, called, { conversation, credential }) {
    const address = `${called.origin}${called.pathname}`;
    const found = detect(body, address);
    if (found?.role !== "request") return undefined;
    const from = { wire: found.wire, url: address };
    const ledger = this.#ledger(JSON.stringify([credential, conversation]), body.length);
    const isStream = wasm.asksForStream(body, address);
    const converted = convert(body, { from, to: this.#vendor.to, ledger });
    const request = wasm.completeRequest(converted.request, this.#vendor.to.wire, isStream);
    return new Conversion({ called, from, to: this.#vendor.to, ledger, body, request, isStream, converted, url: this.#vendor.url(isStream), headers: this.#vendor.headers });
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
    return this.isStream ? gatewayFacts().wires[this.from.wire].streamType : "application/json";
  }

  /** The audit of the request that is sent. */
  get report() {
    return this.converted.report;
  }

  /** The answer for the client, of that of the vendor. `bytes` are nothing if there were more than `MOST_ANSWER`. */
  whole(bytes, { status, headers }) {
    const kept = keptHeaders((name) => headers.get(name) ?? undefined, this.from.wire);
    if (bytes === undefined) return this.#failed(tooLong(this.url.host), 502, { ...kept, ...NO_RETRY });
    if (status < 200 || status >= 300) return answerTo(this.#failure(bytes, status), kept);
    const { from, to, ledger, body } = this;
    try {
      const { response, ended, error = INCOMPLETE } = convertResponse(bytes, { from: to, to: from, ledger, request: body });
      return ended ? answerOf(status, kept, response) : answerTo(this.#failure(JSON.stringify({ error }), 502), kept);
    } catch (error) {
      return this.#failed(`The answer of ${this.url.host} cannot be converted: ${error.message}`, 502, { ...kept, ...NO_RETRY });
    }
  }

  /** The answer to a call that did not reach the vendor. */
  unreachable(error) {
    return this.#failed(unreachable(this.url.host, error), 502, {});
  }

  /** An error of the vendor, as the vendor of the client answers it. */
  #failure(received, status) {
    return wasm.convertFailure(received, this.from.wire, this.called.href, status, this.isStream ? Date.now() : undefined);
  }

  /** A sentence of the proxy for the client, as an error in the form of its own vendor. */
  #failed(sentence, status, kept) {
    return answerTo(wasm.convertSentence(sentence, this.from.wire, this.called.href, status), kept);
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

/** The answer that an error makes, as the core converted it. */
const answerTo = ([error, status, headers], kept) => answerOf(status, kept, error, Object.fromEntries(JSON.parse(headers)));

const answerOf = (status, kept, body, headers = {}) => ({ status, headers: { ...kept, "content-type": "application/json", ...headers }, body });

/** An answer of the proxy itself, in the form of the vendor whose address was called. */
function refusedAt({ href }, status, sentence) {
  return answerTo(wasm.convertSentence(sentence, detect("{}", href).wire, href, status), { "x-rethought": "proxy" });
}
