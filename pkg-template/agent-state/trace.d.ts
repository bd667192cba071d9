// Traces of @cognipeer/agent-sdk: read, written, and as OTLP.
import type { RawBody } from "../text/body.js";
import type { ToolResponseClassification, ToolResponseRetentionPolicy } from "../records/index.js";

/** A message as a trace shows it. */
export interface TraceMessageSection {
  id?: string;
  kind: "message";
  label: string;
  role: string;
  content: string;
  metadata?: Record<string, any>;
}

/** A tool call as a trace shows it. */
export interface TraceToolCallSection {
  id?: string;
  kind: "tool_call";
  label: string;
  tool: string;
  arguments?: any;
  toolDetails?: TraceToolDetails;
}

/** The settings of a tool, as far as they are data. */
export interface TraceToolDetails {
  name: string;
  description?: string;
  inputSchema?: any;
  approval?: { required?: boolean; conditional?: boolean; prompt?: string; defaults?: any };
  cache?: { enabled: boolean; scope?: string; ttlMs?: number; hasKeyFn?: boolean };
  retry?: { maxRetries?: number; backoffMs?: number; circuitBreakerThreshold?: number; hasShouldRetry?: boolean };
  limits?: { maxExecutionsPerRun?: number | null };
  source?: string;
  metadata?: Record<string, any>;
}

/** One thing of a tool's result. */
export interface TraceToolResultItem {
  title?: string;
  url?: string;
  snippet?: string;
  [key: string]: any;
}

/** The result of a tool as a trace shows it. */
export interface TraceToolResultSection {
  id?: string;
  kind: "tool_result";
  label: string;
  tool: string;
  summary?: string;
  items?: TraceToolResultItem[];
  output?: any;
  toolDetails?: TraceToolDetails;
  execution?: { id?: string; status?: "success" | "error" | "skipped" | "cached" | string; durationMs?: number; fromCache?: boolean };
  classification?: ToolResponseClassification;
  retentionPolicy?: ToolResponseRetentionPolicy;
}

/** The result of a tool within a request. */
export interface TraceToolResponseSection {
  id?: string;
  kind: "tool_response";
  label: string;
  tool: string;
  summary?: string;
  items?: TraceToolResultItem[];
  output?: any;
  toolDetails?: TraceToolDetails;
  classification?: ToolResponseClassification;
  retentionPolicy?: ToolResponseRetentionPolicy;
}

/** A summary as a trace shows it. */
export interface TraceSummarySection {
  id?: string;
  kind: "summary";
  label: string;
  content: string;
}

/** Data of the runtime's own. */
export interface TraceMetadataSection {
  id?: string;
  kind: "metadata";
  label: string;
  data: Record<string, any>;
}

/** A tool that a model could call. */
export interface TraceToolDefinition {
  name: string;
  description?: string;
  parameters?: Record<string, any>;
  truncated?: boolean;
}

/** The tools of one model call. */
export interface TraceToolDefinitionsSection {
  id?: string;
  kind: "tool_definitions";
  label: string;
  tools: TraceToolDefinition[];
  truncated?: boolean;
}

/** A piece of an event; `kind` is its kind. */
export type TraceDataSection =
  | TraceMessageSection
  | TraceToolCallSection
  | TraceToolResultSection
  | TraceToolResponseSection
  | TraceSummarySection
  | TraceMetadataSection
  | TraceToolDefinitionsSection;

/** One step of a run. */
export interface TraceEventRecord {
  sessionId: string;
  id: string;
  /** The kind: `ai_call`, `tool_call`, `summarization`, `reflection`, `agent_iteration` and others. */
  type: string;
  label: string;
  sequence: number;
  /** When it was recorded, in ISO 8601. */
  timestamp: string;
  traceId?: string;
  spanId?: string;
  parentSpanId?: string;
  actor?: { scope?: string; name?: string; role?: string; version?: string };
  status: "success" | "error" | "skipped" | "retry";
  durationMs?: number;
  inputTokens?: number;
  outputTokens?: number;
  totalTokens?: number;
  cachedInputTokens?: number;
  requestBytes?: number;
  responseBytes?: number;
  model?: string;
  provider?: string;
  toolDetails?: TraceToolDetails;
  toolExecutionId?: string;
  retryOf?: string;
  error?: { message: string; stack?: string } | null;
  data?: { sections: TraceDataSection[] };
  debug?: Record<string, any>;
}

/** An error of a run, or of the sink that it was traced to: then `type` is `sink`. */
export interface TraceErrorRecord {
  /** The event that failed; `session`, `session_start` or `sink` for those that are of no event. */
  eventId: string;
  message: string;
  stack?: string;
  type?: string;
  timestamp?: string;
}

/** The sums of a session. */
export interface TraceSessionSummary {
  totalDurationMs: number;
  totalInputTokens: number;
  totalOutputTokens: number;
  totalCachedInputTokens: number;
  totalBytesIn: number;
  totalBytesOut: number;
  eventCounts: Record<string, number>;
}

