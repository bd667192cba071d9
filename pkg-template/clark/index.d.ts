// `rethought/clark`: the reasoning items of clark-agent, of every wire, each with its own bytes, and the codecs that read and write them.
import type { Body, Like, RawBody } from "../text/body.js";
import type { ConvertOptions } from "../convert/records.js";
import type { TargetLike } from "../exchange/exchange.js";
import type { Thought } from "../thought/thought.js";
import type { Turn } from "../exchange/turn.js";
import type { ReasoningFacts, ReasoningFormat, ReasoningItem, ReplayAudit, ReplayContract, ThoughtFate } from "../records/index.js";

export type { Body, Like, RawBody } from "../text/body.js";
export type { ConvertOptions } from "../convert/records.js";
export type { TargetLike } from "../exchange/exchange.js";
export type { Turn } from "../exchange/turn.js";
export type { ThoughtFate } from "../records/index.js";
export type {
  FaultyReasoningItem, MissingSignaturesForStrictProvider, MixedIssuers, ReasoningEncryptedItem, ReasoningFacts, ReasoningFormat, ReasoningItem,
  ReasoningOmittedItem, ReasoningRedactedItem, ReasoningSummaryItem, ReasoningTextItem, ReplayAudit, ReplayContract, ReplayViolation, UnknownReasoningItem,
} from "../records/index.js";

/** A reasoning item: its facts, its text as received, and the item as an object. */
export type ReasoningView<B extends RawBody> = ReasoningFacts & {
  /** The item's text to send back, byte for byte. */
  raw: Like<B>;
  /** The item parsed, to look at. Numbers beyond 2^53 are rounded here, never in `raw`. */
  item: ReasoningItem;
};

/**
 * Reads one item of `reasoning_details`. Unknown kinds, formats and keys are kept.
 *
 * @example
 * import { readReasoningItem } from "rethought/clark";
 *
 * const { kind, format, signed } = readReasoningItem('{"type":"reasoning.text","text":"So.","signature":"EqQB","format":"anthropic-claude-v1"}');
 * [kind, format, signed]; // → ["text", "anthropic-claude-v1", true]
 *
 * @throws {ShapeError} only if the value is not an object.
 */
export function readReasoningItem<B extends RawBody>(body: B, pointer?: string): ReasoningView<B>;

/** One of `reasoning_details` with its place in a response. */
export type PlacedReasoning<B extends RawBody> = ReasoningView<B> & {
  /** Its JSON pointer. */
  pointer: string;
};

/**
 * Reads and writes `reasoning_details`, with each item in its own bytes. Where the response is at hand whole, `replay` is the better way.
 *
 * @example
 * import { OpenRouterReasoningCodec } from "rethought/clark";
 *
 * const codec = new OpenRouterReasoningCodec();
 * const items = codec.parseResponse('{"choices":[{"message":{"reasoning_details":[{"type":"reasoning.text","text":"So."}]}}]}');
 * codec.writeAssistant('{"role":"assistant"}', items); // → '{"role":"assistant","reasoning_details":[{"type":"reasoning.text","text":"So."}]}'
 */
export class OpenRouterReasoningCodec {
  /**
   * Finds the items of a response, or of the list itself. A value that is not an object is not an item.
   *
   * @example
   * import { OpenRouterReasoningCodec } from "rethought/clark";
   *
   * const [item] = new OpenRouterReasoningCodec().parseResponse('[{"type":"reasoning.encrypted","data":"gAAA"}, 7]');
   * [item.kind, item.pointer]; // → ["encrypted", "/0"]
   */
  parseResponse<B extends RawBody>(body: B): PlacedReasoning<B>[];
  /**
   * Writes the items into a message as its `reasoning_details`, in place of those that it has or at its end. Without items the message is unchanged.
   *
   * @example
   * import { OpenRouterReasoningCodec } from "rethought/clark";
   *
   * new OpenRouterReasoningCodec().writeAssistant('{"content":"Hi"}', ['{"type":"reasoning.text"}']); // → '{"content":"Hi","reasoning_details":[{"type":"reasoning.text"}]}'
   *
   * @throws {EditError} if the message is not an object.
   * @throws {ShapeError} if an item is none.
   */
  writeAssistant<B extends RawBody>(message: B, items: readonly (RawBody | { readonly raw: RawBody })[]): Like<B>;
  /**
   * Says when the vendor of a format requires its reasoning.
   *
   * @example
   * import { OpenRouterReasoningCodec } from "rethought/clark";
   *
   * new OpenRouterReasoningCodec().replayContract("google-gemini-v1"); // → "required-with-tools"
   */
  replayContract(format: ReasoningFormat): ReplayContract;
}

