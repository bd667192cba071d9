// The settings of tracing of @cognipeer/agent-sdk. By hand, since a custom sink is two functions.
import type { TraceEventRecord, TraceSessionFile } from "./trace.js";

/** The settings of tracing: the parts of a run that are traced, and the sink. */
export interface TracingConfig {
  /** False traces nothing. */
  enabled: boolean;
  /** The time at which events leave. */
  mode?: TracingMode;
  /** False leaves contents out and keeps the measures. */
  logData?: boolean;
  /** The sink of the events. */
  sink?: TraceSinkConfig;
  /** Joins the sessions of one conversation. */
  threadId?: string;
  /** The session's name; a random one unless said. */
  sessionId?: string;
  /** The name under which the agent is shown. */
  agentName?: string;
}

/** The time at which events leave: `batched` at the end of a session, or `streaming` as they happen. */
export type TracingMode = "batched" | "streaming";

/** The sink of a trace; `type` is its kind. */
export type TraceSinkConfig = TraceSinkFileConfig | TraceSinkCustomConfig | TraceSinkCognipeerConfig | TraceSinkHttpConfig | TraceSinkOtlpConfig;

/** A trace written to disk. */
export interface TraceSinkFileConfig {
  /** Names this sink. */
  type: "file";
  /** The folder for it; the runtime's own unless said. */
  path?: string;
}

/** A trace handed to the application's own functions. */
export interface TraceSinkCustomConfig {
  /** Names this sink. */
  type: "custom";
  /** Receives every event as it happens. */
  onEvent?: (event: TraceEventRecord) => void | Promise<void>;
  /** Receives the session at its end. */
  onSession?: (session: TraceSessionFile) => void | Promise<void>;
}

/** A trace sent to the vendor's console. */
export interface TraceSinkCognipeerConfig {
  /** Names this sink. */
  type: "cognipeer";
  /** The key for it, a secret. */
  apiKey: string;
  /** Another address than the usual one. */
  url?: string;
}

/** A trace posted to an address. */
export interface TraceSinkHttpConfig {
  /** Names this sink. */
  type: "http";
  /** The address to post to. */
  url: string;
  /** Headers sent along, such as a key. */
  headers?: Record<string, string>;
}

/** A trace sent to an OpenTelemetry collector. */
export interface TraceSinkOtlpConfig {
  /** Names this sink. */
  type: "otlp";
  /** The address of the collector. */
  endpoint: string;
  /** Headers sent along, such as a key. */
  headers?: Record<string, string>;
}
