// The types of the front door. Records are generated from src/api/records into records/index.d.ts; the files beside this one declare what it cannot: overloads, classes, errors.
//
// In the examples, `request` and `response` are the texts of an exchange with Anthropic's Messages API in which the model calls a tool, `stream` is that
// response as it is streamed, and `next` is the request after it, with the result of the call. A comment after an arrow says what an expression gives.
export * from "../audit/records.js";
export * from "../audit/audit.js";
export * from "../text/body.js";
export * from "../convert/convert.js";
export type { ErrorCode, ErrorPlace } from "../errors/index.js";
export { RethoughtError } from "../errors/index.js";
export * from "../exchange/exchange.js";
export type { Envelope } from "../letta/index.js";
export * from "../ledger/records.js";
export * from "../ledger/ledger.js";
export * from "../views/redact.js";
export * from "../audit/rewrite.js";
export type { RuleId } from "../records/rule-id.js";
export * from "../stores/store.js";
export * from "../thought/thought.js";
export * from "../sessions/transcript.js";
export * from "../exchange/turn.js";
export type {
  AnswerEnd, Attachment, AuditOptions, Classified, Continuation, Conversation, ConversionNote, ConversionPolicy, DateTimeLike, Detection, Diagnostic, Evidence, Finding, Fix, Followed, FoundPlace, HeadersLike, HostRow, IdentityLike, InputTransformation, JudgedModel, LedgerSnapshot, AppliedFix, ModelName, ModelRow, Note, PlannedThought,
  Provenance, RawIdentity, RawThought, RedactionHit, RepairOptions, RepairStep, Report, Rewrite, RewriteBreak, RewriteElision, RewriteOptions, RuleCard, RuleDocs, Safety, Severity, SkippedFix, StreamedEnd, StreamEvent, Tables, Target,
  TextEdit, ThoughtFate, Tier, Tokenizable, TranscriptExchange, TranscriptFault, TranscriptOutcome, Unrecorded, Verdict, Wire,
} from "../records/index.js";

/**
 * Gives the version of the package.
 *
 * @example
 * import { version } from "rethought";
 *
 * /^\d+\.\d+\.\d+/.test(version()); // → true
 */
export function version(): string;
