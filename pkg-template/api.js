// The public face of the package, whatever the entry.
export { audit, auditReplay, classify, repair } from "./audit.js";
export * from "./errors.js";
export { explain } from "./explain.js";
export { decode, detect, planReplay, readRequest, replay } from "./exchange.js";
export { OpenRouterReasoningCodec } from "./openrouter.js";
export { render } from "./render.js";
export { decodeStream, StreamDecoder } from "./stream.js";
export { canonical, digest, edit, locate, placeAt, readMessage, readReasoningItem, scan, version } from "./text.js";
export { Identity, readTime, Thought } from "./thought.js";
export { countTokens } from "./tokens.js";
export { AuditLog, detectors, logView, persistent, redact, verifyLog } from "./views.js";
