// `rethought/agent-state`: the state of an agent of @cognipeer/agent-sdk: its reasoning configuration, its reflections, its snapshots.
export { requestParams, resolveReasoning, validateReasoningConfig } from "./agent-state/reasoning.js";
export { isNearDuplicate, mirrorReflections, readReflection, reflectionMessage, reflectionOf, thoughtOfReflection, trimReflection } from "./agent-state/reflections.js";
export { captureSnapshot, readSnapshot, restoreSnapshot, writeSnapshot } from "./agent-state/snapshot.js";
