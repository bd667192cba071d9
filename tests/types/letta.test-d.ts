import type {
  HiddenReasoningMessage, HiddenReasoningState, OmittedReasoningContent, ReasoningContent, ReasoningMessage, ReasoningSource,
  RedactedReasoningContent, SummarizedReasoningContent, SummarizedReasoningContentPart,
} from "rethought";
import type { Equal, Expect, Interchangeable, Refuse } from "./equal.js";
import type * as Seed from "./seeds/letta.js";

export type Same = [
  Expect<Equal<ReasoningMessage, Seed.ReasoningMessage>>,
  Expect<Equal<ReasoningSource, NonNullable<Seed.ReasoningMessage["source"]>>>,
  Expect<Equal<HiddenReasoningMessage, Seed.HiddenReasoningMessage>>,
  Expect<Equal<HiddenReasoningState, Seed.HiddenReasoningMessage["state"]>>,
  Expect<Equal<ReasoningContent, Seed.ReasoningContent>>,
  Expect<Equal<RedactedReasoningContent, Seed.RedactedReasoningContent>>,
  Expect<Equal<OmittedReasoningContent, Seed.OmittedReasoningContent>>,
  Expect<Equal<SummarizedReasoningContent, Seed.SummarizedReasoningContent>>,
  Expect<Equal<SummarizedReasoningContentPart, Seed.SummarizedReasoningContent["summary"][number]>>,
  Expect<Interchangeable<ReasoningMessage, Seed.ReasoningMessage>>,
  Refuse<Interchangeable<ReasoningMessage, HiddenReasoningMessage>>,
];

const date = "2026-01-01T00:00:00Z";
export const least: ReasoningMessage = { id: "message-1", date, reasoning: "hm" };
export const nulls: ReasoningMessage = { id: "message-1", date, reasoning: "hm", name: null, otid: null, is_err: null, seq_id: null, signature: null };
export const hidden: HiddenReasoningMessage = { id: "message-1", date, state: "redacted", hidden_reasoning: "ENC" };

// @ts-expect-error the reasoning is required
export const silent: ReasoningMessage = { id: "message-1", date };
// @ts-expect-error the reasoning is text
export const nil: ReasoningMessage = { id: "message-1", date, reasoning: null };
// @ts-expect-error a source is one of two words
export const source: ReasoningMessage = { id: "message-1", date, reasoning: "hm", source: "human" };
// @ts-expect-error the source is left out, never null
export const sourceless: ReasoningMessage = { id: "message-1", date, reasoning: "hm", source: null };
// @ts-expect-error absent is not undefined
export const undef: ReasoningMessage = { id: "message-1", date, reasoning: "hm", name: undefined };
// @ts-expect-error hidden reasoning says why
export const why: HiddenReasoningMessage = { id: "message-1", date };
// @ts-expect-error the type of a hidden message is another
export const kind: HiddenReasoningMessage = { id: "message-1", date, state: "omitted", message_type: "reasoning_message" };
// @ts-expect-error a part of a summary has a place
export const part: SummarizedReasoningContent = { id: "rs_1", summary: [{ text: "x" }] };
// @ts-expect-error no encrypted content is no field, not null
export const plain: SummarizedReasoningContent = { id: "rs_1", summary: [], encrypted_content: null };