/** A thought of any wire as a typed item. */
export interface TypedReasoning {
  /** Says how much of it can be seen. */
  kind: ReasoningFacts["kind"];
  /** Whose reasoning it is. */
  format: ReasoningFormat;
  /** True if it carries a handle that the provider will check. */
  signed: boolean;
  /** The place of its native block. */
  pointer?: string | undefined;
  /** Its native block as received, byte for byte. */
  raw?: string | Uint8Array | ArrayBuffer | ArrayBufferView | undefined;
  /** The item in clark's shape. */
  item: ReasoningItem;
  /** The thought that it is made of; a codec of the caller's has none. */
  thought?: Thought;
}

/**
 * Types the reasoning of a turn, of thoughts, or of a response, on any wire: one item a thought, with its native block. OpenRouter's `reasoning`, which says its
 * `reasoning_details` once more, is not counted.
 *
 * @example
 * import { decode } from "rethought";
 * import { reasoningItems } from "rethought/clark";
 *
 * const [{ item, signed }] = reasoningItems(decode(response));
 * [item.type, item.format, item.signature, signed]; // → ["reasoning.text", "anthropic-claude-v1", "EqQBCg==", true]
 *
 * @throws {InputError} at `/wire` if the wire of a body is not recognized.
 */
export function reasoningItems(source: Turn | readonly Thought[] | Body, target?: TargetLike): TypedReasoning[];

/** Translates between the reasoning of a wire and typed items. */
export interface ReasoningCodec {
  /**
   * Finds the items of a response.
   *
   * @example
   * import { OpenRouterReasoningCodec } from "rethought/clark";
   *
   * new OpenRouterReasoningCodec().parseResponse('[{"type":"reasoning.text","text":"So."}]')[0].kind; // → "text"
   */
  parseResponse(body: any): readonly (ReasoningItem | { readonly item: ReasoningItem; readonly raw?: RawBody; readonly pointer?: string })[];
  /**
   * Writes items into the message to send back, in its original form.
   *
   * @example
   * import { OpenRouterReasoningCodec } from "rethought/clark";
   *
   * new OpenRouterReasoningCodec().writeAssistant("{}", ['{"type":"reasoning.text"}']); // → '{"reasoning_details":[{"type":"reasoning.text"}]}'
   */
  writeAssistant(message: any, items: readonly any[]): any;
  /**
   * Says when the vendor of a format requires its reasoning; clark's own contracts hold if it is left out.
   *
   * @example
   * import { OpenRouterReasoningCodec } from "rethought/clark";
   *
   * new OpenRouterReasoningCodec().replayContract("unknown"); // → "stateless"
   */
  replayContract?(format: ReasoningFormat): ReplayContract;
}

/**
 * Makes a codec that of a wire or a dialect, a new one or one that the package has. Returns the function that removes it again.
 *
 * @example
 * import { codecFor, registerCodec } from "rethought/clark";
 *
 * const remove = registerCodec("acme-chat", {
 *   parseResponse: (body) => [{ type: "reasoning.text", format: "acme-v1", text: JSON.parse(body).musing }],
 *   writeAssistant: (message, [{ item }]) => JSON.stringify({ ...JSON.parse(message), musing: item.text }),
 * });
 * codecFor("acme-chat").parseResponse('{"musing":"Hm."}')[0].item.text; // → "Hm."
 * remove(); // → true
 *
 * @throws {InputError} if the codec lacks a function.
 */
export function registerCodec(wire: string, codec: ReasoningCodec): () => boolean;

