/// <reference lib="esnext.disposable" />
// `rethought/proxy`: the guard as a local server, for programs in every language.
import type { GuardOptions } from "../guard/index.js";
import type { ProxyExchange } from "./events.js";
import type { ProxyRequest, ProxyResponse } from "./runtime.js";
import type { Forgotten } from "../stores/store.js";

export type { GuardAnswered, GuardCall, GuardEvent, GuardHeaders, GuardMode, GuardOptions, GuardRecorded, GuardRefused, GuardRepaired, GuardReported, GuardStored, GuardUrl } from "../guard/index.js";
export type { ProxyExchange } from "./events.js";
export type { ProxyRequest, ProxyResponse } from "./runtime.js";

/**
 * The options of a proxy: those of a guard, and where calls go. The conversation of a call is named by the headers `x-rethought-conversation`, which is not
 * sent on, `x-claude-code-session-id`, `session-id` or `thread-id`. Its account is the option `account`. Without it, the header `x-rethought-account` counts,
 * which is not sent on either, and then the name of its token. All names count within one token and one credential: nothing that is recorded for one client is
 * used for another.
 */
export interface ProxyOptions extends Pick<GuardOptions, "mode" | "sample" | "account" | "failOn" | "level" | "store" | "storeTimeout" | "storeRetry" | "durable" | "keep" | "encryptWith" | "retention" | "memoryBytes" | "allow" | "off" | "models" | "tables" | "retry" | "onReport" | "onRepaired" | "onRefused" | "onAnswered" | "onRecorded" | "onStore" | "onError"> {
  /** The hosts that `/host/HOST/…` leads to. Any other is answered with status 403. */
  hosts?: readonly string[] | undefined;
  /** Other addresses for the names `anthropic`, `openai`, `gemini`, `openrouter`, `bedrock`, or for hosts. A call is audited as one to the vendor itself. */
  upstreams?: Readonly<Record<string, string>> | undefined;
  /** The path of the proxy, such as `/models`: `/models/anthropic/v1/messages`. */
  base?: string | undefined;
  /**
   * Sends every call to a model to this one, of whichever vendor, and converts what it answers back. `key` is sent to that vendor in the header that it reads; the client's key is not
   * sent. Token counting is sent to the address at which that vendor counts. If it has none, the answer is an estimate, with the header `x-rethought: estimated token count`.
   * Compaction is answered with status 404. Neither calls a model. An answer of more than 32 MiB ends with an error.
   * Reasoning is kept in the `store`, or else in the memory of this proxy, up to `memoryBytes`. `durable` and `keep` are refused.
   */
  convert?: ProxyConversion | undefined;
  /**
   * The tokens of this proxy, by names of your choice. A client sends one in the header `x-rethought-token`, which is not sent on; any other call gets status 401. Without tokens,
   * everybody who reaches the proxy can use it.
   */
  tokens?: Readonly<Record<string, string>> | undefined;
  /** Called with every call to a model when it has ended. `context` is the third argument of the listener. */
  onExchange?: ((exchange: ProxyExchange, context?: unknown) => unknown) | undefined;
}

/** The options of `proxyListener`: those of a proxy, and limits. */
export interface ProxyListenerOptions extends ProxyOptions {
  /** The longest body of a request. A longer one gets status 413. There is no limit by default. */
  maxBodyBytes?: number | undefined;
  /** How many milliseconds a call may take. Then it gets status 504, or its answer breaks off. There is no limit by default. */
  maxCallMs?: number | undefined;
}

/** The model that answers in place of the one that was asked. */
export interface ProxyConversion {
  /** Its wire. */
  wire: "anthropic-messages" | "bedrock-converse" | "openai-responses" | "openai-chat" | "openrouter-chat" | "gemini-generate";
  /** Its name. */
  model: string;
  /**
   * Other models for calls that ask for certain ones, so that small models stay small: `{ "claude-haiku*": "gpt-5-mini" }`. A star matches any letters. The first name that fits
   * counts; every other call gets `model`.
   */
  models?: Readonly<Record<string, string>> | undefined;
  /** Its host; the vendor's own if none is given. The path of Bedrock has a region: `bedrock-runtime.eu-west-1.amazonaws.com`. */
  host?: string | undefined;
  /** The key for it. */
  key?: string | undefined;
}