/** The end of a session; `partial` is a success whose sink lost something. */
export type TraceSessionStatus = "in_progress" | "success" | "error" | "partial";

/** A sink as a session remembers it: without its secrets. */
export type TraceSinkSnapshot = { type: "file"; path: string } | { type: "custom" } | { type: "cognipeer"; url: string } | { type: "http"; url: string } | { type: "otlp"; endpoint: string };

/** The settings of tracing as a session remembers them. */
export interface TraceSessionConfigSnapshot {
  enabled: boolean;
  logData: boolean;
  sink: TraceSinkSnapshot;
}

/** A session: the content of `trace.session.json`. */
export interface TraceSessionFile {
  sessionId: string;
  traceId?: string;
  rootSpanId?: string;
  /** Joins the sessions of one conversation. */
  threadId?: string;
  startedAt: string;
  endedAt?: string;
  durationMs?: number;
  agent?: { name?: string; version?: string; model?: string; provider?: string };
  config: TraceSessionConfigSnapshot;
  summary: TraceSessionSummary;
  events: TraceEventRecord[];
  status: TraceSessionStatus;
  /** Everything that failed, also in sinks. */
  errors: TraceErrorRecord[];
}

/**
 * Reads a trace: the file of a session as text, bytes or an object. The records of a sink are read too, as lines or as a list: start, events, end. If the
 * records have no end, the status is `in_progress`, and sums and errors are counted from the events. Members that are not known are kept.
 *
 * @example
 * import { readTrace } from "rethought/agent-state";
 *
 * const event = { sessionId: "s1", id: "e1", type: "ai_call", label: "Call #1", sequence: 1, timestamp: "2026-11-16T06:00:00.000Z", status: "error", error: { message: "No." } };
 * const { status, errors } = readTrace([{ event }, { sessionId: "s1", status: "partial" }]);
 * status; // → "partial"
 * errors[0].message; // → "No."
 *
 * @throws {JsonError} if it is not JSON.
 * @throws {InputError} if it is not a trace, with its pointer.
 */
export function readTrace(source: RawBody | TraceSessionFile | readonly object[]): TraceSessionFile;

/**
 * Writes a session as the SDK's file sink does. A file that `readTrace` read is written as the same text.
 *
 * @example
 * import { readTrace, writeTrace } from "rethought/agent-state";
 *
 * const session = readTrace([{ sessionId: "s1", id: "e1", type: "ai_call", label: "Call #1", sequence: 1, timestamp: "2026-11-16T06:00:00.000Z", status: "success" }]);
 * readTrace(writeTrace(session)).events.length; // → 1
 *
 * @throws {InputError} if it is not a session, with its pointer.
 */
export function writeTrace(session: TraceSessionFile): string;

/** The options of `traceToOtlp`. */
export interface OtlpOptions {
  /** True also writes what people, models and tools said, and the words of errors. A collector keeps them. */
  content?: boolean;
}

/** A value of an attribute, as OTLP types it in JSON. */
export type OtlpValue = { stringValue: string } | { intValue: string } | { doubleValue: number };

/** An attribute. */
export interface OtlpAttribute {
  key: string;
  value: OtlpValue;
}

/** A span, with its ids in hexadecimal and its times in nanoseconds as text. */
export interface OtlpSpan {
  traceId: string;
  spanId: string;
  /** Empty for the span of the run. */
  parentSpanId: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  /** 1 for a success, 2 for an error, else 0: `partial` is in `cognipeer.session.status`. */
  status: { code: number; message?: string };
  events?: { timeUnixNano: string; name: string; attributes: OtlpAttribute[] }[];
}

/** The body of a request to a collector. */
export interface OtlpTraces {
  resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { scope: { name: string; version: string }; spans: OtlpSpan[] }[] }[];
}

/**
 * Writes a trace as OTLP in JSON, for `POST /v1/traces` of a collector: a span for the run and one for each event. The names are those of OpenTelemetry's
 * conventions for generative AI (`gen_ai.…`). Where these have none, the names are those of the SDK (`cognipeer.…`). No text is written unless `content` asks
 * for it. Ids that the trace does not have are made of the session's, so the same trace has the same ids.
 *
 * @example
 * import { traceToOtlp } from "rethought/agent-state";
 *
 * const event = { sessionId: "s1", id: "e1", type: "ai_call", label: "Call #1", sequence: 1, timestamp: "2026-11-16T06:00:00.000Z", status: "success", model: "gpt-5.4" };
 * traceToOtlp([event]).resourceSpans[0].scopeSpans[0].spans[1].name; // → "chat gpt-5.4"
 *
 * @throws {InputError} if it is not a trace, with its pointer.
 */
export function traceToOtlp(trace: RawBody | TraceSessionFile | readonly object[], options?: OtlpOptions): OtlpTraces;
