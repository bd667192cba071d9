/// <reference lib="esnext.disposable" />
// `rethought/guard`: a fetch that records what models emit, audits what is sent to them, and repairs or blocks what would be refused.
import type { TargetLike } from "../exchange/exchange.js";
import type { GlobalFetch, GuardHeaders, GuardUrl } from "./runtime.js";
import type { GuardAnswered, GuardEvent, GuardRecorded, GuardRefused, GuardRepaired, GuardReported, GuardStored } from "./events.js";
import type { Ledger } from "../ledger/ledger.js";
import type { EncryptionKey, Forgotten, Store, StoredLedger } from "../stores/store.js";
import type { RepairOptions, Severity } from "../records/index.js";

export type { GlobalFetch, GuardHeaders, GuardUrl } from "./runtime.js";
export type { GuardAnswered, GuardEvent, GuardRecorded, GuardRefused, GuardRepaired, GuardReported, GuardStored } from "./events.js";

/** The mode of a guard. */
export type GuardMode = "observe" | "dry-run" | "repair" | "block";

/** A call, as functions among the options get it. */
export interface GuardCall {
  /** The address. */
  readonly url: GuardUrl;
  /** The headers. */
  readonly headers: GuardHeaders;
  /** The name of the conversation, if it has one. */
  readonly conversation: string | undefined;
  /** The name of the account, if it has one. */
  readonly account: string | undefined;
}

