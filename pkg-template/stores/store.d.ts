/// <reference lib="esnext.disposable" />
// Stores, and the ledger whose lines are in one.
import type { Repaired } from "../audit/records.js";
import type { Body } from "../text/body.js";
import type { Conversion, ConvertedBody, ConvertOptions } from "../convert/records.js";
import type { TargetLike } from "../exchange/exchange.js";
import type { Answered, Exchange } from "../ledger/records.js";
import type { AuditOptions, Followed, RepairOptions, Report, Rewrite, RewriteOptions } from "../records/index.js";

/**
 * Where lines are kept: a database, a folder, memory. A key is of small letters, digits and hyphens, and at most 80 of them. A value never changes: the first to write it wins, as
 * with `SET … NX` of Redis and `ON CONFLICT DO NOTHING` of SQL. Values under `key-` must not expire before those under `line-`.
 */
export interface Store {
  /** The values of keys, in their order; `undefined` or `null` for one that is not there. */
  getMany(keys: string[]): Promise<(string | null | undefined)[]>;
  /** Writes values, but for those that are there. When the promise is kept, they are. */
  setMany(entries: [key: string, value: string][]): Promise<unknown>;
  /**
   * Records lines in one round trip, all or nothing of each. Then `getMany` has the text of each under `line-<name>`, and `find` has its name under each of its
   * keys. Resolves to `true` for each line that is new. A store has both `record` and `find`, or neither. Without them, the ledger keeps an index of its own by
   * `getMany` and `setMany`, in four round trips and eight more values for each line.
   */
  record?(lines: StoredLine[]): Promise<boolean[]>;
  /** The names of the lines with each of some keys, in the order of the keys: at least eight of them, or all. Names of deleted lines stay. */
  find?(keys: string[]): Promise<string[][]>;
  /** Deletes the lines of a conversation, of an account, older than a time, or the oldest ones. Their names stay under their keys. Resolves to the number of lines. */
  delete?(what: Forgotten): Promise<number>;
  /** Lists all entries, some at a time, for `rethought ledger`. A line has a time, an account and a conversation where the store has them. */
  entries?(): AsyncIterable<StoredEntry[]>;
}

/** An entry of a store. */
export interface StoredEntry {
  key: string;
  value: string;
  time: number | null;
  account: string | null;
  conversation: string | null;
}

/** A line for a store. */
export interface StoredLine {
  /** Its name: 64 digits. */
  name: string;
  /** The digests that it is found by. */
  keys: string[];
  /** Its text. */
  text: string;
  /** When the answer was recorded, in milliseconds since 1970. */
  time: number;
  /** The name of the account, if the call had one. */
  account?: string | undefined;
  /** The name of the conversation, if the call had one. */
  conversation?: string | undefined;
}

/** The answers to forget, by exactly one of these members. A time is a `Date`, or milliseconds since 1970. */
export interface Forgotten {
  /** The name of a conversation, as the program gave it. */
  conversation?: string | undefined;
  /** The name of an account, as the program gave it. */
  account?: string | undefined;
  /** Everything that was recorded before this time. */
  olderThan?: number | { valueOf(): number } | undefined;
  /** The oldest answers, until the others have at most so many bytes. */
  overBytes?: number | undefined;
}

/** A key of 32 random bytes: as bytes, in base64 or in hexadecimal. `openssl rand -base64 32` makes one. */
export type EncryptionKey = string | Uint8Array;

/** The options of `Ledger.open`. */
export interface StoredLedgerOptions {
  /**
   * How much of an answer is written; `full` if left out. `handles` writes signatures, ciphertexts and digests, and no readable text. A handle is restored
   * beside the text that the client still has. An item without readable text is restored whole, and every change is reported. A thought whose text is gone or
   * changed is not restored. `digests` writes no handle either, and restores nothing.
   */
  keep?: "full" | "handles" | "digests" | undefined;
  /**
   * Encrypts what the store gets: a key of 32 random bytes, as bytes, in base64 or in hexadecimal. With several keys, the first encrypts, and all decrypt.
   *
   * @example
   * import { Ledger, memoryStore } from "rethought";
   *
   * const [store, encryptWith] = [memoryStore(), crypto.getRandomValues(new Uint8Array(32))];
   * const ledger = await Ledger.open(store, { encryptWith });
   * await ledger.record({ request, response, target: "anthropic-messages" }); // → true
   * (await ledger.audit(next)).checks["altered-thought-text"]; // → "passed"
   */
  encryptWith?: EncryptionKey | EncryptionKey[] | undefined;
  /** How many bytes of lines it holds, about, before it starts over with what is needed; 32 MB if left out. */
  cacheBytes?: number | undefined;
  /** If no store is given: how many bytes of lines the store in memory holds, about; 64 MB if left out. */
  memoryBytes?: number | undefined;
}

/** A conversation of a store, and the branch that a request follows. */
export interface StoredConversation {
  /** The name of the conversation: that of its first answer. */
  id: string;
  /** The names of the answers that the request continues, the first one first. */
  branch: string[];
}

/** A recorded part, and its fate in a request. */
export interface StoredFollowed extends Omit<Followed, "response"> {
  /** The name of its line. */
  line: string;
  /** Its pointer, for `restore`: `/lines/<name>/parts/0`. It is good for as long as the store has the line. */
  from: string;
}

