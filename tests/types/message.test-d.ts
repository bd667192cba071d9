import type { ContextRole, InjectedBy, LLMMessage, LLMToolCall, ThinkingBlock, ThinkingBlockType } from "rethought/views";
import type { Equal, Expect, Interchangeable } from "./equal.js";
import type * as Seed from "./seeds/agentfootprint.js";

export type Same = [
  Expect<Equal<LLMMessage, Seed.LLMMessage>>,
  Expect<Equal<ContextRole, Seed.ContextRole>>,
  Expect<Equal<ThinkingBlock, Seed.ThinkingBlock>>,
  Expect<Equal<ThinkingBlockType, Seed.ThinkingBlock["type"]>>,
  Expect<Equal<LLMToolCall, NonNullable<Seed.LLMMessage["toolCalls"]>[number]>>,
  Expect<Equal<InjectedBy, NonNullable<Seed.LLMMessage["injectedBy"]>>>,
  Expect<Interchangeable<LLMMessage, Seed.LLMMessage>>,
  Expect<Interchangeable<ThinkingBlock, Seed.ThinkingBlock>>,
];

export const turn: LLMMessage = {
  role: "assistant",
  content: "",
  toolCalls: [{ id: "c1", name: "read", args: { path: "a" }, providerMeta: { thoughtSignature: "s" } }],
  thinkingBlocks: [{ type: "thinking", content: "hm", signature: "s" }, { type: "redacted_thinking", content: "" }],
};
export const remark: LLMMessage = { role: "user", content: "again", ephemeral: true, injectedBy: { injectionId: "i", flavor: "new-word", iteration: 1 } };

// @ts-expect-error there is no such role
export const role: LLMMessage = { role: "developer", content: "x" };
// @ts-expect-error the content is required, even when empty
export const silent: LLMMessage = { role: "assistant" };
// @ts-expect-error this form knows text only
export const parts: LLMMessage = { role: "user", content: [{ type: "text", text: "x" }] };
// @ts-expect-error absent is not undefined
export const undef: LLMMessage = { role: "user", content: "x", ephemeral: undefined };
// @ts-expect-error absent is not null
export const nil: LLMMessage = { role: "user", content: "x", toolCallId: null };
// @ts-expect-error fields are read-only
turn.content = "y";
// @ts-expect-error lists are read-only
turn.toolCalls?.push({ id: "c2", name: "read", args: {} });
// @ts-expect-error a block's fields are read-only
if (turn.thinkingBlocks?.[0]) turn.thinkingBlocks[0].signature = "forged";
// @ts-expect-error arguments are read-only
if (turn.toolCalls?.[0]) turn.toolCalls[0].args["path"] = "b";
// @ts-expect-error there is no such kind of block
export const block: ThinkingBlock = { type: "text", content: "x" };