/** The options of `guard`. */
export interface GuardOptions extends Omit<RepairOptions, "allow"> {
  /**
   * `observe` sends the bytes of the caller, always; it is the default. `repair` applies fixes: only safe ones, unless `allow` says more. `dry-run` reports to
   * `onRepaired` what `repair` would change, and sends the bytes of the caller. `block` answers a request that
   * is certain to be refused with status 400, in the vendor's own form, and does not send it. `failOn` blocks more. A function chooses
   * for each call, by tenant for instance. If it throws, the call is sent unguarded and `onError` is called.
   */
  mode?: GuardMode | ((call: GuardCall) => GuardMode | undefined) | undefined;
  /** The risks of fixes that `repair` applies, besides safe ones; or a function that gives them for a call. */
  allow?: RepairOptions["allow"] | ((call: GuardCall) => RepairOptions["allow"]);
  /**
   * The share of calls that are guarded, from 0 to 1; or a function that gives a share, `true` or `false` for a call. All calls of a conversation with a name are guarded, or none. Other calls
   * are not read: they are neither audited nor recorded. The default is 1.
   */
  sample?: number | ((call: GuardCall) => number | boolean | undefined) | undefined;
  /**
   * The lowest severity that the mode `block` blocks. `reject` blocks what will probably be refused too, `degrade` what loses reasoning, `advice` every finding. Without it, only
   * requests that are certain to be refused are blocked.
   */
  failOn?: Severity | undefined;
  /** The lowest severity that reports in events list. The default is `advice`: all findings. Repairs and blocks do not depend on it, nor does the verdict. */
  level?: Severity | undefined;
  /** The ledger that holds what was emitted. One ledger holds all conversations and distinguishes them by their content, so it is not allowed with names. */
  ledger?: Ledger | StoredLedger | undefined;
  /** In its place: the store of what was emitted. In memory if neither is given. */
  store?: Store | undefined;
  /**
   * How much of an answer is kept; `full` by default. `handles` keeps signatures, ciphertexts and digests, and no readable text. A handle is restored beside
   * the text that the client still has, and every change is reported. `digests` keeps no handle either, and restores nothing.
   */
  keep?: "full" | "handles" | "digests" | undefined;
  /**
   * Encrypts the values of the store by AES-GCM, and replaces the names of lines, keys, conversations and accounts by HMACs. A key has 32 random bytes, as
   * bytes, in base64 or in hexadecimal. With several keys, the first encrypts, and all decrypt.
   *
   * @example
   * import { memoryStore } from "rethought";
   * import { guard } from "rethought/guard";
   *
   * const [store, encryptWith] = [memoryStore(), crypto.getRandomValues(new Uint8Array(32))];
   * const fetch = guard(async () => new Response(response), { store, encryptWith });
   * await (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: request })).text();
   * await fetch.settled();
   */
  encryptWith?: EncryptionKey | EncryptionKey[] | undefined;
  /** Deletes answers in the store by itself: those older than so many days, and the oldest ones while all have more bytes. When the first answer is recorded, and then hourly. Several programs can do it at once. */
  retention?: { days?: number | undefined; bytes?: number | undefined } | undefined;
  /** How many bytes of answers are kept in memory, about, and with a store loaded from it; 128 MB by default. Beyond it, whole conversations are dropped, those first that were not used for longest. */
  memoryBytes?: number | undefined;
  /** The target of calls, for gateways whose addresses do not show it: a target, or a function that gives one. A call without one is recognized by its address. */
  target?: TargetLike | ((url: GuardUrl, headers: GuardHeaders) => TargetLike | undefined) | undefined;
  /**
   * The name of the conversation that a call belongs to, or a function that gives it, from a header for instance. Answers of one name are never used for another. Calls without a name are distinguished by their content. `withConversation` outranks it.
   */
  conversation?: string | ((url: GuardUrl, headers: GuardHeaders) => string | undefined) | undefined;
  /**
   * The account that a call belongs to, or a function that gives it. Use it if one guard serves several accounts of a provider: nothing that was recorded for one account is restored for
   * another. Without it, a digest of the API key limits only evidence by equal input: an id that the provider drew at random counts across keys. The key itself is never stored or reported.
   */
  account?: string | ((url: GuardUrl, headers: GuardHeaders) => string | undefined) | undefined;
  /**
   * How many milliseconds a call waits for the store. The default is 200. In the modes `repair`, `dry-run` and `block` a call waits at most this long. The time
   * includes the recording of the answer that the call continues. If the store has answered a read meanwhile, it waits up to five times as long. Then it
   * is audited without the store. After that, no call waits until the store has answered once. In the mode `observe` no call waits: the audit runs beside it,
   * and its report may come later than the response.
   */
  storeTimeout?: number | undefined;
  /** After how many milliseconds a store that hangs is tried again. The default is 1000. No call waits for the try. */
  storeRetry?: number | undefined;
  /**
   * Delivers the end of an answer only after it is in the store. A program that is killed then has no whole answer that the store lacks. This needs `store` or
   * `ledger`. If the store fails, or has written nothing for two seconds, the end is delivered without it, and `onError` is called for that answer. The default
   * is `false`: no answer is delayed.
   */
  durable?: boolean | undefined;
  /** After a refusal: find the rule of the error, repair the request, and send it once more. `true` in the mode `repair`, else `false`. */
  retry?: boolean | undefined;
  /** Called with every audit. Hooks run in the background. An exception in one is reported to `onError`. */
  onReport?: ((event: GuardReported) => unknown) | undefined;
  /** Called with every request that was repaired. */
  onRepaired?: ((event: GuardRepaired) => unknown) | undefined;
  /** Called with every request that was blocked, or that the provider refused: with status 400 or 422, or with an error that a rule predicts. */
  onRefused?: ((event: GuardRefused) => unknown) | undefined;
  /** Called with every answer of a provider when it has ended, and with every call that got none. */
  onAnswered?: ((event: GuardAnswered) => unknown) | undefined;
  /** Called with every call to the store when it has ended. */
  onStore?: ((event: GuardStored) => unknown) | undefined;
  /** Called with every answer that was recorded. */
  onRecorded?: ((event: GuardRecorded) => unknown) | undefined;
  /**
   * Called with the failures of the guard itself: of a store, of a hook, or of reading an answer. The call is sent unchanged. Without it, the first failure of the store is printed
   * by `console.warn`, unless the channel `rethought:guard` has subscribers.
   */
  onError?: ((error: unknown, event: Partial<GuardEvent>) => unknown) | undefined;
}

/** A fetch with a guard. It has the parameters and the result of the fetch in it. */
export type GuardedFetch<F = GlobalFetch> = F & Guarding;

