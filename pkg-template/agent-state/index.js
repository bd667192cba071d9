// `rethought/agent-state`: the state of an agent of @cognipeer/agent-sdk: its reasoning configuration, its reflections, its pauses, its snapshots, its traces.
export { decideReflection } from "./cadence.js";
export { traceToOtlp } from "./otlp.js";
export { resolveToolApproval, resolveUserQuestion } from "./pauses.js";
export { requestParams, resolveReasoning, validateReasoningConfig } from "./reasoning.js";
export { isNearDuplicate, mirrorReflections, readReflection, reflectionMessage, reflectionOf, thoughtOfReflection, trimReflection } from "./reflections.js";
export { captureSnapshot, readSnapshot, restoreSnapshot, writeSnapshot } from "./snapshot.js";
export { readTrace, writeTrace } from "./trace.js";
