// The ledger: what was really emitted, remembered, so that a request can be held against it.
import type { Repaired } from "./audit.js";
import type { Body, TargetLike } from "./index.js";
import type { RewriteOptions } from "./rewrite.js";
import type { AuditOptions, RepairOptions, Report, Rewrite } from "./types.js";

/** A request, and what came back. */
export interface Exchange {
  /** The request as it was sent. Left out, it is the one that was audited last, which need not cross again. */
  request?: Body;
  /** The body that answered it, as received. */
  response?: Body;
  /** In place of a body: the stream that answered it, whole, as received. What it left unfinished is known to be. */
  stream?: Body;
  /** Where it went; the last exchange's target if left out. Without a request it is that of the audit. */
  target?: TargetLike;
  /** When it was received, in milliseconds or as a Date; now if left out. */
  time?: number | Date;
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

/** A recorded part, and what became of it in a request. */
export interface Followed {
  /** The number of its response in the ledger. */
  response: number;
  /** The number of the part in it. */
  part: number;
  /** Its pointer in the snapshot, which `restore` takes: `/responses/2/parts/0`. */
  from: string;
  /** What it is; `thought` is reasoning and nothing else. */
  kind: "thought" | "text" | "call" | "result" | "other";
  /** Whether it is reasoning, or carries a handle of some: a call or a text can. */
  thinks: boolean;
  /**
   * What became of it. `equal`: it is there, and its words and its handle are what came, however they are written. `moved`: its handle is there, in another
   * place. `missing`: the rest of its response is there, and it is not. `gone`: nothing of its response is in the request.
   */
  fate: "equal" | "changed" | "moved" | "missing" | "gone";
  /**
   * In what it was changed. `text`: what can be read of it; of a call its tool or its arguments. `handle`: it has another. `bare`: it is there without its handle.
   * `stub`: with a handle that was issued before there was anything in it. `id`: a call is there under another.
   */
  how?: "text" | "handle" | "bare" | "stub" | "id";
  /** Where it is in the request; if its handle has moved, the part that carries it now. Nothing if it is missing or gone, or was an empty text and is left out. */
  pointer?: string;
  /** The first byte there. */
  start?: number;
  /** The byte after the last. */
  end?: number;
  /** Whether it has the very bytes that came. Left out where it is not there, or only digests were kept. */
  bytes?: boolean;
  /** The first byte of the request at which its text, its handle or its arguments are not what came; spacing and escapes do not count. Only where the bytes were kept. */
  differs?: number;
}

/**
 * What was really emitted, in order, with where it came from. A request alone cannot show that a block was edited, dropped, moved or exchanged,
 * or that the history before it changed; held against a ledger it can, byte by byte, and what was lost can be put back.
 *
 * An audit costs in proportion to what is new: if a request begins with the bytes of the one before it (they are read, not believed), only the rest
 * is judged. A trap costs a ledger nothing.
 */
export class Ledger {
  /** An empty one: in full, or with digests only, which notice everything, hold no word of the reasoning and can restore nothing. */
  constructor(options?: { form?: "full" | "digests" });

  /**
   * Reads a ledger from `text()`, from the lines that `unsaved()` gave, or from the object that `toJSON()` gave. A line that was torn when a program
   * died is left out and counted in `torn`. Older versions are lifted. Of an empty text, or one that was torn in its first line, `form` tells what it
   * is to be; `digests` outranks what a text says.
   *
   * @throws {InputError} if it is no ledger, or one of a later version.
   */
  static fromJSON(ledger: Body | object, options?: { form?: "full" | "digests" }): Ledger;

  /** How much is kept. */
  readonly form: "full" | "digests";
  /** How many responses there are. */
  readonly length: number;
  /** How many lines of the text that it was read from were torn. */
  readonly torn: number;

  /**
   * Records an exchange; answers whether it was new. The same exchange recorded twice changes nothing.
   *
   * @throws {JsonError} if the request or the response is not JSON.
   * @throws {InputError} if there is no response and no stream, or the wire cannot be told.
   */
  record(exchange: Exchange): boolean;

  /** As `audit`, with every rule that needs to know what was emitted. The target may be left out: then it is the last exchange's. */
  audit(request: Body, target?: TargetLike, options?: AuditOptions): Report;

  /** As `repair`, and recorded bytes go back in their place. */
  repair<B extends Body>(request: B, target?: TargetLike, options?: RepairOptions): Repaired<B>;

  /** As `canRewrite`, decided by what was recorded instead of assumed. */
  canRewrite(request: Body, range: readonly [start: number, end: number], target: TargetLike | undefined, options: RewriteOptions & { by: "drop" | "summary" }): Rewrite;
  canRewrite(request: Body, range: readonly [start: number, end: number], target?: TargetLike, options?: RewriteOptions): { drop: Rewrite; summary: Rewrite };

  /**
   * What became of every recorded part in a request, thoughts or not, in the order in which they came. The target may be left out: then it is the last exchange's.
   * It takes a time in proportion to both, and an audit after it goes on from the last one as if it had not been asked.
   *
   * @throws {JsonError} if the request is not JSON.
   * @throws {InputError} if the wire cannot be told.
   */
  follow(request: Body, target?: TargetLike): Followed[];

  /**
   * A recorded part, byte for byte, by its pointer in the snapshot: `/responses/2/parts/0`. Nothing, if it is not there or only its digest is.
   *
   * @throws {InputError} if the pointer is not of that form.
   */
  restore(pointer: string): string | undefined;

  /** The same without a word of what was emitted. There is no way back. */
  digestsOnly(): Ledger;

  /** All of it, as one JSON text. */
  text(): string;

  /** The same, parsed: what `JSON.stringify(ledger)` writes. */
  toJSON(): LedgerSnapshot;

  /**
   * What was recorded since this was last asked, as lines for the end of a file that only grows: `appendFileSync(path, ledger.unsaved())`. A program
   * that dies on the way loses the exchange in flight and no other; against a loss of power the file has to be synced as well. What was given counts
   * as saved: if the append fails, it is for the caller to append it again.
   */
  unsaved(): string;
}
