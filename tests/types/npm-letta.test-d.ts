import type * as Npm from "@letta-ai/letta-client/resources/agents/messages";
import type {
  HiddenReasoningMessage, OmittedReasoningContent, ReasoningContent, ReasoningMessage, RedactedReasoningContent, SummarizedReasoningContent,
} from "rethought";
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

// Ours are members of the client's list of messages, and not of each other's place in it.
export type Listed = [
  Expect<Assignable<ReasoningMessage | HiddenReasoningMessage, Npm.Message>>,
  Refuse<Assignable<Npm.Message, ReasoningMessage | HiddenReasoningMessage>>,
  Refuse<Assignable<Npm.HiddenReasoningMessage, ReasoningMessage>>,
];
