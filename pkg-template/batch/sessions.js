// Consecutive lines of one session share a ledger, so each line is compared with the answers of the lines before it.
import { Ledger } from "../start/node.js";
import { countFates, isAnswered, recordIn } from "./answer.js";

/** A session with more bytes continues with an empty ledger: the input decides the length of a session, and our memory is limited. */
const MOST_RECORDED = 1 << 26;

export class Sessions {
  #session;
  #ledger;
  #recorded = 0;

  /** Returns the ledger for the next line, or nothing if the line has no session. */
  ledgerFor({ session }) {
    if (session !== this.#session || this.#recorded > MOST_RECORDED) this.#open(session);
    return this.#ledger;
  }

  /** Returns the fates of the last answer's thoughts in the request that follows it, or nothing before the first answer. */
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
