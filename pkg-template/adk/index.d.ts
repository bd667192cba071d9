// `rethought/adk`: routing by compatibility tag, placing, the schema, times and token counts of @nhtio/adk. Its thoughts and identities are in the main entry.
import type { Body, Like } from "../text/body.js";
import type { ConvertOptions } from "../convert/records.js";
import type { TargetLike } from "../exchange/exchange.js";
import type { Turn } from "../exchange/turn.js";
import type { StoredThought, Thought, TokenCounter } from "../thought/thought.js";
import type { IdentityLike, RawIdentity, RawThought, RoutedThought } from "../records/index.js";
import type { AuditOptions } from "../records/index.js";

export type { Body, Like } from "../text/body.js";
export type { ConvertOptions } from "../convert/records.js";
export type { TargetLike } from "../exchange/exchange.js";
export type { StoredThought, TokenCounter } from "../thought/thought.js";
export type { DateTimeLike, IdentityLike, RawIdentity, RawThought, RoutedThought, ThoughtFate, Tokenizable } from "../records/index.js";

/** The options of {@link route}. At least one of `accepts` and `target` is given. */
export interface RouteOptions {
  /** The tags that the adapter accepts. Thoughts without a payload are sent everywhere, unless they name a tag. */
  accepts?: readonly string[];
  /** The target of the request: then the vendor of each thought decides, as in `convert`, and not its tag alone. */
  target?: TargetLike;
  /** The agent that asks; `assistant` if none is named. */
  identity?: string | number | RawIdentity | IdentityLike;
  /** Whose thoughts are sent: all of the agent's own (`all-self`, if nothing is said), the last of these, or those of all agents. */
  mode?: "all-self" | "latest-self" | "all";
  /** How far back, all by default: those of the last answer, those after the last input of the user, or a number. The second needs the request. */
  window?: "all" | "turn" | "round" | number;
  /** The fate of thoughts that the target does not read, in the words of `convert`. */
  policy?: ConvertOptions["policy"];
  /** The request that they are for, if the window is a round. */
  request?: Body;
  /** More rows of models, as for `audit`. */
  models?: AuditOptions["models"];
  /** More rows of hosts, as for `audit`. */
  hosts?: AuditOptions["hosts"];
  /** Other tables, as for `audit`. */
  tables?: AuditOptions["tables"];
}

/** The options of {@link place}. */
export interface PlaceOptions {
  /** The fate of thoughts that the target does not read, in the words of `convert`. */
  policy?: ConvertOptions["policy"];
  /** Tags that the adapter accepts although no wire has them: their payloads are sent beside the messages. Those of a routing are known. */
  accepts?: readonly string[];
  /** More rows of models, as for `audit`. */
  models?: AuditOptions["models"];
  /** More rows of hosts, as for `audit`. */
  hosts?: AuditOptions["hosts"];
  /** Other tables, as for `audit`. */
  tables?: AuditOptions["tables"];
}

/** Thoughts by their fates, in order. */
export interface Routing {
  /** Those that go whole. */
  routed: Thought[];
  /** Those that are left out of this request. They are the same objects, to be kept for the next. */
  elided: Thought[];
  /** Those whose text alone is sent. */
  degraded: Thought[];
  /** The fates of all, with the reasons. */
  plan: RoutedThought[];
}

/**
 * Chooses the thoughts that go into the next request, in the order of their times, then of their ids. A thought that does not match is left out here and kept: the same list, routed for a matching adapter, has it again.
 *
 * @example
 * import { decode } from "rethought";
 * import { route } from "rethought/adk";
 *
 * const { thoughts } = decode(response);
 * route(thoughts, { accepts: ["openai-responses-reasoning-item-v1"] }).elided.length; // → 1
 * route(thoughts, { target: "anthropic-messages" }).plan[0].fate; // → "verbatim"
 * route(thoughts, { target: "gemini-generate", policy: "envelope" }).degraded[0].text; // → "Ask the tool."
 *
 * @throws {InputError} if neither tags nor a target are given, or an option is not known.
 */
export function route(thoughts: readonly (Thought | RawThought | StoredThought)[], options: RouteOptions): Routing;

/** A request with thoughts in it, and the fate of each. */
export interface PlacedThoughts<B extends Body> {
  /** The request: text for text, bytes for bytes, an object for an object. */
  request: Like<B>;
  /** The fates of all, with their places. */
  plan: RoutedThought[];
}

/**
 * Puts thoughts into a request where they belong. A block is put before the text or call that followed it, and an item before its sibling. A signature is set
 * on its call, a member in its message. A thought that the target reads in another shape is sent in that shape. One that it does not read is left out, or sent
 * as the policy says. Placing twice changes nothing. The target may be a format too (`agentfootprint`, `cognipeer`): then thoughts go into its messages.
 *
 * @example
 * import { decode } from "rethought";
 * import { place } from "rethought/adk";
 *
 * const { thoughts } = decode(response);
 * const bare = JSON.parse(next);
 * bare.messages[1].content.shift(); // a client that forgot the thinking
 * const { request: whole, plan } = place(bare, thoughts, "anthropic-messages");
 * whole.messages[1].content[0].signature; // → "EqQBCg=="
 * [plan[0].fate, plan[0].to]; // → ["verbatim", "/messages/1/content/0"]
 *
 * @throws {JsonError} if the request is not JSON.
 * @throws {InputError} at `/wire` if the wire is not recognized.
 */
