// `rethought/agent-state`: the state of an agent of @cognipeer/agent-sdk: its reasoning configuration, its reflections, its pauses, its snapshots, its traces.
export * from "./agent.js";
export * from "./cadence.js";
export * from "./pauses.js";
export * from "./reasoning.js";
export * from "./reflections.js";
export * from "./snapshot.js";
export * from "./trace.js";
export * from "./tracing.js";
export type { Like, RawBody } from "../text/body.js";
export type { TargetLike } from "../exchange/exchange.js";
export type {
  ContextPilotCompressionStats, ContextPilotCompressorKind, GuardrailDisposition, GuardrailIncident, GuardrailOutcome, HostRow, MemoryFact, MemoryScope, ModelRow, ModelUsage,
  NativeReasoningConfig, PendingToolApproval, PendingUserQuestion, PlanEvent, PlanOperation, PlanSource, PlanState, PlanStepRecord, PlanStepStatus, RawThought,
  ReasoningConfig, ReasoningEffort, ReasoningLevel, ReflectionCadence, ReflectionConfig, ReflectionEvent, ReflectionHookContext, ReflectionMode, ReflectionRecord,
  ReflectionTarget, ReflectionUsage, RequestUsage, ResolvedReasoning, ResolvedReflectionConfig, SmartContentPart, SmartMessage, SmartState, StateUsage, SummaryFactItem, SummaryIntegrityCheck, SummaryRecord,
  ToolApprovalResolution, ToolApprovalStatus, ToolExecution, ToolExecutionStatus, ToolResponseClassification, ToolResponseRetentionPolicy, UserQuestionAnswer, UserQuestionAnswerSet,
  UserQuestionEvent, UserQuestionEventStatus, UserQuestionItem, UserQuestionOption, UserQuestionResolution, UserQuestionStatus,
} from "../records/index.js";
