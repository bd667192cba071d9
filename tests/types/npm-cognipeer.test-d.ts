import type * as Npm from "@cognipeer/agent-sdk";
import type * as Ours from "rethought/agent-state";
import type { Assignable, Equal, Expect, Interchangeable, Refuse } from "./equal.js";

// Identical.
export type Same = [
  Expect<Equal<Ours.ReflectionRecord, Npm.ReflectionRecord>>,
  Expect<Equal<Ours.ReflectionEvent, Npm.ReflectionEvent>>,
  Expect<Equal<Ours.ReasoningLevel, Npm.ReasoningLevel>>,
  Expect<Equal<Ours.ReflectionCadence, Npm.ReflectionCadence>>,
  Expect<Equal<Ours.PlanStepRecord, Npm.PlanStepRecord>>,
  Expect<Equal<Ours.PlanEvent, Npm.PlanEvent>>,
  Expect<Equal<Ours.UserQuestionItem, Npm.UserQuestionItem>>,
  Expect<Equal<Ours.UserQuestionOption, Npm.UserQuestionOption>>,
  Expect<Equal<Ours.UserQuestionAnswerSet, Npm.UserQuestionAnswerSet>>,
  Expect<Equal<Ours.UserQuestionResolution, Npm.UserQuestionResolution>>,
  Expect<Equal<Ours.UserQuestionEvent, Npm.UserQuestionEvent>>,
  Expect<Equal<Ours.UserQuestionStatus, Npm.UserQuestionStatus>>,
  Expect<Equal<Ours.ToolApprovalStatus, Npm.ToolApprovalStatus>>,
  Expect<Equal<Ours.MemoryFact, Npm.MemoryFact>>,
  Expect<Equal<Ours.MemoryScope, Npm.MemoryScope>>,
  Expect<Equal<Ours.SummaryIntegrityCheck, Npm.SummaryIntegrityCheck>>,
  Expect<Equal<Ours.ContextPilotCompressionStats, Npm.ContextPilotCompressionStats>>,
  Expect<Equal<Ours.TracingMode, Npm.TracingMode>>,
];

// The same but for `any` there and `unknown` here, or for callbacks that data cannot hold.
export type Fits = [
  Expect<Interchangeable<Ours.ReasoningConfig, Npm.ReasoningConfig>>,
  Expect<Equal<keyof Ours.ReflectionConfig, Exclude<keyof Npm.ReflectionConfig, "shouldReflect" | "buildPrompt" | "onReflection">>>,
  Expect<Interchangeable<Ours.NativeReasoningConfig, Npm.NativeReasoningConfig>>,
  Expect<Interchangeable<Ours.PendingUserQuestion, Npm.PendingUserQuestion>>,
  Expect<Interchangeable<Ours.PendingToolApproval, Npm.PendingToolApproval>>,
  Expect<Interchangeable<Ours.ToolExecution, NonNullable<Npm.SmartState["toolHistory"]>[number]>>,
  Expect<Interchangeable<Ours.SummaryRecord, NonNullable<Npm.SmartState["summaryRecords"]>[number]>>,
  Expect<Interchangeable<Ours.SmartMessage, Npm.Message>>,
  Expect<Interchangeable<Ours.TracingConfig, Npm.TracingConfig>>,
  Expect<Interchangeable<Ours.TraceSinkConfig, Npm.TraceSinkConfig>>,
];

// A state goes both ways but for one field: a guardrail's phase is an enum there, which no string can be assigned to.
export type State = [
  Expect<Equal<keyof Ours.SmartState, Exclude<keyof Npm.SmartState, "agent">>>,
  Expect<Assignable<Npm.SmartState, Ours.SmartState>>,
  Expect<Assignable<Npm.SerializableSmartState, Ours.SmartState>>,
  Expect<Assignable<Omit<Ours.SmartState, "guardrailResult">, Npm.SmartState>>,
  Expect<Assignable<Omit<Ours.SmartState, "guardrailResult">, Npm.SerializableSmartState>>,
  Refuse<Assignable<Ours.SmartState, Npm.SmartState>>,
  Expect<Assignable<Omit<Ours.GuardrailIncident, "phase">, Omit<Npm.GuardrailIncident, "phase">>>,
  Refuse<Assignable<Ours.GuardrailIncident, Npm.GuardrailIncident>>,
];