/** The members of a guarded fetch. */
export interface Guarding {
  /**
   * Resolves when every request that was sent is audited and every answer that has ended is recorded. A program waits for it before it ends; a worker gives it to `waitUntil`.
   *
   * @example
   * import { guard } from "rethought/guard";
   *
   * const recorded = [];
   * const fetch = guard(async () => new Response(response), { onRecorded: (event) => recorded.push(event.response) });
   * await (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: request })).text();
   * await fetch.settled();
   * recorded; // → ["msg_1"]
   */
  settled(): Promise<void>;
  /**
   * Deletes recorded answers of a conversation or an account, by the program's own names, or older than a time. It deletes them in the store, among the answers that wait for it, and in memory. Resolves to their
   * number. Answers that end later are recorded. It waits for writes that are under way; one that hangs may still reach the store. Other programs on the store have to do the same.
   *
   * @example
   * import { memoryStore } from "rethought";
   * import { guard } from "rethought/guard";
   *
   * const fetch = guard(async () => new Response(response), { store: memoryStore(), account: "ada" });
   * await (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: request })).text();
   * await fetch.forget({ account: "ada" }); // → 1
   *
   * @throws {InputError} if the guard has no store, or one that cannot delete.
   */
  forget(what: Forgotten): Promise<number>;
  /**
   * Frees the memory of the ledgers that it has opened, for `using`. Later calls pass unguarded.
   *
   * @example
   * import { guard } from "rethought/guard";
   *
   * const fetch = guard(async () => new Response("as it is"));
   * fetch[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
   * await (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: request })).text(); // → "as it is"
   */
  [Symbol.dispose](): void;
}

/**
 * Puts a guard around a fetch; around `globalThis.fetch`, looked up at each call, if none is given. A call is a provider's if its address or host shows that,
 * its method is POST and its body is JSON with messages. Other calls are not changed. The audit of a request waits until the answer that it continues is known,
 * and for no other and no write. A body that is a stream is read and sent as bytes. An abort reaches the caller at once, whatever the guard is doing. Responses
 * pass as they come, byte for byte. If the guard itself fails, the call is sent unchanged.
 *
 * @example
 * import { guard } from "rethought/guard";
 *
 * const sent = [];
 * const provider = async (url, init) => (sent.push(init.body), new Response(response));
 * const fetch = guard(provider, { mode: "repair" }); // in a program: new Anthropic({ fetch: guard(undefined, { mode: "repair" }) })
 * const post = async (body) => (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body })).json();
 * await post(request);
 * await post(next.replace("Ask the tool.", "Ask a tool."));
 * sent[1] === next; // → true
 *
 * @throws {InputError} if an option is unknown or invalid.
 */
export function guard<F extends (...args: any[]) => Promise<any> = GlobalFetch>(fetch?: F | undefined, options?: GuardOptions): GuardedFetch<F>;

/**
 * Runs a function whose guarded calls belong to one conversation, with everything that it begins: by `AsyncLocalStorage`.
 *
 * @example
 * import { guard, withConversation } from "rethought/guard";
 *
 * const names = [];
 * const fetch = guard(async () => new Response(response), { onReport: (event) => names.push(event.conversation) });
 * const post = () => fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: request });
 * await withConversation("user-7", async () => post());
 * names; // → ["user-7"]
 *
 * @throws {InputError} if the runtime has no `AsyncLocalStorage`.
 */
export function withConversation<T>(id: string, run: () => T): T;

/**
 * Gives the part of a store that belongs to one conversation, as a guard sees it under that name. A ledger over it forgets that conversation and nothing else.
 *
 * @example
 * import { Ledger, memoryStore } from "rethought";
 * import { conversationStore, guard } from "rethought/guard";
 *
 * const store = memoryStore();
 * const fetch = guard(async () => new Response(response), { store, conversation: "user-7" });
 * await (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: request })).text();
 * await fetch.settled();
 * const ledger = await Ledger.open(conversationStore(store, "user-7"));
 * (await ledger.conversation(next, "anthropic-messages")).branch.length; // → 1
 *
 * @throws {InputError} if the store has no `getMany` and `setMany`.
 */
export function conversationStore(store: Store, id: string): Store;
