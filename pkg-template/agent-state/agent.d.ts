// The options and the events of an agent of @cognipeer/agent-sdk. By hand, since they hold functions.
import type { GuardrailDisposition, PlanEvent, ReasoningConfig, ReflectionEvent, SummaryIntegrityCheck, SummaryRecord, UserQuestionEvent } from "../records/index.js";
import type { TracingConfig } from "./tracing.js";

/** The profiles of the SDK. */
export type BuiltInRuntimeProfile = "fast" | "balanced" | "deep" | "research";

/** A profile: one of the SDK, or the application's own. */
export type RuntimeProfile = BuiltInRuntimeProfile | "custom";

/** The limits of one invoke. */
export interface AgentLimits {
  /** The most tool calls. */
  maxToolCalls?: number;
  /** The most tools that run at once. */
  maxParallelTools?: number;
  /** The most tokens of context, about. */
  maxContextTokens?: number;
  /** The most tokens that the model may write. */
  maxTotalOutputTokens?: number;
  /** The most dollars. It needs a `costEstimator`. */
  maxCostUsd?: number;
  /** The most milliseconds. */
  maxWallClockMs?: number;
}

/** A tool, as far as options of an agent say. */
export interface AgentTool {
  /** Its name. */
  name: string;
  /** Its purpose, in words for the model. */
  description?: string;
  /** Every other key, among them its schema and its functions. */
  [key: string]: any;
}

/** The options of an agent. Values that only the SDK can hold, such as guardrails and schemas, are `any` here. */
export interface AgentOptions {
  /** The agent's name. */
  name?: string;
  /** Its version. */
  version?: string;
  /** The model that it calls. */
  model: any;
  /** The tools that it may call. */
  tools?: AgentTool[];
  /** The checks of requests and answers. */
  guardrails?: any[];
  /** The agents that it may hand over to. */
  handoffs?: any[];
  /** The limits of an invoke. */
  limits?: AgentLimits;
  /** The prompt for its list of tasks. */
  todoListPrompt?: string;
  /** Reads the usage of an answer. */
  usageConverter?: (finalMessage: any, fullState: any, model: any) => any;
  /** The schema of its answer. */
  outputSchema?: any;
  /** The settings of tracing. */
  tracing?: TracingConfig;
  /** How much it reasons. */
  reasoning?: ReasoningConfig;
  /** Counts the tokens of a text in place of the built-in estimate. */
  tokenCounter?: (text: string) => number;
  /** Gives the price of a call in dollars. */
  costEstimator?: (args: { modelName?: string; inputTokens: number; outputTokens: number; cachedInputTokens?: number; reasoningTokens?: number }) => number;
  /** True if the model may ask the user. */
  humanInTheLoop?: HumanInTheLoopOptions;
  /** The settings of shortening tools' outputs. */
  contextPilot?: any;
}

/** How the model may ask the user, if it may. */
export interface HumanInTheLoopOptions {
  /** True gives the model the tool that asks. */
  askUser?: boolean | { allowFreeText?: boolean; promptOverride?: string; onQuestion?: (event: UserQuestionEvent) => void };
}

/** A tool call begins, ends or is passed over. */
export interface ToolCallEvent {
  type: "tool_call";
  phase: "start" | "success" | "error" | "skipped";
  name: string;
  id?: string;
  args?: any;
  result?: any;
  error?: { message: string } | undefined;
  durationMs?: number;
}

/** A tool call waits for a person, or was decided on. */
export interface ToolApprovalEvent {
  type: "tool_approval";
  status: "pending" | "approved" | "rejected";
  id: string;
  toolName: string;
  toolCallId?: string;
  args?: any;
  decidedBy?: string;
  comment?: string;
}

/** The conversation was compacted. */
export interface SummarizationEvent {
  type: "summarization";
  summary: string;
  messagesCompressed?: number;
  inputTokens?: number;
  outputTokens?: number;
  cachedInputTokens?: number;
  totalTokens?: number;
  durationMs?: number;
  previousSummary?: string;
  tokenCountBefore?: number;
  tokenCountAfter?: number;
  archivedCount?: number;
  structuredSummary?: Omit<SummaryRecord, "integrity" | "createdAt">;
  integrity?: SummaryIntegrityCheck;
}

/** The run has its answer. */
export interface FinalAnswerEvent {
  type: "finalAnswer";
  content: string;
}

/** Data about a run, such as its usage. */
export interface MetadataEvent {
  type: "metadata";
  usage?: any;
  modelName?: string;
  limits?: AgentLimits;
  [key: string]: any;
}

/** Another agent takes over. */
export interface HandoffEvent {
  type: "handoff";
  from?: string;
  to?: string;
  toolName: string;
}

/** A guardrail has found something. */
export interface GuardrailEvent {
  type: "guardrail";
  /** `request` or `response`; an enum in the SDK, into which TypeScript lets no string. */
  phase: any;
  guardrailId?: string;
  guardrailTitle?: string;
  ruleId?: string;
  ruleTitle?: string;
  disposition: GuardrailDisposition;
  reason?: string;
  details?: Record<string, any>;
}

/** The run has reached a stage. */
export interface ProgressEvent {
  type: "progress";
  stage?: string;
  message?: string;
  percent?: number;
  detail?: any;
}

/** A piece of the answer as it is written. */
export interface StreamEvent {
  type: "stream";
  text: string;
  isFinal?: boolean;
}

/** The run was cancelled. */
export interface CancelledEvent {
  type: "cancelled";
  stage?: string;
  reason?: string;
}

/** A sub-agent begins, ends or waits. */
export interface SubagentEvent {
  type: "subagent";
  phase: "start" | "result" | "error" | "paused";
  name: string;
  id: string;
  mode: "registry" | "adhoc";
  parentToolCallId?: string;
  parallel?: boolean;
  input?: string;
  content?: string;
  error?: { message: string };
  durationMs?: number;
}

/** The child that an event came from, if it came from one. */
export interface DelegationEventStamp {
  subagentId?: string;
  subagentName?: string;
  delegatedTo?: string;
}

/** An event of a run; `type` is its kind. */
export type SmartAgentEvent = (
  | ToolCallEvent
  | ToolApprovalEvent
  | UserQuestionEvent
  | PlanEvent
  | SummarizationEvent
  | FinalAnswerEvent
  | MetadataEvent
  | HandoffEvent
  | GuardrailEvent
  | ProgressEvent
  | StreamEvent
  | CancelledEvent
  | SubagentEvent
  | ReflectionEvent
) &
  DelegationEventStamp;
