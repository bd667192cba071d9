import type {
  PendingToolApproval, PendingUserQuestion, ToolApprovalStatus, UserQuestionAnswer, UserQuestionAnswerSet, UserQuestionEvent, UserQuestionEventStatus,
  UserQuestionItem, UserQuestionOption, UserQuestionResolution, UserQuestionStatus,
} from "rethought/agent-state";
import type { Equal, Expect, Interchangeable } from "./equal.js";
import type * as Seed from "./seeds/cognipeer.js";

export type Same = [
  Expect<Equal<PendingUserQuestion, Seed.PendingUserQuestion>>,
  Expect<Interchangeable<PendingUserQuestion, Seed.PendingUserQuestion>>,
  Expect<Equal<UserQuestionStatus, Seed.PendingUserQuestion["status"]>>,
  Expect<Equal<UserQuestionItem, Seed.UserQuestionItem>>,
  Expect<Equal<UserQuestionOption, Seed.UserQuestionOption>>,
  Expect<Equal<UserQuestionAnswer, Seed.UserQuestionAnswer>>,
  Expect<Equal<UserQuestionAnswerSet, Seed.UserQuestionAnswerSet>>,
  Expect<Equal<UserQuestionResolution, Seed.UserQuestionResolution>>,
  Expect<Equal<UserQuestionEvent, Seed.UserQuestionEvent>>,
  Expect<Equal<UserQuestionEventStatus, Seed.UserQuestionEvent["status"]>>,
  Expect<Equal<PendingToolApproval, Seed.PendingToolApproval>>,
  Expect<Equal<ToolApprovalStatus, Seed.PendingToolApproval["status"]>>,
];

export const answers: UserQuestionAnswerSet = { "Which?": { values: ["a"] } };
/** An answer may be missing: --noUncheckedIndexedAccess adds undefined. */
export const first: UserQuestionAnswer | undefined = answers["Which?"];

// @ts-expect-error an answer may be missing
export const sure: UserQuestionAnswer = answers["Which?"];
// @ts-expect-error the tool has one name
export const tool: PendingUserQuestion = { id: "q", toolCallId: "c", toolName: "ask", questions: [], status: "pending", requestedAt: "" };
// @ts-expect-error an event knows no execution
export const event: UserQuestionEvent = { type: "user_question", status: "executed", id: "q", toolCallId: "c" };
// @ts-expect-error chosen values come as a list
export const value: UserQuestionAnswer = { values: "a" };
// @ts-expect-error an approval is of something
export const approval: PendingToolApproval = { id: "a", toolCallId: "c", toolName: "t", status: "pending", requestedAt: "" };
