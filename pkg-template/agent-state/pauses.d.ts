// The pauses of a run of @cognipeer/agent-sdk: questions to the user, and tool calls that wait for a person.
import type { Like, RawBody } from "../text/body.js";
import type { PendingToolApproval, PendingUserQuestion, ToolApprovalResolution, UserQuestionResolution } from "../records/index.js";

/** A state with the pauses that a resolution is for, whatever else it holds. */
export interface PausedState {
  /** Questions that wait for the user. */
  pendingUserQuestions?: PendingUserQuestion[];
  /** Tool calls that wait for a person. */
  pendingApprovals?: PendingToolApproval[];
}

/** The options of a resolution. */
export interface ResolutionOptions {
  /** When it was decided; now, unless said. */
  at?: string | Date;
}

/** A state in its given form: an object for an object, text for text, bytes for bytes. */
export type StateLike<S> = S extends RawBody ? Like<S> : S;

/**
 * Answers or cancels a question of a run that waits, as `agent.resolveUserQuestion` does. The answers are checked with the SDK's messages, and the result of
 * the tool call is appended. Everything else in the state stays; of a text every other byte.
 *
 * @example
 * import { resolveUserQuestion } from "rethought/agent-state";
 *
 * const question = { id: "q1", toolCallId: "c1", toolName: "ask_user_question", questions: [{ question: "Which?" }], status: "pending", requestedAt: "2026-11-16T06:00:00.000Z" };
 * const state = { messages: [], pendingUserQuestions: [question], ctx: { __awaitingUserQuestion: { id: "q1" } } };
 * const answered = resolveUserQuestion(state, { id: "q1", answers: { "Which?": { values: ["a"] } } });
 * JSON.parse(answered.messages[0].content).answers[0].values; // → ["a"]
 *
 * @throws {InputError} with the SDK's sentence and the place of the question; also for an answer to a question that was not asked, which the SDK drops.
 */
export function resolveUserQuestion<S extends PausedState | RawBody>(state: S, resolution: UserQuestionResolution, options?: ResolutionOptions): StateLike<S>;

/**
 * Decides on a tool call that waits, as `agent.resolveToolApproval` does. The run continues with its tools: it runs the call, or reports the refusal to the model.
 *
 * @example
 * import { resolveToolApproval } from "rethought/agent-state";
 *
 * const approval = { id: "a1", toolCallId: "c1", toolName: "rm", args: { path: "x" }, status: "pending", requestedAt: "2026-11-16T06:00:00.000Z" };
 * resolveToolApproval({ messages: [], pendingApprovals: [approval] }, { id: "c1", approved: false }).pendingApprovals[0].status; // → "rejected"
 *
 * @throws {InputError} if there is no such request, if the tool has run, or if `approved` is neither true nor false.
 */
export function resolveToolApproval<S extends PausedState | RawBody>(state: S, resolution: ToolApprovalResolution, options?: ResolutionOptions): StateLike<S>;
