// One call of a vendor's client that another vendor's model answers: makes the client's answers from the vendor's.
import * as glue from "../wasm/glue.js";
import { convertResponse, StreamConverter } from "../convert/reply.js";
import { detect } from "../exchange/exchange.js";
import { gatewayFacts } from "../guard/parts.js";
import { guarded } from "../wasm/recover.js";
import { BoundedConverter, MOST_ANSWER } from "./bounded-converter.js";
import { keptHeaders } from "./forwarded.js";
import { unreachable } from "./sentences.js";

const wasm = { convertFailure: guarded(glue.convertFailure), convertSentence: guarded(glue.convertSentence) };
/** The error of an incomplete answer that gives no reason. */
const INCOMPLETE = { message: "The provider's answer ended before it was complete." };

export class Conversion {
  constructor(members) {
    Object.assign(this, members);
  }

  /** True if a model answers. Then an event reports the call when it has ended. */
  get isExchange() {
    return true;
  }

  /** The type of the body that the client gets. */
  get type() {
    return this.isStream ? gatewayFacts().wires[this.from.wire].streamType : "application/json";
  }

  /** The audit of the request that is sent. */
  get report() {
    return this.converted.report;
  }

  /** Returns the client's answer to an answer of the vendor. `bytes` is empty if there were more than `MOST_ANSWER`. */
  whole(bytes, { status, headers }) {
    const kept = this.kept(headers);
    if (bytes === undefined) return this.failed(tooLong(this.url.host), 502, { ...kept, ...NO_RETRY });
    if (status < 200 || status >= 300) return answerTo(this.#failure(bytes, status), kept);
    const { from, to, ledger, body } = this;
    try {
      const { response, ended, error = INCOMPLETE } = convertResponse(bytes, { from: to, to: from, ledger, request: body });
      return ended ? answerOf(status, kept, response) : answerTo(this.#failure(JSON.stringify({ error }), 502), kept);
    } catch (error) {
      return this.failed(`The answer of ${this.url.host} cannot be converted: ${error.message}`, 502, { ...kept, ...NO_RETRY });
    }
  }

  /** Returns the answer to a call that did not reach the vendor. */
  unreachable(error) {
    return this.failed(unreachable(this.url.host, error), 502, {});
  }

  /** Returns the headers of an answer that the client gets too. */
  kept(headers) {
    return keptHeaders((name) => headers.get(name) ?? undefined, this.from.wire);
  }

  /** Returns an error of the vendor in the form of the client's vendor. */
  #failure(received, status) {
    return wasm.convertFailure(received, this.from.wire, this.called.href, status, this.isStream ? Date.now() : undefined);
  }

  /** Returns a message of the proxy for the client, as an error in the form of the client's vendor. */
  failed(sentence, status, kept) {
    return answerTo(wasm.convertSentence(sentence, this.from.wire, this.called.href, status), kept);
  }

  /** Returns the headers of a stream for the client. */
  streamHeaders({ headers }) {
    return { ...this.kept(headers), "content-type": this.type, "cache-control": "no-cache" };
  }

  /** Returns the converter of a stream. */
  stream() {
    const { from, to, ledger, body } = this;
    return new BoundedConverter(new StreamConverter({ from: to, to: from, ledger, request: body }), tooLong(this.url.host));
  }
}

/** A repeated call costs money again and fails again. Clients of Anthropic and OpenAI respect this header. */
const NO_RETRY = { "x-should-retry": "false" };

const tooLong = (host) => `The answer of ${host} has more than ${MOST_ANSWER} bytes, which is the limit when calls are converted.`;

/** Returns the answer for an error that the core converted. */
const answerTo = ([error, status, headers], kept) => answerOf(status, kept, error, Object.fromEntries(JSON.parse(headers)));

export const answerOf = (status, kept, body, headers = {}) => ({ status, headers: { ...kept, "content-type": "application/json", ...headers }, body });

/** Returns an answer of the proxy itself, in the form of the vendor whose address was called. */
export function refusedAt({ href }, status, sentence) {
  return answerTo(wasm.convertSentence(sentence, detect("{}", href).wire, href, status), { "x-rethought": "proxy" });
}
