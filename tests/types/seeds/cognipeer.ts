// @cognipeer/agent-sdk 0.9.2, with its `any` and its callbacks.

export interface SmartState {
  messages: Message[];
  toolHistory?: ToolExecution[];
  toolHistoryArchived?: ToolExecution[];
  toolCache?: Record<string, any>;
  toolCallCount?: number;
  summaries?: string[];
  summaryRecords?: SummaryRecord[];
  memoryFacts?: MemoryFact[];
  plan?: {
    version: number;
    steps: PlanStepRecord[];
    lastUpdated?: string;
    adherenceScore?: number;
    lastReflection?: string;
  } | null;
  planVersion?: number;
  reflections?: ReflectionRecord[];
  pendingApprovals?: PendingToolApproval[];
  pendingUserQuestions?: PendingUserQuestion[];
  usage?: {
    perRequest: { id: string; modelName: string; usage: any; timestamp: string; turn: number; cachedInput?: number }[];
    totals: Record<string, { input: number; output: number; total: number; cachedInput: number }>;
  };
  guardrailResult?: { ok: boolean; incidents: GuardrailIncident[] };
  metadata?: Record<string, any>;
  ctx?: Record<string, any>;
}

export interface Message {
  role: string;
  name?: string;
  content: string | { type: string; [key: string]: any }[];
  tool_calls?: any;
  tool_call_id?: string;
  [key: string]: any;
}

export interface ToolExecution {
  executionId: string;
  toolName: string;
  args: any;
  output: any;
  rawOutput?: any;
  timestamp?: string;
  summarized?: boolean;
  originalTokenCount?: number | null;
  messageId?: string;
  tool_call_id?: string;
  fromCache?: boolean;
  classification?: "critical" | "informative" | "verbose";
  retentionPolicy?: "keep_full" | "keep_structured" | "summarize_archive" | "drop";
  archiveId?: string;
  summary?: string;
  status?: "success" | "error" | "rejected" | "handoff";
  contextPilot?: {
    applied: boolean;
    compressorUsed: "jsonCrusher" | "textCrusher" | "diffCompressor" | "logCompressor" | "searchCompressor" | "none";
    originalTokens: number;
    compressedTokens: number;
    droppedItems?: number;
    ccrHash?: string;
    duplicateOf?: string;
  };
}

export interface SummaryRecord {
  stable_facts: { key: string; value: string; confidence?: number; source?: string }[];
  active_goals: string[];
  open_questions: string[];
  discarded_obsolete: string[];
  rawSummary?: string;
  integrity?: { passed: boolean; criticalFactLoss: boolean; obsoleteFactRevived: boolean; notes: string[] };
  createdAt?: string;
}

export interface MemoryFact {
  key: string;
  value: string;
  sourceTurn: number;
  confidence: number;
  ttl?: number | null;
  obsolete?: boolean;
  lastUpdatedAt?: string;
  scope?: "session" | "user" | "workspace" | "tenant";
  tags?: string[];
}

export interface GuardrailIncident {
  guardrailId?: string;
  guardrailTitle?: string;
  ruleId?: string;
  ruleTitle?: string;
  // A TypeScript enum there, whose members no string literal equals.
  phase: any;
  reason?: string;
  details?: Record<string, any>;
  disposition: "block" | "warn" | "allow";
}

export type ReasoningLevel = "minimal" | "low" | "medium" | "high";
export type ReflectionCadence = "off" | "every_turn" | "after_tool" | "on_branch" | "initial_then_after_tool";

