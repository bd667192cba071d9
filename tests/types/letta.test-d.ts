import type { Turn } from "rethought";
import type {
  HiddenReasoningMessage, HiddenReasoningState, OmittedReasoningContent, ReasoningContent, ReasoningMessage, ReasoningSource, RedactedReasoningContent,
  SummarizedReasoningContent, SummarizedReasoningContentPart,
} from "rethought/letta";
import * as letta from "rethought/letta";
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
// @ts-expect-error no encrypted content is not a field, not null
export const plain: SummarizedReasoningContent = { id: "rs_1", summary: [], encrypted_content: null };

// The calls.
declare const text: string;
declare const bytes: Uint8Array;
declare const turn: Turn;
declare const list: ReasoningMessage[];
export const exported = letta.export(bytes, "anthropic-messages", { date, id: null, seq_id: 7, is_err: true });
export const fromTurn = letta.export(turn, null, { date: new Date() });
export const projected = letta.project(list);
export const imported = letta.import(text);
export const blocks = letta.replay(exported.messages, { wire: "openai-responses", model: "m" });
export const named = letta.replay(exported.messages, "openai-responses", { from: { wire: "openai-responses", model: "m" } });
export const id: string = letta.otid("message-1", 5);
export const following = letta.after(list, 7);
export const repeated = letta.repeats(list);
export const [asText, asBytes, asList] = [letta.update(text, "m", "r").records, letta.update(bytes, "m", "r").records, letta.update(list, "m", "r").records];

export type Calls = [
  Expect<Equal<typeof exported, letta.Exported>>,
  Expect<Equal<typeof fromTurn, letta.Exported>>,
  Expect<Equal<(typeof exported.messages)[number], ReasoningMessage | HiddenReasoningMessage>>,
  Expect<Equal<typeof projected, letta.Projected>>,
  Expect<Equal<typeof imported.thoughts, letta.Thought[]>>,
  Expect<Equal<typeof blocks, letta.Block[]>>,
  Expect<Equal<(typeof blocks)[number]["fate"], "verbatim" | "routed" | "degraded" | "elided">>,
  Expect<Equal<typeof following.last, number | undefined>>,
  Expect<Equal<typeof repeated, letta.Repeat[]>>,
  Expect<Equal<typeof asText, string>>,
  Expect<Equal<typeof asBytes, Uint8Array>>,
  Expect<Equal<typeof asList, ReasoningMessage[]>>,
];

// @ts-expect-error a number is not a record
letta.import(7);
// @ts-expect-error an index is a number
letta.otid("message-1", "5");
// @ts-expect-error where it came from has to be said
letta.replay(list);
// @ts-expect-error an envelope has no signature
letta.export(text, "anthropic-messages", { date, signature: "S" });