export function place<B extends Body>(request: B, thoughts: readonly (Thought | RawThought | StoredThought)[] | Routing, target?: TargetLike, options?: PlaceOptions | null): PlacedThoughts<B>;

/**
 * Reads the thoughts of any body: a turn, a request of a wire, or messages of a framework. It reads the frameworks of `convert`, such as `ai-sdk` and
 * `langchain`. Each thought that names its vendor is in its original form, so it can be stored, routed, placed and exported like a decoded one.
 *
 * @example
 * import { place, readThoughts } from "rethought/adk";
 *
 * const messages = [{ role: "assistant", content: "Hi", thinkingBlocks: [{ type: "thinking", content: "Greet.", signature: "EqQBCg==" }] }];
 * const [thought] = readThoughts(messages, "agentfootprint");
 * [thought.content, thought.replayCompatibility]; // → ["Greet.", "anthropic-messages-thinking-v1"]
 * const sent = { model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "Hello" }, { role: "assistant", content: "Hi" }, { role: "user", content: "And?" }] };
 * place(sent, [thought], "anthropic-messages").request.messages[1].content[0].signature; // → "EqQBCg=="
 *
 * @param from The wire or the format, with the model or the host that issued the thoughts if the messages do not name them.
 * @throws {InputError} if the body is not what it is said to be.
 */
export function readThoughts(source: Body | Turn, from?: TargetLike | null, options?: { createdAt?: RawThought["createdAt"] } | null): Thought[];

/** The result of a validation by the interface of standardschema.dev. */
export type ThoughtValidation = { readonly value: Thought; readonly issues?: undefined } | { readonly issues: readonly { readonly message: string; readonly path: readonly string[] }[] };

/**
 * The JSON Schema of `RawThought`, which is also a validator by the interface of standardschema.dev. Schema and types have one source.
 *
 * @example
 * import { rawThoughtSchema } from "rethought/adk";
 *
 * rawThoughtSchema.required; // → ["id", "createdAt", "updatedAt"]
 * const { issues } = rawThoughtSchema["~standard"].validate({ id: "t", content: "", createdAt: 0, updatedAt: 0 });
 * issues[0].path; // → ["content"]
 */
export const rawThoughtSchema: {
  readonly $schema: string;
  readonly type: "object";
  readonly required: readonly string[];
  readonly properties: { readonly [member: string]: object };
  readonly [keyword: string]: unknown;
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "rethought";
    readonly validate: (value: unknown) => ThoughtValidation;
    readonly types?: { readonly input: RawThought; readonly output: Thought } | undefined;
    readonly jsonSchema: { readonly input: (options?: { target?: string }) => Record<string, unknown>; readonly output: (options?: { target?: string }) => Record<string, unknown> };
  };
};

/** Parts of a date as for Luxon's `DateTime.fromObject`, read in UTC. */
export interface TimeFields {
  /** The calendar year. */
  year?: number;
  /** 1 to 12. */
  month?: number;
  /** The day of the month. */
  day?: number;
  /** The day of the year, instead of month and day. */
  ordinal?: number;
  /** The ISO week year, with `weekNumber`. */
  weekYear?: number;
  /** The ISO week. */
  weekNumber?: number;
  /** 1, Monday, to 7. */
  weekday?: number;
  /** 0 to 24. */
  hour?: number;
  /** 0 to 59. */
  minute?: number;
  /** 0 to 59. */
  second?: number;
  /** 0 to 999. */
  millisecond?: number;
}

/**
 * Reads the moment that a value names, as ISO 8601 in UTC. Takes what Luxon parses: ISO in every form, SQL, RFC 2822, HTTP, milliseconds,
 * `Date`, `DateTime` and the objects of `fromObject`. A text without an offset is UTC, so that it means the same on every machine.
 *
 * @example
 * import { readTime } from "rethought/adk";
 *
 * readTime("Mon, 16 Nov 2026 08:00:00 +0200"); // → "2026-11-16T06:00:00.000Z"
 * readTime({ year: 2026, ordinal: 320 }); // → "2026-11-16T00:00:00.000Z"
 *
 * @throws {TimeError} with the byte at which reading stopped.
 */
export function readTime(value: RawThought["createdAt"] | TimeFields): string;

/**
 * Counts the tokens of a text: by `counter`, or estimated as a token for every four UTF-16 code units, rounded up.
 *
 * @example
 * import { countTokens } from "rethought/adk";
 *
 * countTokens("four letters"); // → 3
 * countTokens("four letters", (text) => text.split(" ").length); // → 2
 */
export function countTokens(text: string, counter?: TokenCounter): number;
