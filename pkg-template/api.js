// The front door of the package, the same in every entry. Each entry adds `explain`, with the cards from where it can read them.
export { audit, classify, repair } from "./audit.js";
export { RethoughtError } from "./errors.js";
export { decode, detect, planReplay, readRequest, replay } from "./exchange.js";
export { Ledger } from "./ledger/ledger.js";
export { redact } from "./redact.js";
export { render } from "./render.js";
export { canRewrite } from "./rewrite.js";
export { memoryStore } from "./ledger/memory-store.js";
export { decodeStream, StreamDecoder } from "./stream.js";
export { version } from "./text.js";
export { Identity, Thought } from "./thought.js";
export { readTranscript, TranscriptReader } from "./transcript.js";
