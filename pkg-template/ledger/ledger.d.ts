/// <reference lib="esnext.disposable" />
// The ledger: what was really emitted, remembered, so that a request can be held against it.
import type { Repaired } from "../audit/records.js";
import type { Body, RawBody } from "../text/body.js";
import type { Conversion, ConvertedBody, ConvertOptions } from "../convert/records.js";
import type { TargetLike } from "../exchange/exchange.js";
import type { Answered, Exchange } from "./records.js";
import type { Store, StoredLedger, StoredLedgerOptions } from "../stores/store.js";
import type { AuditOptions, Conversation, Followed, LedgerSnapshot, RepairOptions, Report, Rewrite, RewriteOptions } from "../records/index.js";

/**
 * Keeps the original answers, with their source. A request alone cannot show that a block, or the history before it, was changed. Compared with a ledger it
 * can, byte by byte, and lost content can be restored.
 *
 * One ledger holds any number of conversations, and no byte of one reaches another, whatever ids, calls, prompts or texts they share. If it is unclear whose answer it is, nothing is restored. An audit costs in proportion to what is new in the request, however much is recorded.
 * A trap costs a ledger nothing.
 *
 * @example
 * import { Ledger } from "rethought";
 *
 * const ledger = new Ledger();
 * ledger.record({ request, response, target: "anthropic-messages" }); // → true
 * const edited = next.replace("Ask the tool.", "Ask a tool.");
 * const { verdict, findings } = ledger.audit(edited);
 * [verdict, findings[0].rule]; // → ["degraded", "altered-thought-text"]
 * ledger.repair(edited).request === next; // → true
 */
export class Ledger {
  /**
   * Opens an empty one. `full` keeps everything. `handles` keeps handles and digests, and no readable text: it detects every change, and restores a handle
   * beside the text that the client still has. `digests` detects every change, and restores nothing.
   */
  constructor(options?: { form?: "full" | "handles" | "digests" | undefined });

  /**
   * Reads a ledger from `text()`, from the lines that `unsaved()` gave, or from the object that `toJSON()` gave. A line that was torn when a program
   * died is left out and counted in `torn`. Older versions are converted. If the text is empty, or its first line is
   * cut, `form` says what it should be. `digests` outranks the text.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = new Ledger();
   * ledger.record({ request, response, target: "anthropic-messages" });
   * Ledger.fromJSON(ledger.text()).length; // → 1
   *
   * @throws {InputError} if it is not a ledger, or one of a later version.
   */
  static fromJSON(ledger: Body | object, options?: { form?: "full" | "handles" | "digests" | undefined }): Ledger;

  /**
   * Opens a ledger whose lines are in a store, in memory if none is given. It loads only what a request needs, and any number of programs can share the store.
   * Its results are those of one `Ledger` with all the lines.
   *
   * @example
   * import { Ledger, memoryStore } from "rethought";
   *
   * const ledger = await Ledger.open(memoryStore());
   * await ledger.record({ request, response, target: "anthropic-messages" }); // → true
   * (await ledger.audit(next)).verdict; // → "accepted"
   *
   * @throws {InputError} if the store has no `getMany` and `setMany`.
   */
  static open(store?: Store, options?: StoredLedgerOptions): Promise<StoredLedger>;

  /** How much is kept. */
  readonly form: "full" | "handles" | "digests";
  /** How many responses there are. */
  readonly length: number;
  /** How many lines of the text that it was read from were torn. */
  readonly torn: number;

  /**
   * Adds the lines of another ledger, from its `text()` or `unsaved()`; returns how many answers were new. Order and repetition do not matter.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const [mine, other] = [new Ledger(), new Ledger()];
   * other.record({ request, response, target: "anthropic-messages" });
   * mine.load(other.text()); // → 1
   * mine.load(other.text()); // → 0
   *
   * @throws {InputError} if it is not a ledger, or one of a later version.
   */
  load(ledger: RawBody): number;

  /**
   * Records the answer to a request that this ledger has audited, by the report on it. Concurrent requests need no order and no second copy. Returns `true` if
   * it was new.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = new Ledger();
   * const report = ledger.audit(request, "anthropic-messages");
   * ledger.record(report, { response }); // → true
   *
   * @throws {JsonError} if the response is not JSON.
   * @throws {InputError} if the report is not one of a ledger, or if there is no response and no stream.
   */
  record(report: Report, answer: Answered): boolean;
  /**
   * Records an exchange; returns `true` if it was new. The same exchange recorded twice changes nothing.
   *
   * @throws {JsonError} if the request or the response is not JSON.
   * @throws {InputError} if there is no response and no stream, or the wire is not recognized.
   */
  record(exchange: Exchange): boolean;

  /**
   * Audits as `audit` does, with every rule that needs to know what was emitted. The target may be left out: then it is the last exchange's.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = new Ledger();
   * ledger.record({ request, response, target: "anthropic-messages" });
   * ledger.audit(next).checks["altered-thought-text"]; // → "passed"
   */
  audit(request: Body, target?: TargetLike, options?: AuditOptions): Report;

