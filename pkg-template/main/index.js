// The front door of the package, the same in every entry. Each entry adds `explain`, with the cards from where it can read them.
export { audit, classify, repair } from "../audit/audit.js";
export { compact } from "../audit/compact.js";
export { convert } from "../convert/convert.js";
export { convertError, convertResponse, StreamConverter } from "../convert/reply.js";
export { RethoughtError } from "../errors/index.js";
export { decode, detect, planReplay, readRequest, replay } from "../exchange/exchange.js";
export { Ledger } from "../ledger/ledger.js";
export { redact } from "../views/redact.js";
export { render } from "../report/render.js";
export { canRewrite } from "../audit/rewrite.js";
export { memoryStore } from "../ledger/memory-store.js";
export { decodeStream, StreamDecoder } from "../exchange/stream.js";
export { version } from "../text/text.js";
export { Identity, Thought } from "../thought/thought.js";
export { readTranscript, TranscriptReader } from "../sessions/transcript.js";
