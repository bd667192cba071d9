// The answer of an exchange: the number of thoughts it emitted, and their fates in the next request.
import { decode, Ledger, StreamDecoder } from "../start/node.js";
import { add } from "./tally.js";

/** An answer with this status or a higher one is an error, and emits nothing. */
const REFUSED = 400;

/** Returns true if an exchange has an answer that can have thoughts in it. */
export const isAnswered = ({ response, stream, status }) => (response !== undefined || stream !== undefined) && !(status >= REFUSED);

/** Returns the turn of an answer. */
export function turnOf({ response, stream }, target) {
  if (stream === undefined) return decode(response.source, target);
  const decoder = new StreamDecoder(target);
  decoder.push(stream.source);
  return decoder.finish().turn;
}

/** Records an exchange in a ledger, with the thoughts of its answer. */
export function recordIn(ledger, { request, response, stream }, target) {
  return ledger.record({ request: request.source, target, ...(stream === undefined ? { response: response.source } : { stream: stream.source }) });
}

/** Returns the fates of an answer's thoughts in the next request, counted by the words of `Ledger.follow`. */
export function fatesIn(exchange, target) {
  const ledger = new Ledger();
  try {
    recordIn(ledger, exchange, target);
    return countFates(ledger.follow(exchange.next.source, target));
  } finally {
    ledger[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  }
}

/** Counts the fates of the parts that are thoughts or carry the handle of one. */
export function countFates(parts) {
  const fates = {};
  for (const { thinks, fate } of parts) if (thinks) add(fates, fate, 1);
  return fates;
}