/** The codec of a wire, as {@link codecFor} gives it. */
export interface WireReasoningCodec {
  /**
   * Finds the items of a response.
   *
   * @example
   * import { codecFor } from "rethought/clark";
   *
   * codecFor("anthropic-messages").parseResponse(response)[0].signed; // → true
   */
  parseResponse(body: Body): TypedReasoning[];
  /**
   * Writes items into the assistant message, or on wires with items into their list. Each is beside the part that it came with, or else at the front.
   *
   * @example
   * import { codecFor } from "rethought/clark";
   *
   * const codec = codecFor("anthropic-messages");
   * const bare = '{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"weather","input":{"city":"Oslo"}}]}';
   * JSON.parse(codec.writeAssistant(bare, codec.parseResponse(response))).content[0].type; // → "thinking"
   *
   * @throws {ShapeError} with the pointer of an item that cannot go there.
   */
  writeAssistant<B extends Body>(message: B, items: readonly (TypedReasoning | Thought | ReasoningItem | RawBody)[]): Like<B>;
  /**
   * Says when the vendor of a format requires its reasoning.
   *
   * @example
   * import { codecFor } from "rethought/clark";
   *
   * codecFor("openai-responses").replayContract("openai-responses-v1"); // → "required-with-tools"
   */
  replayContract(format: ReasoningFormat): ReplayContract;
}

/**
 * Finds the codec of a wire: the one that was registered, else the package's own. An error of a registered one is a `ShapeError` with its place, and what was thrown as its
 * cause.
 *
 * @example
 * import { codecFor } from "rethought/clark";
 *
 * const [item] = codecFor("anthropic-messages").parseResponse(response);
 * [item.format, item.pointer]; // → ["anthropic-claude-v1", "/content/0"]
 */
export function codecFor(wire: string): WireReasoningCodec;

/**
 * Looks up when the vendor of a format requires its reasoning; a codec that was registered for `wire` has priority.
 *
 * @example
 * import { replayContract } from "rethought/clark";
 *
 * replayContract("anthropic-claude-v1"); // → "required-with-tools"
 * replayContract("xai-responses-v1"); // → "stateless"
 */
export function replayContract(format: ReasoningFormat, wire?: string): ReplayContract;

/** A typed item in the shape of a target, and its fate. */
export interface WrittenItem {
  /** Its fate there. */
  fate: ThoughtFate;
  /** Why. */
  reason: string;
  /** The block, the item, the part or the text to send, as JSON text; absent if nothing is sent. */
  block?: string;
  /** The member of the request that holds it, if the policy sends it in the side channel. */
  beside?: string;
}

/**
 * Writes a typed item in the shape of a provider. A handle is sent to its vendor only; elsewhere the policy decides, in the words of `convert`.
 *
 * @example
 * import { writeItem } from "rethought/clark";
 *
 * const item = { type: "reasoning.text", format: "anthropic-claude-v1", text: "So.", signature: "EqQB" };
 * writeItem(item, "anthropic-messages").block; // → '{"type":"thinking","thinking":"So.","signature":"EqQB"}'
 * writeItem(item, "openai-responses").fate; // → "elided"
 * writeItem(item, "openai-responses", { policy: "envelope" }).block; // → '"<thought>So.</thought>"'
 *
 * @throws {ShapeError} if the item is not an object.
 */
export function writeItem(item: TypedReasoning | Thought | ReasoningItem | RawBody, target: TargetLike, options?: { from?: TargetLike; policy?: ConvertOptions["policy"] } | null): WrittenItem;

/** An item: a thought of any wire, a typed item, or one of `reasoning_details`: received, read by `OpenRouterReasoningCodec`, or parsed. */
export type ReplayItem = RawBody | { readonly raw: RawBody } | ReasoningItem | TypedReasoning | Thought;

/**
 * Checks if the reasoning of one turn can be sent back under a contract, on any wire; without one, the strictest of its formats holds. Clark's function looks for one signature anywhere; here each format answers for
 * itself, an empty signature does not count, and all violations are listed.
 *
 * @example
 * import { auditReplay } from "rethought/clark";
 *
 * const { violation } = auditReplay(['{"type":"reasoning.text","text":"So.","format":"anthropic-claude-v1"}'], "required-with-tools", true);
 * violation.type; // → "missing-signatures-for-strict-provider"
 */
export function auditReplay(items: readonly ReplayItem[] | Turn, contract: ReplayContract | null | undefined, nextTurnCarriesTools: boolean): ReplayAudit;