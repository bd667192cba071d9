// `rethought/clark`: the reasoning items of clark-agent, which are OpenRouter's `reasoning_details`, each in its own bytes.
import type { Like, RawBody } from "./body.js";
import type { ReasoningFacts, ReasoningItem, ReplayAudit, ReplayContract } from "./types.js";

export type { Like, RawBody } from "./body.js";
export type {
  FaultyReasoningItem, MissingSignaturesForStrictProvider, MixedIssuers, ReasoningEncryptedItem, ReasoningFacts, ReasoningFormat, ReasoningItem,
  ReasoningOmittedItem, ReasoningRedactedItem, ReasoningSummaryItem, ReasoningTextItem, ReplayAudit, ReplayContract, ReplayViolation, UnknownReasoningItem,
} from "./types.js";

/** A reasoning item: its facts, its text as received, and the item as an object. */
export type ReasoningView<B extends RawBody> = ReasoningFacts & {
  /** The item's text, byte for byte: what goes back. */
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

/** One of `reasoning_details` where it stands in a response. */
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
   * Finds the items of a response, or of the list itself. A value that is no object is no item.
   *
   * @example
   * import { OpenRouterReasoningCodec } from "rethought/clark";
   *
   * const [item] = new OpenRouterReasoningCodec().parseResponse('[{"type":"reasoning.encrypted","data":"gAAA"}, 7]');
   * [item.kind, item.pointer]; // → ["encrypted", "/0"]
   */
  parseResponse<B extends RawBody>(body: B): PlacedReasoning<B>[];
  /**
   * Writes the items into a message as its `reasoning_details`, in place of those that it has or at its end. Without items the message stays as it was.
   *
   * @example
   * import { OpenRouterReasoningCodec } from "rethought/clark";
   *
   * new OpenRouterReasoningCodec().writeAssistant('{"content":"Hi"}', ['{"type":"reasoning.text"}']); // → '{"content":"Hi","reasoning_details":[{"type":"reasoning.text"}]}'
   *
   * @throws {EditError} if the message is no object.
   * @throws {ShapeError} if an item is none.
   */
  writeAssistant<B extends RawBody>(message: B, items: readonly (RawBody | { readonly raw: RawBody })[]): Like<B>;
}

/** An item of `reasoning_details`: as it came, best; as `OpenRouterReasoningCodec` read it; or parsed. */
export type ReplayItem = RawBody | { readonly raw: RawBody } | ReasoningItem;

/**
 * Tells if the reasoning items of one turn can go back under a contract. Clark's function looks for one signature anywhere; here each format answers for
 * itself, an empty signature does not count, and all violations are listed.
 *
 * @example
 * import { auditReplay } from "rethought/clark";
 *
 * const { violation } = auditReplay(['{"type":"reasoning.text","text":"So.","format":"anthropic-claude-v1"}'], "required-with-tools", true);
 * violation.type; // → "missing-signatures-for-strict-provider"
 */
export function auditReplay(items: readonly ReplayItem[], contract: ReplayContract, nextTurnCarriesTools: boolean): ReplayAudit;
