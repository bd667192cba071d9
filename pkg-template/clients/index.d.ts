// `rethought/clients`: a guard in the clients of providers and in the models of frameworks. A client goes in, and one of the same type comes out: it does what the first does, and its
// calls go through a guard. The first stays as it was. Each is known by its members, so that the package needs none of theirs.
import type { Guarding, GuardOptions } from "../guard/index.js";

export type { GuardAnswered, GuardCall, GuardEvent, GuardHeaders, Guarding, GuardMode, GuardOptions, GuardRecorded, GuardRefused, GuardRepaired, GuardReported, GuardStored, GuardUrl } from "../guard/index.js";

/** A client by the member that makes one like it with other options. */
export interface ClientWithOptions {
  withOptions: (options: any) => unknown;
}

/**
 * Puts a guard into a client of `@anthropic-ai/sdk`, or into one for Bedrock, Vertex or Foundry. It runs before the platform's own form and signature, so a
 * request can be repaired there too.
 *
 * @example
 * import { guardAnthropic } from "rethought/clients";
 *
 * // const client = guardAnthropic(new Anthropic(), { mode: "repair" });
 * const client = { messages: {}, fetch: async () => new Response(response), withOptions: ({ fetch }) => ({ fetch }) };
 * const guarded = guardAnthropic(client, { mode: "repair" });
 * guarded === client; // → false
 *
 * @throws {InputError} if it is not such a client, or if an option is unknown or invalid.
 */
export function guardAnthropic<C extends ClientWithOptions & { messages: unknown }>(client: C, options?: GuardOptions): C;

/** The middleware of `@anthropic-ai/sdk` that is in a guarded client, for `new Anthropic({ middleware: [...] })`. */
export interface AnthropicMiddleware extends Guarding {
  (request: any, next: (request: any) => Promise<Response>, context?: unknown): Promise<Response>;
}

/**
 * Makes middleware for clients of Anthropic; several may have it in common.
 *
 * @example
 * import { anthropicMiddleware } from "rethought/clients";
 *
 * // const client = new Anthropic({ middleware: [anthropicMiddleware({ mode: "repair" })] });
 * const middleware = anthropicMiddleware();
 * const call = { url: "https://api.anthropic.com/v1/messages", method: "POST", headers: new Headers(), body: request };
 * (await middleware(call, async () => new Response(response))).status; // → 200
 *
 * @throws {InputError} if an option is unknown or invalid.
 */
export function anthropicMiddleware(options?: GuardOptions): AnthropicMiddleware;

/**
 * Puts a guard into a client of `openai`, also of Azure and of every OpenAI-compatible host. `@openai/agents` takes the client by `setDefaultOpenAIClient`.
 *
 * @example
 * import { guardOpenAI } from "rethought/clients";
 *
 * // const client = guardOpenAI(new OpenAI(), { mode: "repair" });
 * const client = { chat: { completions: {} }, fetch: async () => new Response("{}"), withOptions: ({ fetch }) => ({ fetch }) };
 * guardOpenAI(client) === client; // → false
 *
 * @throws {InputError} if it is not such a client, or if an option is unknown or invalid.
 */
export function guardOpenAI<C extends ClientWithOptions & { chat: unknown }>(client: C, options?: GuardOptions): C;

/**
 * Puts a guard into a client of `@google/genai`, for Gemini's API and for Vertex.
 *
 * @example
 * import { guardGoogleGenAI } from "rethought/clients";
 *
 * // const client = guardGoogleGenAI(new GoogleGenAI({ apiKey }), { mode: "repair" });
 * typeof guardGoogleGenAI; // → "function"
 *
 * @throws {InputError} if it is not such a client, or if an option is unknown or invalid.
 */
export function guardGoogleGenAI<C extends { models: unknown; vertexai: boolean }>(client: C, options?: GuardOptions): C;

/**
 * Puts a guard into a client of `@openrouter/sdk`.
 *
 * @example
 * import { guardOpenRouter } from "rethought/clients";
 *
 * // const client = guardOpenRouter(new OpenRouter({ apiKey }), { mode: "repair" });
 * typeof guardOpenRouter; // → "function"
 *
 * @throws {InputError} if it is not such a client, or if an option is unknown or invalid.
 */
export function guardOpenRouter<C extends { _options: unknown; chat: unknown }>(client: C, options?: GuardOptions): C;

/**
 * Puts a guard into a client of `@mistralai/mistralai`.
 *
 * @example
 * import { guardMistral } from "rethought/clients";
 *
 * // const client = guardMistral(new Mistral({ apiKey }), { mode: "repair" });
 * typeof guardMistral; // → "function"
 *
 * @throws {InputError} if it is not such a client, or if an option is unknown or invalid.
 */
export function guardMistral<C extends { _options: unknown; chat: unknown }>(client: C, options?: GuardOptions): C;

