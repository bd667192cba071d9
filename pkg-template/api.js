// The public face of the package, whatever the entry; but for `explain`, which each entry has from where it can read the cards.
export { audit, auditReplay, classify, repair } from "./audit.js";
export { EditError, IdentityError, IncompleteError, InputError, InternalError, JsonError, PointerError, RethoughtError, ShapeError, StoreError, ThoughtError, TimeError } from "./errors.js";
export { decode, detect, planReplay, readRequest, replay } from "./exchange.js";
export { Ledger } from "./ledger.js";
export { memoryStore } from "./store/memory.js";
export * as letta from "./letta.js";
export { OpenRouterReasoningCodec } from "./openrouter.js";
export { render } from "./render.js";
export { canRewrite } from "./rewrite.js";
export { isNearDuplicate, mirrorReflections, readReflection, reflectionMessage, reflectionOf, requestParams, resolveReasoning, thoughtOfReflection, trimReflection, validateReasoningConfig } from "./smart-state.js";
export { captureSnapshot, readSnapshot, restoreSnapshot, writeSnapshot } from "./snapshot.js";
export { decodeStream, StreamDecoder } from "./stream.js";
export { canonical, digest, edit, locate, placeAt, readMessage, readReasoningItem, scan, version } from "./text.js";
export { Identity, readTime, Thought } from "./thought.js";
export { countTokens } from "./tokens.js";
export { readTranscript, TranscriptReader } from "./transcript.js";
export { AuditLog, detectors, logView, persistent, redact, verifyLog } from "./views.js";
