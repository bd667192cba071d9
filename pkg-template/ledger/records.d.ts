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

/** A conversation of a ledger, and the branch that a request follows. */
export interface Conversation {
  /** The name of the conversation: that of its first answer, the same in every ledger. `forget` takes it. */
  id: string;
  /** The answers that the request goes on from, by their numbers in the ledger, the first one first. */
  branch: number[];
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

/** A recorded part, and its fate in a request. */
export interface Followed {
  /** The number of its response in the ledger. */
  response: number;
  /** The number of the part in it. */
  part: number;
  /** Its pointer in the snapshot, which `restore` takes: `/responses/2/parts/0`. */
  from: string;
  /** Its kind; `thought` is reasoning and nothing else. */
  kind: "thought" | "text" | "call" | "result" | "other";
  /** True if it is reasoning, or carries a handle of some: a call or a text can. */
  thinks: boolean;
  /**
   * Its fate. `equal`: it is there, and its words and its handle are what came, however they are written. `moved`: its handle is there, in another
   * place. `missing`: the rest of its response is there, and it is not. `gone`: nothing of its response is in the request.
   */
  fate: "equal" | "changed" | "moved" | "missing" | "gone";
  /**
   * The way in which it was changed. `text`: the text that can be read of it; of a call its tool or its arguments. `handle`: it has another. `bare`: it is there without its handle.
   * `stub`: with a handle that was issued before there was anything in it. `id`: a call is there under another.
   */
  how?: "text" | "handle" | "bare" | "stub" | "id";
  /** Where it is in the request; if its handle has moved, the part that carries it now. Nothing if it is missing or gone, or was an empty text and is left out. */
  pointer?: string;
  /** The first byte there. */
  start?: number;
  /** The byte after the last. */
  end?: number;
  /** True if it has the very bytes that came. Left out where it is not there, or only digests were kept. */
  bytes?: boolean;
  /** The first byte of the request at which its text, its handle or its arguments are not what came; spacing and escapes do not count. Only where the bytes were kept. */
  differs?: number;
}
