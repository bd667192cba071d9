// `rethought/agent-state`: the state of an agent of @cognipeer/agent-sdk: its reasoning configuration, its reflections, its snapshots.
export * from "./agent-state/reasoning.js";
export * from "./agent-state/reflections.js";
export * from "./agent-state/snapshot.js";
export type { Like, RawBody } from "./body.js";
export type { TargetLike } from "./exchange.js";
export type {
  ContextPilotCompressionStats, ContextPilotCompressorKind, GuardrailDisposition, GuardrailIncident, GuardrailOutcome, HostRow, MemoryFact, MemoryScope, ModelRow, ModelUsage,
  NativeReasoningConfig, PendingToolApproval, PendingUserQuestion, PlanEvent, PlanOperation, PlanSource, PlanState, PlanStepRecord, PlanStepStatus, RawThought,
  ReasoningConfig, ReasoningEffort, ReasoningLevel, ReflectionCadence, ReflectionConfig, ReflectionEvent, ReflectionMode, ReflectionRecord, ReflectionTarget,
  ReflectionUsage, RequestUsage, SmartContentPart, SmartMessage, SmartState, StateUsage, SummaryFactItem, SummaryIntegrityCheck, SummaryRecord, ToolApprovalStatus,
  ToolExecution, ToolExecutionStatus, ToolResponseClassification, ToolResponseRetentionPolicy, TraceSinkCognipeerConfig, TraceSinkConfig, TraceSinkCustomConfig,
  TraceSinkFileConfig, TraceSinkHttpConfig, TraceSinkOtlpConfig, TracingConfig, TracingMode, UserQuestionAnswer, UserQuestionAnswerSet, UserQuestionEvent,
  UserQuestionEventStatus, UserQuestionItem, UserQuestionOption, UserQuestionResolution, UserQuestionStatus,
} from "./types.js";
