// The requests of a session. A conversation that is recorded message by message has its messages once; a request is put together when somebody asks for it.

const COMMA = new Uint8Array([44]);
const END = new Uint8Array([93, 125]);

export class SessionRequests {
  /** The pieces of the request that each conversation is in. Exchanges keep theirs, so a conversation that began again frees the old ones with its exchanges. */
  #pieces = new Map();

  /** Gives an exchange its `request`, if its request is recorded in pieces. */
  add(exchange) {
    if (exchange.request) return;
    const name = exchange.session ?? "";
    if (exchange.head) this.#pieces.set(name, [exchange.head]);
    const pieces = this.#pieces.get(name);
    if (!pieces || !(exchange.added ?? exchange.opening)) return;
    if (exchange.added?.length) pieces.push(exchange.added);
    const count = pieces.length;
    Object.defineProperty(exchange, "request", { get: () => join(pieces.slice(0, count)), enumerable: false, configurable: true });
    if (exchange.reply?.length) pieces.push(exchange.reply);
  }
}

function join([head, ...messages]) {
  const parts = [head, ...messages.flatMap((message, nth) => (nth ? [COMMA, message] : [message])), END];
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
