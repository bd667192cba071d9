// One call to a provider, from its request to the record of its answer.
import { ComparedRequest } from "./compared-request.js";
import { scopedIdentity } from "./identity.js";
import { Patience } from "./patience.js";
import { wireOf } from "./provider.js";

const encoder = new TextEncoder();
const isTorn = (error, plain) => error?.code === "E_LONE_SURROGATE" && typeof plain === "string";

export class Exchange {
  /** What the hooks get about the call. */
  about;
  /** The whole address. A key may be in it, so hooks get the one in `about`. */
  url;
  target;
  /** The conversation in the store, if it has a name: its `id` there, and the program's own `name` for it. */
  conversation;
  /** The request as flights compare it. */
  compared;
  /** The body of the caller, and the arguments that send it or another. */
  body;
  /** The body that is sent, and the arguments that send it. */
  sent;
  args;
  trace;
  signal;
  /** How long the call waits for the answer that it continues and for the store, together. */
  patience;
  /** A promise that is kept when the audit begins to wait for either. */
  waits;
  /** Set by the audit. `isHeld` is true if the ledger has made it. */
  report;
  isHeld = false;
  /** A promise that is true when the request was audited, and false if that failed: then the answer is not recorded. */
  ready;
  /** The response in place of the provider's, if the request is blocked. */
  refusal;
  isRetry = false;
  /** The choices of the program for this call: the mode, the options of a repair, and whether a refused request may be sent once more. */
  mode;
  repair;
  retry;
  /** When the call began, when it was sent last, and when its answer ended; and how long it was held before it was sent. */
  clock;
  held = 0;
  /** True if the answer broke off. */
  isCut = false;

  /** The exchange of a call whose body was read; nothing if the body is not a request. */
  static begin({ number, call, provider, body, identity, choices, storeTimeout }) {
    const { plain, wire } = plainRequest(body.plain, provider);
    if (!wire) return undefined;
    const exchange = new Exchange();
    const { conversation, target } = scopedIdentity(identity, call.trace);
    exchange.conversation = conversation;
    exchange.target = { ...target, ...provider.target, wire };
    exchange.about = { call: number, url: provider.target.url, wire, conversation: identity.conversation, request: undefined };
    Object.assign(exchange, choices, { url: call.url, body, args: body.args, trace: call.trace, signal: call.signal });
    // Nobody waits for what is done beside the call, so an abort does not end that.
    const signal = exchange.mode === "observe" ? undefined : call.signal;
    let onWait;
    exchange.waits = new Promise((resolve) => (onWait = resolve));
    exchange.patience = new Patience(storeTimeout, signal, onWait);
    exchange.#take(plain);
    return exchange;
  }

  /** True if an error is of half of a surrogate pair. It is sent as another letter, which only bytes can show: then the request is taken as bytes. */
  takeBytesAfter(error) {
    if (!isTorn(error, this.sent)) return false;
    this.#take(encoder.encode(this.sent));
    return true;
  }

  /** Puts other bytes in the place of the caller's. */
  replaceRequest({ request, report }) {
    this.args = this.body.argsWith(request);
    [this.sent, this.report] = [request, report];
  }

  /** The exchange of the same call that is sent once more. */
  again() {
    return Object.assign(new Exchange(), this, { isRetry: true, isHeld: true });
  }

  #take(plain) {
    this.body = { ...this.body, plain };
    this.about.request = plain;
    this.sent = plain;
    this.compared = new ComparedRequest({ wire: this.target.wire, conversation: this.conversation?.id, body: plain });
  }
}

function plainRequest(plain, provider) {
  try {
    return { plain, wire: wireOf(plain, provider) };
  } catch (error) {
    if (!isTorn(error, plain)) throw error;
    return plainRequest(encoder.encode(plain), provider);
  }
}
