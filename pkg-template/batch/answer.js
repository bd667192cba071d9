// The answer of an exchange: how many thoughts it emitted, and what became of them in the next request.
import { decode, Ledger, StreamDecoder } from "../start/node.js";
import { add } from "./tally.js";

/** A status from which on an answer is an error, and emits nothing. */
const REFUSED = 400;

/** True if an exchange has an answer that can have thoughts in it. */
export const isAnswered = ({ response, stream, status }) => (response !== undefined || stream !== undefined) && !(status >= REFUSED);

/** The turn of an answer. */
export function turnOf({ response, stream }, target) {
  if (stream === undefined) return decode(response.source, target);
  const decoder = new StreamDecoder(target);
  decoder.push(stream.source);
  return decoder.finish().turn;
}

/** Records an exchange in a ledger, for what its answer emitted. */
export function recordIn(ledger, { request, response, stream }, target) {
  return ledger.record({ request: request.source, target, ...(stream === undefined ? { response: response.source } : { stream: stream.source }) });
}

/** The fates of the thoughts of an answer in the next request, counted by the words of `Ledger.follow`. */
export function fatesIn(exchange, target) {
  const ledger = new Ledger();
  try {
    recordIn(ledger, exchange, target);
    return countFates(ledger.follow(exchange.next.source, target));
  } finally {
    ledger[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  }
}

/** Counts the fates of those parts that are thoughts or carry the handle of one. */
export function countFates(parts) {
  const fates = {};
  for (const { thinks, fate } of parts) if (thinks) add(fates, fate, 1);
  return fates;
}
