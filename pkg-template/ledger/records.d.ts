// The exchanges that a ledger accepts: bodies in any form.
import type { Body, RawBody } from "../text/body.js";
import type { TargetLike } from "../exchange/exchange.js";

/** The answer to a request. */
export interface Answered {
  /** The body, as received. */
  response?: Body | undefined;
  /** In place of a body: the stream, whole, as received. Unfinished parts are recorded as unfinished. */
  stream?: RawBody | undefined;
  /** When it was received, in milliseconds or as a Date; now if left out. */
  time?: number | Date | undefined;
}

/** A request and its answer. */
export interface Exchange extends Answered {
  /** The sent request. */
  request: Body;
  /** Where it went; the last exchange's target if left out. */
  target?: TargetLike | undefined;
}