  /**
   * Repairs as `repair` does, and puts recorded bytes back in their place.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = new Ledger();
   * ledger.record({ request, response, target: "anthropic-messages" });
   * ledger.repair(next.replace("Ask the tool.", "Ask a tool.")).request === next; // → true
   */
  repair<B extends Body>(request: B, target?: TargetLike, options?: RepairOptions): Repaired<B>;

  /**
   * Decides as `canRewrite` does, by what was recorded instead of assumed.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = new Ledger();
   * ledger.record({ request, response, target: "anthropic-messages" });
   * ledger.canRewrite(next, [1, 3], undefined, { by: "summary" }).safe; // → true
   */
  canRewrite(request: Body, range: readonly [start: number, end: number], target: TargetLike | undefined, options: RewriteOptions & { by: "drop" | "summary" }): Rewrite;
  canRewrite(request: Body, range: readonly [start: number, end: number], target?: TargetLike, options?: RewriteOptions): { drop: Rewrite; summary: Rewrite };

  /**
   * Converts as `convert` does, and records the thoughts. Those that are left out are restored byte for byte when the conversation returns to their vendor.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = new Ledger();
   * const claude = { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-4-8" };
   * const gpt = { wire: "openai-responses", host: "api.openai.com", model: "gpt-5.4" };
   * const there = ledger.convert(next, { from: claude, to: gpt });
   * const home = ledger.convert(there.request, { from: gpt, to: claude });
   * [there.plan[0].fate, home.plan[0].fate]; // → ["elided", "verbatim"]
   */
  convert<T extends string | object>(request: T, options: ConvertOptions): Conversion<ConvertedBody<T>>;

  /**
   * Finds the conversation that a request continues, and its branch. Returns `undefined` if the request begins one, or if no recorded answer is shown to be in it.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = new Ledger();
   * ledger.record({ request, response, target: "anthropic-messages" });
   * ledger.conversation(next).branch; // → [0]
   * ledger.conversation(request); // → undefined
   *
   * @throws {JsonError} if the request is not JSON.
   */
  conversation(request: Body, target?: TargetLike): Conversation | undefined;

  /**
   * Forgets the answers that were received before a time, or a whole conversation; returns how many. Those that are left get new numbers.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = new Ledger();
   * ledger.record({ request, response, target: "anthropic-messages" });
   * ledger.forget({ olderThan: Date.now() - 3_600_000 }); // → 0
   * ledger.forget({ conversation: ledger.conversation(next).id }); // → 1
   */
  forget(what: { olderThan: number | Date } | { conversation: string }): number;

  /**
   * Frees its memory at once, for `using`. Every later call throws.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = new Ledger();
   * ledger[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
   * ledger.length; // → 0
   */
  [Symbol.dispose](): void;

  /**
   * Reports the fate of every part of the answers on the branch of a request, thoughts or not, in the order of the conversation. It has nothing of other conversations, nor of answers that the request does not continue. The target may be left out: then it is the last exchange's.
   * It does not affect the next audit.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = new Ledger();
   * ledger.record({ request, response, target: "anthropic-messages" });
   * ledger.follow(next).map((part) => `${part.kind} ${part.fate}`); // → ["thought equal", "call equal"]
   *
   * @throws {JsonError} if the request is not JSON.
   * @throws {InputError} if the wire is not recognized.
   */
  follow(request: Body, target?: TargetLike): Followed[];

  /**
   * Gives a recorded part, byte for byte, by its pointer in the snapshot: `/responses/2/parts/0`. Returns `undefined` if it is not there or only its digest is.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = new Ledger();
   * ledger.record({ request, response, target: "anthropic-messages" });
   * ledger.restore("/responses/0/parts/0"); // → '{"type":"thinking","thinking":"Ask the tool.","signature":"EqQBCg=="}'
   *
   * @throws {InputError} if the pointer is not of that form.
   */
  restore(pointer: string): string | undefined;

  /**
   * Makes a ledger of the same answers without any emitted text. This cannot be undone.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = new Ledger();
   * ledger.record({ request, response, target: "anthropic-messages" });
   * const digests = ledger.digestsOnly();
   * [digests.form, digests.restore("/responses/0/parts/0")]; // → ["digests", undefined]
   */
  digestsOnly(): Ledger;

  /**
   * Writes all of it, as one JSON text.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * JSON.parse(new Ledger().text()).responses; // → []
   */
  text(): string;

  /**
   * Gives the same, parsed: `JSON.stringify(ledger)` writes it.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * new Ledger({ form: "digests" }).toJSON().form; // → "digests"
   */
  toJSON(): LedgerSnapshot;

  /**
   * Gives the answers that were recorded since this was last asked, as lines for the end of a file that only grows: `appendFileSync(path, ledger.unsaved())`. A
   * program that is killed loses only the current exchange. Against a loss of power the file has to be synced as well. The returned text counts as saved. If
   * the append fails, append it again.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = new Ledger();
   * ledger.record({ request, response, target: "anthropic-messages" });
   * const lines = ledger.unsaved(); // appendFileSync("ledger.jsonl", lines)
   * ledger.unsaved(); // → ""
   * Ledger.fromJSON(lines).length; // → 1
   */
  unsaved(): string;
}
