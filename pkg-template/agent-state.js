// `rethought/agent-state`: the state of an agent of @cognipeer/agent-sdk: its reasoning configuration, its reflections, its pauses, its snapshots, its traces.
export { decideReflection } from "./agent-state/cadence.js";
export { traceToOtlp } from "./agent-state/otlp.js";
export { resolveToolApproval, resolveUserQuestion } from "./agent-state/pauses.js";
export { requestParams, resolveReasoning, validateReasoningConfig } from "./agent-state/reasoning.js";
export { isNearDuplicate, mirrorReflections, readReflection, reflectionMessage, reflectionOf, thoughtOfReflection, trimReflection } from "./agent-state/reflections.js";
export { captureSnapshot, readSnapshot, restoreSnapshot, writeSnapshot } from "./agent-state/snapshot.js";
export { readTrace, writeTrace } from "./agent-state/trace.js";