/** A proxy as a function from a request to a response. */
export interface ProxyHandler {
  (request: ProxyRequest): Promise<ProxyResponse>;
  /**
   * Resolves when every answer that has ended is recorded. A worker gives it to `waitUntil`.
   *
   * @example
   * import { proxyHandler } from "rethought/proxy";
   *
   * const handle = proxyHandler();
   * await handle.settled(); // → undefined
   */
  settled(): Promise<void>;
  /**
   * Deletes recorded answers in the store, among those that wait for it, and in memory, as `forget` of a guard does.
   *
   * @example
   * import { memoryStore } from "rethought";
   * import { proxyHandler } from "rethought/proxy";
   *
   * const handle = proxyHandler({ store: memoryStore() });
   * await handle.forget({ account: "ada" }); // → 0
   */
  forget(what: Forgotten): Promise<number>;
  /**
   * Frees the memory of the ledgers that it has opened, for `using`.
   *
   * @example
   * import { proxyHandler } from "rethought/proxy";
   *
   * proxyHandler()[Symbol.dispose ?? Symbol.for("Symbol.dispose")](); // → undefined
   */
  [Symbol.dispose](): void;
}

/** A proxy as a listener of `node:http`. */
export interface ProxyListener {
  (request: any, response: any, context?: unknown): void;
  /**
   * Returns the name of a token of this proxy, or nothing if the token is unknown: for other pages of your server. Tokens are compared in constant time.
   *
   * @example
   * import { proxyListener } from "rethought/proxy";
   *
   * const listener = proxyListener({ tokens: { "team-a": "0123456789abcdef" } });
   * listener.nameOfToken("0123456789abcdef"); // → "team-a"
   */
  nameOfToken(token: string | undefined): string | undefined;
  /**
   * Resolves when every answer that has ended is recorded.
   *
   * @example
   * import { proxyListener } from "rethought/proxy";
   *
   * const listener = proxyListener();
   * await listener.settled(); // → undefined
   */
  settled(): Promise<void>;
  /** The number of answers that the store has not taken. Without a store it is 0 once they are recorded. */
  readonly waiting: number;
  /**
   * Deletes recorded answers in the store, among those that wait for it, and in memory, as `forget` of a guard does.
   *
   * @example
   * import { memoryStore } from "rethought";
   * import { proxyListener } from "rethought/proxy";
   *
   * const listener = proxyListener({ store: memoryStore() });
   * await listener.forget({ account: "ada" }); // → 0
   */
  forget(what: Forgotten): Promise<number>;
  /**
   * Frees the memory of the ledgers that it has opened, and closes the connections to providers, for `using`.
   *
   * @example
   * import { proxyListener } from "rethought/proxy";
   *
   * proxyListener()[Symbol.dispose ?? Symbol.for("Symbol.dispose")](); // → undefined
   */
  [Symbol.dispose](): void;
}

/**
 * Makes a proxy for Deno, Bun, workers and every other runtime that serves with fetch. `/anthropic/…` leads to api.anthropic.com, `/openai/…` to
 * api.openai.com, `/gemini/…` to generativelanguage.googleapis.com, `/openrouter/…` to openrouter.ai, `/bedrock/REGION/…` to Bedrock there, `/host/HOST/…` to
 * the hosts that the options allow. Calls to models go through a guard, and other calls are not changed. A response is passed on as it arrives. If a client
 * closes its call, the call to the provider ends too. Keys pass through. A request that AWS signed is observed and never changed. Its signature covers the
 * address too, so clients of Bedrock that sign need an address of Bedrock. Those with an API key do not.
 *
 * @example
 * import { proxyHandler } from "rethought/proxy";
 *
 * const handle = proxyHandler({ mode: "repair" }); // in a program: Deno.serve(handle), Bun.serve({ fetch: handle }), export default { fetch: handle }
 * const answer = await handle(new Request("http://localhost/host/example.com/v1/messages", { method: "POST", body: request }));
 * answer.status; // → 403
 *
 * @throws {InputError} if an option is unknown or invalid.
 */
export function proxyHandler(options?: ProxyOptions): ProxyHandler;

/**
 * Makes the same proxy for `node:http`, without the streams of fetch between the two connections. `rethought proxy` is made of it.
 *
 * @example
 * import { createServer } from "node:http";
 * import { proxyListener } from "rethought/proxy";
 *
 * const server = createServer(proxyListener({ mode: "repair" }));
 * await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
 * const { status } = await fetch(`http://127.0.0.1:${server.address().port}/elsewhere`);
 * server.close();
 * status; // → 404
 *
 * @throws {InputError} if an option is unknown or invalid.
 */
export function proxyListener(options?: ProxyListenerOptions): ProxyListener;