/**
 * Puts a guard into a client of `cohere-ai`, of its second version or its first.
 *
 * @example
 * import { guardCohere } from "rethought/clients";
 *
 * // const client = guardCohere(new CohereClientV2({ token }), { mode: "repair" });
 * typeof guardCohere; // → "function"
 *
 * @throws {InputError} if it is not such a client, or if an option is unknown or invalid.
 */
export function guardCohere<C extends { chat: unknown }>(client: C, options?: GuardOptions): C;

/**
 * Puts a guard into a client of `ollama`.
 *
 * @example
 * import { guardOllama } from "rethought/clients";
 *
 * // const client = guardOllama(new Ollama(), { mode: "repair" });
 * const client = { fetch: async () => new Response("{}"), chat: () => {} };
 * guardOllama(client) === client; // → false
 *
 * @throws {InputError} if it is not such a client, or if an option is unknown or invalid.
 */
export function guardOllama<C extends { chat: unknown }>(client: C, options?: GuardOptions): C;

/**
 * Puts a guard into a client of `@aws-sdk/client-bedrock-runtime`: before the signature, so that a repaired request is signed. A blocked request ends in the client's own
 * `ValidationException`.
 *
 * @example
 * import { guardBedrock } from "rethought/clients";
 *
 * // const client = guardBedrock(new BedrockRuntimeClient({ region }), { mode: "repair" });
 * typeof guardBedrock; // → "function"
 *
 * @throws {InputError} if it is not such a client, or if an option is unknown or invalid.
 */
export function guardBedrock<C extends { middlewareStack: unknown; send: unknown }>(client: C, options?: GuardOptions): C;

/**
 * Puts a guard into a language model of an AI SDK provider, around the fetch of the provider. Mastra takes such a model as the `model` of an agent.
 *
 * @example
 * import { guardLanguageModel } from "rethought/clients";
 *
 * // const model = guardLanguageModel(anthropic("claude-opus-5"), { mode: "repair" });
 * const model = { config: {}, doGenerate: async () => ({}), doStream: async () => ({}) };
 * guardLanguageModel(model) === model; // → false
 *
 * @throws {InputError} if it is not a model of a provider, but one that something was put around; or if an option is unknown or invalid.
 */
export function guardLanguageModel<M extends { doGenerate: unknown; doStream: unknown }>(model: M, options?: GuardOptions): M;

/** Middleware for `wrapLanguageModel` of the AI SDK 5, 6 and 7. */
export interface LanguageModelGuard extends Guarding {
  /** Versions 6 and 7 want different numbers here, and version 5 none. */
  readonly specificationVersion: any;
  wrapGenerate: (options: { doGenerate: () => any; params: any; model: any }) => any;
  wrapStream: (options: { doStream: () => any; params: any; model: any }) => any;
}

/**
 * Makes middleware for `wrapLanguageModel` of the AI SDK 5, 6 and 7; several models may have it in common. It belongs last in a list of them, next to the model. A model whose fetch it cannot reach is called unguarded, and `onError` is reported.
 *
 * @example
 * import { languageModelMiddleware } from "rethought/clients";
 *
 * // const model = wrapLanguageModel({ model: anthropic("claude-opus-5"), middleware: languageModelMiddleware({ mode: "repair" }) });
 * const model = { config: {}, doGenerate: async (params) => params.prompt };
 * await languageModelMiddleware().wrapGenerate({ model, params: { prompt: "as it is" }, doGenerate: async () => "" }); // → "as it is"
 *
 * @throws {InputError} if an option is unknown or invalid.
 */
export function languageModelMiddleware(options?: GuardOptions): LanguageModelGuard;

/**
 * Puts a guard into a chat model of LangChain: of `@langchain/anthropic`, `/openai`, `/google`, `/google-genai` and `/aws`. Packages that are built on that of
 * OpenAI are supported too. The client in `@langchain/google-genai` uses the global fetch, which is guarded while a call of the model runs.
 *
 * @example
 * import { guardChatModel } from "rethought/clients";
 *
 * // const model = guardChatModel(new ChatAnthropic({ model: "claude-opus-5" }), { mode: "repair" });
 * const model = { clientConfig: {}, invoke: () => {} };
 * guardChatModel(model) === model; // → false
 *
 * @throws {InputError} if it is not such a model, or if an option is unknown or invalid.
 */
export function guardChatModel<M extends { invoke: unknown }>(model: M, options?: GuardOptions): M;

/**
 * Gives the guard that is in a client, to wait for what it records.
 *
 * @example
 * import { guardOf, guardOllama } from "rethought/clients";
 *
 * const client = guardOllama({ fetch: async () => new Response("{}"), chat: () => {} });
 * await guardOf(client).settled();
 * guardOf({}); // → undefined
 */
export function guardOf(client: object): Guarding | undefined;
