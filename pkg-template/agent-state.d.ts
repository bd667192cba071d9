// `rethought/agent-state`: the state of an agent of @cognipeer/agent-sdk: its reasoning configuration, its reflections, its pauses, its snapshots, its traces.
export * from "./agent-state/agent.js";
export * from "./agent-state/cadence.js";
export * from "./agent-state/pauses.js";
export * from "./agent-state/reasoning.js";
export * from "./agent-state/reflections.js";
export * from "./agent-state/snapshot.js";
export * from "./agent-state/trace.js";
export * from "./agent-state/tracing.js";
export type { Like, RawBody } from "./body.js";
export type { TargetLike } from "./exchange.js";
export type {
  ContextPilotCompressionStats, ContextPilotCompressorKind, GuardrailDisposition, GuardrailIncident, GuardrailOutcome, HostRow, MemoryFact, MemoryScope, ModelRow, ModelUsage,
  NativeReasoningConfig, PendingToolApproval, PendingUserQuestion, PlanEvent, PlanOperation, PlanSource, PlanState, PlanStepRecord, PlanStepStatus, RawThought,
  ReasoningConfig, ReasoningEffort, ReasoningLevel, ReflectionCadence, ReflectionConfig, ReflectionEvent, ReflectionHookContext, ReflectionMode, ReflectionRecord,
  ReflectionTarget, ReflectionUsage, RequestUsage, SmartContentPart, SmartMessage, SmartState, StateUsage, SummaryFactItem, SummaryIntegrityCheck, SummaryRecord,
  ToolApprovalStatus, ToolExecution, ToolExecutionStatus, ToolResponseClassification, ToolResponseRetentionPolicy, UserQuestionAnswer, UserQuestionAnswerSet,
  UserQuestionEvent, UserQuestionEventStatus, UserQuestionItem, UserQuestionOption, UserQuestionResolution, UserQuestionStatus,
} from "./types.js";
