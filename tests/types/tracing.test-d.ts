import type { TraceSinkConfig, TraceSinkCustomConfig, TracingConfig, TracingMode } from "rethought/agent-state";
import type { Equal, Expect, Interchangeable } from "./equal.js";
import type * as Seed from "./seeds/cognipeer.js";

export type Same = [
  Expect<Equal<TracingConfig, Seed.TracingConfig>>,
  Expect<Interchangeable<TracingConfig, Seed.TracingConfig>>,
  Expect<Equal<TracingMode, NonNullable<Seed.TracingConfig["mode"]>>>,
  Expect<Equal<TraceSinkConfig["type"], "file" | "custom" | "cognipeer" | "http" | "otlp">>,
];

/** A custom sink gets events and the session. */
export const own: TraceSinkCustomConfig = { type: "custom", onEvent: (event) => void event.status, onSession: async (session) => void session.errors[0]?.message };

// @ts-expect-error whether to trace must be said
export const silent: TracingConfig = { mode: "batched" };
// @ts-expect-error an address is needed
export const nowhere: TracingConfig = { enabled: true, sink: { type: "http" } };
// @ts-expect-error there is no such sink
export const sink: TraceSinkConfig = { type: "syslog" };
