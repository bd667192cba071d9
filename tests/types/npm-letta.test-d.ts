import type * as Npm from "@letta-ai/letta-client/resources/agents/messages";
import type {
  HiddenReasoningMessage, OmittedReasoningContent, ReasoningContent, ReasoningMessage, RedactedReasoningContent, SummarizedReasoningContent,
} from "rethought/letta";
import * as letta from "rethought/letta";
import type { Assignable, Equal, Expect, Interchangeable, Refuse } from "./equal.js";

export type Same = [
  Expect<Equal<ReasoningMessage, Npm.ReasoningMessage>>,
  Expect<Interchangeable<ReasoningMessage, Npm.ReasoningMessage>>,
  Expect<Equal<HiddenReasoningMessage, Npm.HiddenReasoningMessage>>,
  Expect<Interchangeable<HiddenReasoningMessage, Npm.HiddenReasoningMessage>>,
  Expect<Equal<ReasoningContent, Npm.ReasoningContent>>,
  Expect<Equal<RedactedReasoningContent, Npm.RedactedReasoningContent>>,
  Expect<Equal<OmittedReasoningContent, Npm.OmittedReasoningContent>>,
  Expect<Equal<SummarizedReasoningContent, Npm.InternalMessage.SummarizedReasoningContent>>,
];

// Ours are members of the client's list of messages, and not assignable to each other.
export type Listed = [
  Expect<Assignable<ReasoningMessage | HiddenReasoningMessage, Npm.Message>>,
  Refuse<Assignable<Npm.Message, ReasoningMessage | HiddenReasoningMessage>>,
  Refuse<Assignable<Npm.HiddenReasoningMessage, ReasoningMessage>>,
];

// An export is assignable to the client's own records, and the client's records are accepted unchanged.
declare const page: Npm.Message[];
declare const stored: Npm.InternalMessage;
const { messages, content } = letta.export("{}", "anthropic-messages", { date: "2026-01-01" });
export const listed: Npm.Message[] = messages;
export const kept: Required<Npm.InternalMessage>["content"] = content;
export const imported: letta.Thought[] = letta.import(page).thoughts;
export const projected: Npm.Message[] = letta.project(stored).messages;
export const update = ({ reasoning }: Npm.UpdateReasoningMessage): Npm.Message[] => letta.update(page, "message-1", reasoning).records;
