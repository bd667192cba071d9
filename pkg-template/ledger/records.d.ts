// The records that a ledger takes and gives.
import type { Body, RawBody } from "../text/body.js";
import type { TargetLike } from "../exchange/exchange.js";

/** The answer to a request. */
export interface Answered {
  /** The body, as received. */
  response?: Body | undefined;
  /** In place of a body: the stream, whole, as received. What it left unfinished is known to be. */
  stream?: RawBody | undefined;
  /** When it was received, in milliseconds or as a Date; now if left out. */
  time?: number | Date | undefined;
}

/** A request and its answer. */
export interface Exchange extends Answered {
  /** The request as it was sent. */
  request: Body;
  /** Where it went; the last exchange's target if left out. */
  target?: TargetLike | undefined;
}

/** A ledger as JSON: versioned, stable, fit for a database or `localStorage`. */
export interface LedgerSnapshot {
  rethought: "ledger";
  version: number;
  /** `full` keeps what was emitted; `digests` keeps no word of it. */
  form: "full" | "digests";
  /** One for each response, in order. What a later version writes is kept. */
  responses: object[];
}
