// Lines that follow one another with the same session: they share a ledger, so a line is held against the answers of those before it.
import { Ledger } from "../start/node.js";
import { countFates, isAnswered, recordIn } from "./answer.js";

/** A session of more bytes than this goes on with an empty ledger: the length of a session is the input's, the memory is ours. */
const MOST_RECORDED = 1 << 26;

export class Sessions {
  #session;
  #ledger;
  #recorded = 0;

  /** The ledger for the next line; none if the line is of no session. */
  ledgerFor({ session }) {
    if (session !== this.#session || this.#recorded > MOST_RECORDED) this.#open(session);
    return this.#ledger;
  }

  /** The fates of the thoughts of the last answer in the request that follows it; none before the first answer. */
  fatesIn({ request }, target) {
    if (!this.#ledger?.length) return undefined;
    const last = this.#ledger.length - 1;
    return countFates(this.#ledger.follow(request.source, target).filter(({ response }) => response === last));
  }

  /** Records the answer of a line for the lines after it. */
  record(exchange, target) {
    if (!this.#ledger || !isAnswered(exchange)) return;
    recordIn(this.#ledger, exchange, target);
    const { request, response, stream } = exchange;
    this.#recorded += request.source.length + (stream ?? response).source.length;
  }

  #open(session) {
    this.#ledger?.[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
    [this.#session, this.#recorded] = [session, 0];
    this.#ledger = session === undefined ? undefined : new Ledger();
  }
}
