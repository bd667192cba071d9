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

// Equal in another form: aliases there, interfaces here.
export type Fits = [
  Expect<Interchangeable<Ours.ReasoningConfig, Npm.ReasoningConfig>>,
  Expect<Equal<keyof Ours.ReflectionConfig, keyof Npm.ReflectionConfig>>,
  Expect<Interchangeable<Ours.ReflectionConfig, Npm.ReflectionConfig>>,
  Expect<Interchangeable<Ours.ReflectionHookContext, Npm.ReflectionHookContext>>,
  Expect<Interchangeable<Ours.NativeReasoningConfig, Npm.NativeReasoningConfig>>,
  Expect<Interchangeable<Ours.PendingUserQuestion, Npm.PendingUserQuestion>>,
  Expect<Interchangeable<Ours.PendingToolApproval, Npm.PendingToolApproval>>,
  Expect<Interchangeable<Ours.ToolExecution, NonNullable<Npm.SmartState["toolHistory"]>[number]>>,
  Expect<Interchangeable<Ours.SummaryRecord, NonNullable<Npm.SmartState["summaryRecords"]>[number]>>,
  Expect<Interchangeable<Ours.SmartMessage, Npm.Message>>,
  Expect<Interchangeable<Ours.TracingConfig, Npm.TracingConfig>>,
  Expect<Interchangeable<Ours.TraceSinkConfig, Npm.TraceSinkConfig>>,
  Expect<Interchangeable<Ours.TraceSessionFile, Npm.TraceSessionFile>>,
  Expect<Interchangeable<Ours.TraceEventRecord, Npm.TraceEventRecord>>,
  Expect<Equal<keyof Ours.TraceEventRecord, keyof Npm.TraceEventRecord>>,
  Expect<Equal<keyof Ours.TraceSessionFile, keyof Npm.TraceSessionFile>>,
  Expect<Interchangeable<Ours.TraceDataSection, Npm.TraceDataSection>>,
  Expect<Equal<Ours.AgentLimits, Npm.AgentLimits>>,
  Expect<Equal<Ours.RuntimeProfile, Npm.RuntimeProfile>>,
  Expect<Equal<Ours.BuiltInRuntimeProfile, Npm.BuiltInRuntimeProfile>>,
  Expect<Interchangeable<Ours.AgentOptions, Npm.AgentOptions>>,
  Expect<Equal<keyof Ours.AgentOptions, keyof Npm.AgentOptions>>,
  Expect<Interchangeable<Ours.SmartAgentEvent, Npm.SmartAgentEvent>>,
  Expect<Equal<Ours.SmartAgentEvent["type"], Npm.SmartAgentEvent["type"]>>,
  Expect<Interchangeable<Ours.ToolApprovalResolution, Npm.ToolApprovalResolution>>,
  Expect<Interchangeable<Ours.AgentSnapshot, Npm.AgentSnapshot>>,
];

// A whole state is assignable in both directions.
export type State = [
  Expect<Equal<keyof Ours.SmartState, Exclude<keyof Npm.SmartState, "agent">>>,
  Expect<Interchangeable<Ours.SmartState, Omit<Npm.SmartState, "agent">>>,
  Expect<Interchangeable<Ours.LiveState, Npm.SmartState>>,
  Expect<Interchangeable<Ours.SmartState, Npm.SerializableSmartState>>,
  Expect<Interchangeable<Ours.GuardrailIncident, Npm.GuardrailIncident>>,
];