/**
 * A ledger whose lines are in a store, from `Ledger.open`. Its methods are those of `Ledger`, with promises. Their results are those of one `Ledger` with all
 * lines of the store at that moment. Calls may overlap. A request must not be changed before its promise is kept. If the store fails, the call fails with the
 * error of the store, and can be made again.
 */
export interface StoredLedger {
  /** How much is written. */
  readonly form: "full" | "handles" | "digests";

  /**
   * Audits as `audit` does, with every rule that needs to know what was emitted. The target may be left out: then it is the last exchange's.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = await Ledger.open();
   * await ledger.record({ request, response, target: "anthropic-messages" });
   * (await ledger.audit(next)).verdict; // → "accepted"
   */
  audit(request: Body, target?: TargetLike, options?: AuditOptions): Promise<Report>;

  /**
   * Repairs as `repair` does, and puts recorded bytes back in their place.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = await Ledger.open();
   * await ledger.record({ request, response, target: "anthropic-messages" });
   * (await ledger.repair(next.replace("Ask the tool.", "Ask a tool."))).request === next; // → true
   */
  repair<B extends Body>(request: B, target?: TargetLike, options?: RepairOptions): Promise<Repaired<B>>;

  /**
   * Decides as `canRewrite` does, by what was recorded instead of assumed.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = await Ledger.open();
   * (await ledger.canRewrite(next, [2, 3], "anthropic-messages", { by: "drop" })).smallest; // → [1, 3]
   */
  canRewrite(request: Body, range: readonly [start: number, end: number], target: TargetLike | undefined, options: RewriteOptions & { by: "drop" | "summary" }): Promise<Rewrite>;
  canRewrite(request: Body, range: readonly [start: number, end: number], target?: TargetLike, options?: RewriteOptions): Promise<{ drop: Rewrite; summary: Rewrite }>;

  /**
   * Converts as `convert` does, and keeps what it sees. When the promise is kept, the store has it.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = await Ledger.open();
   * const { plan } = await ledger.convert(next, { from: "anthropic-messages", to: "openai-responses" });
   * plan[0].fate; // → "elided"
   */
  convert<T extends string | object>(request: T, options: ConvertOptions): Promise<Conversion<ConvertedBody<T>>>;

  /**
   * Records the answer to a request that was audited, by the report on it. When the promise is kept, the store has it; resolves to `true` if it was new.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = await Ledger.open();
   * const report = await ledger.audit(request, "anthropic-messages");
   * await ledger.record(report, { response }); // → true
   */
  record(report: Report, answer: Answered): Promise<boolean>;
  /** Records a whole exchange. The same exchange recorded twice changes nothing. */
  record(exchange: Exchange): Promise<boolean>;

  /**
   * Finds the conversation that a request continues, and its branch. Resolves to `undefined` if the request begins one, or if no recorded answer is shown to be in it.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = await Ledger.open();
   * await ledger.record({ request, response, target: "anthropic-messages" });
   * (await ledger.conversation(next)).branch.length; // → 1
   */
  conversation(request: Body, target?: TargetLike): Promise<StoredConversation | undefined>;

  /**
   * Reports the fate of every part of the answers on the branch of a request.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = await Ledger.open();
   * await ledger.record({ request, response, target: "anthropic-messages" });
   * (await ledger.follow(next)).map((part) => part.fate); // → ["equal", "equal"]
   */
  follow(request: Body, target?: TargetLike): Promise<StoredFollowed[]>;

  /**
   * Deletes recorded answers in the store: of a conversation or an account, by the program's own names, or older than a time. Resolves to their number. Other programs that have loaded an answer keep it in
   * memory until they end. Lines of versions before this one have no time and no names, and stay.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = await Ledger.open();
   * await ledger.forget({ olderThan: Date.now() - 30 * 86_400_000 }); // → 0
   *
   * @throws {StoreError} if the store cannot delete, as those over Keyv, unstorage and Workers KV.
   */
  forget(what: Forgotten): Promise<number>;

  /**
   * Gives a recorded part, byte for byte, by the pointer that `follow` gave. Resolves to `undefined` if the store does not have it, or only its digest.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = await Ledger.open();
   * await ledger.record({ request, response, target: "anthropic-messages" });
   * const [thought] = await ledger.follow(next);
   * await ledger.restore(thought.from); // → '{"type":"thinking","thinking":"Ask the tool.","signature":"EqQBCg=="}'
   *
   * @throws {InputError} if the pointer is not of that form.
   */
  restore(pointer: string): Promise<string | undefined>;

  /**
   * Frees its memory, for `using`; calls that were begun end. The store is the caller's.
   *
   * @example
   * import { Ledger } from "rethought";
   *
   * const ledger = await Ledger.open();
   * ledger[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
   * ledger.audit(request, "anthropic-messages"); // throws E_INPUT
   */
  [Symbol.dispose](): void;
}

/**
 * Makes a store in memory. The approximate limit in bytes, 64 MB by default. Beyond it the conversations that were not used for longest are dropped first. Matches that depended on them become undecided: no other line replaces them. When the names of lines fill half of it, the oldest names go too, and that is no longer known of them.
 *
 * @example
 * import { Ledger, memoryStore } from "rethought";
 *
 * const store = memoryStore({ bytes: 8_000_000 });
 * const [one, other] = [await Ledger.open(store), await Ledger.open(store)];
 * await one.record({ request, response, target: "anthropic-messages" });
 * (await other.audit(next, "anthropic-messages")).checks["altered-thought-text"]; // → "passed"
 */
export function memoryStore(options?: { bytes?: number | undefined }): Store;
