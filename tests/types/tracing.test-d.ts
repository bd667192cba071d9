import type {
  TraceSinkCognipeerConfig, TraceSinkConfig, TraceSinkCustomConfig, TraceSinkFileConfig, TraceSinkHttpConfig, TraceSinkOtlpConfig, TracingConfig, TracingMode,
} from "rethought/agent-state";
import type { Equal, Expect, Interchangeable } from "./equal.js";
import type * as Seed from "./seeds/cognipeer.js";

type Sink<T extends Seed.TraceSinkConfig["type"]> = Extract<Seed.TraceSinkConfig, { type: T }>;

export type Same = [
  Expect<Equal<TracingConfig, Seed.TracingConfig>>,
  Expect<Interchangeable<TracingConfig, Seed.TracingConfig>>,
  Expect<Equal<TracingMode, NonNullable<Seed.TracingConfig["mode"]>>>,
  Expect<Equal<TraceSinkConfig, Seed.TraceSinkConfig>>,
  Expect<Equal<TraceSinkFileConfig, Sink<"file">>>,
  Expect<Equal<TraceSinkCustomConfig, Sink<"custom">>>,
  Expect<Equal<TraceSinkCognipeerConfig, Sink<"cognipeer">>>,
  Expect<Equal<TraceSinkHttpConfig, Sink<"http">>>,
  Expect<Equal<TraceSinkOtlpConfig, Sink<"otlp">>>,
];

// @ts-expect-error whether to trace must be said
export const silent: TracingConfig = { mode: "batched" };
// @ts-expect-error an address is needed
export const nowhere: TracingConfig = { enabled: true, sink: { type: "http" } };
// @ts-expect-error there is no such sink
export const sink: TraceSinkConfig = { type: "syslog" };