export interface ReasoningConfig {
  enabled?: boolean;
  level?: ReasoningLevel;
  native?:
    | {
        effort?: "none" | "minimal" | "low" | "medium" | "high";
        budgetTokens?: number;
        includeThoughts?: boolean;
        providerExtras?: Record<string, any>;
      }
    | false;
  reflection?:
    | {
        enabled?: boolean;
        cadence?: ReflectionCadence;
        mode?: "piggyback" | "separate";
        maxTokens?: number;
        maxChars?: number;
        keepLast?: number;
        summarize?: boolean;
        promptTemplate?: string;
        emitEvents?: boolean;
        maxPerRun?: number;
        everyNTurns?: number;
        feedTo?: "memory" | "plan" | "none";
        shouldReflect?: (ctx: ReflectionHookContext) => boolean;
        buildPrompt?: (ctx: ReflectionHookContext & { defaultPrompt: string; maxChars: number }) => string;
        onReflection?: (record: ReflectionRecord, ctx: ReflectionHookContext) => void;
      }
    | false;
}

export interface ReflectionHookContext {
  state: SmartState;
  turn: number;
  trigger: ReflectionCadence;
  ranToolsThisTurn: boolean;
}

interface Usage {
  inputTokens?: number;
  outputTokens?: number;
  cachedInputTokens?: number;
  totalTokens?: number;
  reasoningTokens?: number;
}

export interface ReflectionRecord {
  id: string;
  turn: number;
  text: string;
  createdAt: string;
  durationMs?: number;
  anchorMessageIndex?: number;
  trigger?: ReflectionCadence;
  usage?: Usage;
  toolCallIds?: string[];
}

export interface ReflectionEvent {
  type: "reflection";
  id: string;
  turn: number;
  text: string;
  trigger?: ReflectionCadence;
  durationMs?: number;
  usage?: Usage;
  toolCallIds?: string[];
}

export interface PlanStepRecord {
  id: number;
  step: string;
  owner: "agent" | "user" | "tool" | string;
  exitCriteria: string;
  evidence?: string;
  status: "not-started" | "in-progress" | "completed" | "blocked";
  title?: string;
  description?: string;
}

export interface PlanEvent {
  type: "plan";
  source: "manage_todo_list" | "system";
  operation?: "read" | "write" | "update";
  todoList?: PlanStepRecord[];
  version?: number;
  adherenceScore?: number;
}

export interface UserQuestionOption {
  label: string;
  value?: string;
  description?: string;
  preview?: string;
}

export interface UserQuestionItem {
  question: string;
  header?: string;
  multiSelect?: boolean;
  placeholder?: string;
  options?: UserQuestionOption[];
  required?: boolean;
}

export interface UserQuestionAnswer {
  values: string[];
  freeText?: string;
  notes?: string;
}

export type UserQuestionAnswerSet = Record<string, UserQuestionAnswer>;

export interface PendingUserQuestion {
  id: string;
  toolCallId: string;
  toolName: "ask_user_question";
  questions: UserQuestionItem[];
  status: "pending" | "answered" | "cancelled" | "executed";
  requestedAt: string;
  answeredAt?: string;
  answeredBy?: string;
  answers?: UserQuestionAnswerSet;
  cancelled?: boolean;
  notes?: string;
  allowFreeText?: boolean;
  metadata?: Record<string, any>;
}

export interface UserQuestionResolution {
  id: string;
  answers?: UserQuestionAnswerSet;
  answeredBy?: string;
  notes?: string;
  cancelled?: boolean;
}

export interface UserQuestionEvent {
  type: "user_question";
  status: "pending" | "answered" | "cancelled";
  id: string;
  toolCallId: string;
  questions?: UserQuestionItem[];
  answers?: UserQuestionAnswerSet;
  answeredBy?: string;
  allowFreeText?: boolean;
}

export interface PendingToolApproval {
  id: string;
  toolCallId: string;
  toolName: string;
  args: any;
  status: "pending" | "approved" | "rejected" | "executed";
  requestedAt: string;
  decidedAt?: string;
  decidedBy?: string;
  comment?: string;
  approvedArgs?: any;
  resolvedAt?: string;
  executionId?: string;
  metadata?: Record<string, any>;
}

export interface TracingConfig {
  enabled: boolean;
  mode?: "batched" | "streaming";
  logData?: boolean;
  sink?: import("rethought/agent-state").TraceSinkConfig;
  threadId?: string;
  sessionId?: string;
  agentName?: string;
}
