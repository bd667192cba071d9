/// <reference lib="esnext.disposable" />
// The ledger: what was really emitted, remembered, so that a request can be held against it.
import type { Repaired } from "./audit.js";
import type { Body, RawBody, TargetLike } from "./index.js";
import type { RewriteOptions } from "./rewrite.js";
import type { Store, StoredLedger, StoredLedgerOptions } from "./store.js";
import type { AuditOptions, RepairOptions, Report, Rewrite } from "./types.js";

/** What came back for a request. */
export interface Answered {
  /** The body, as received. */
  response?: Body | undefined;
  /** In place of a body: the stream, whole, as received. What it left unfinished is known to be. */
  stream?: RawBody | undefined;
  /** When it was received, in milliseconds or as a Date; now if left out. */
  time?: number | Date | undefined;
}

/** A request, and what came back. */
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
 * What was really emitted, with where it came from. A request alone cannot show that a block was edited, dropped, moved or exchanged,
 * or that the history before it changed; held against a ledger it can, byte by byte, and what was lost can be put back.
 *
 * One ledger holds any number of conversations, and no byte of one reaches another, whatever ids, calls, prompts or texts they share. Where it
 * cannot be told whose an answer is, nothing is put back. An audit costs in proportion to what is new in the request, however much is recorded.
 * A trap costs a ledger nothing.
 */
export class Ledger {
  /** An empty one: in full, or with digests only, which notice everything, hold no word of the reasoning and can restore nothing. */
  constructor(options?: { form?: "full" | "digests" | undefined });

  /**
   * Reads a ledger from `text()`, from the lines that `unsaved()` gave, or from the object that `toJSON()` gave. A line that was torn when a program
   * died is left out and counted in `torn`. Older versions are lifted. Of an empty text, or one that was torn in its first line, `form` tells what it
   * is to be; `digests` outranks what a text says.
   *
   * @throws {InputError} if it is no ledger, or one of a later version.
   */
  static fromJSON(ledger: Body | object, options?: { form?: "full" | "digests" | undefined }): Ledger;

  /**
   * Opens a ledger whose lines are in a store, in memory if none is given. It loads only what a request needs, any number of programs can share the store, and what it
   * says of a request is what one `Ledger` with all the lines says.
   *
   * @throws {InputError} if the store has no `getMany` and `setMany`.
   */
  static open(store?: Store, options?: StoredLedgerOptions): Promise<StoredLedger>;

  /** How much is kept. */
  readonly form: "full" | "digests";
  /** How many responses there are. */
  readonly length: number;
  /** How many lines of the text that it was read from were torn. */
  readonly torn: number;

  /**
   * Takes the lines of another ledger, from `text()` or `unsaved()` of whoever wrote them; answers how many answers were new. Order and repetition do not matter.
   *
   * @throws {InputError} if it is no ledger, or one of a later version.
   */
  load(ledger: RawBody): number;

  /**
   * Records the answer to a request that this ledger has audited, by the report on it: requests in flight need no order and no second copy. Answers whether it was new.
   *
   * @throws {JsonError} if the response is not JSON.
   * @throws {InputError} if the report is not one of a ledger, or if there is no response and no stream.
   */
  record(report: Report, answer: Answered): boolean;
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
   * Which conversation a request goes on with, and which branch of it; nothing, if it begins one, or if no recorded answer can be told to be in it.
   *
   * @throws {JsonError} if the request is not JSON.
   */
  conversation(request: Body, target?: TargetLike): Conversation | undefined;

  /** Forgets what was received before a time, or a whole conversation; answers how many answers that were. Those that are left get new numbers. */
  forget(what: { olderThan: number | Date } | { conversation: string }): number;

  /** Frees its memory at once, for `using`. Nothing can be asked of it then. */
  [Symbol.dispose](): void;

  /**
   * Tells the fate of every part of the answers on the branch of a request, thoughts or not, in the order of the conversation. It tells nothing of other
   * conversations, nor of answers that the request does not go on from. The target may be left out: then it is the last exchange's.
   * An audit after it goes on from the last one as if it had not been asked.
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
