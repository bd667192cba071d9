// `rethought/views`: copies of the messages of agentfootprint: the history that is kept, the log that is shown, and its chain of hashes.
import type { Like, RawBody } from "./body.js";
import type { RedactedCopy, RedactionPolicy } from "./redact.js";
import type { LLMMessage } from "./types.js";

export type { Like, RawBody } from "./body.js";
export type { RedactedCopy, RedactionHit, RedactionPattern, RedactionPolicy } from "./redact.js";
export type { ContextRole, InjectedBy, LLMMessage, LLMToolCall, ThinkingBlock, ThinkingBlockType } from "./types.js";

/**
 * Reads a message in the shape of agentfootprint's `LLMMessage`.
 *
 * @example
 * import { readMessage } from "rethought/views";
 *
 * readMessage('{"role":"user","content":"Hi","ephemeral":true}').ephemeral; // → true
 *
 * @throws {ShapeError} with the pointer of the part that has not the shape.
 */
export function readMessage(body: RawBody, pointer?: string): LLMMessage;

/**
 * Copies a list of messages (`LLMMessage`), or a request, without the messages that are `ephemeral`: those are sent and logged, but not kept. Every
 * other byte stays, and so does every block of thinking: the next request needs them.
 *
 * @example
 * import { persistent } from "rethought/views";
 *
 * persistent('[{"role":"user","content":"Hi"},{"role":"system","content":"now","ephemeral":true}]'); // → '[{"role":"user","content":"Hi"}]'
 *
 * @throws {ShapeError} if there are no messages, or an `ephemeral` is neither true nor false, with its pointer.
 */
export function persistent<B extends RawBody>(messages: B): Like<B>;

/** A copy for a log, with nothing left out. */
export interface LogCopy<B extends RawBody> extends RedactedCopy<B> {
  /** The pointers of the messages that are `ephemeral`: they were sent, and no history has them. */
  ephemeral: string[];
}

/**
 * Copies messages for a log: redacted, and with all messages in it. Those that are `ephemeral` are listed, and no policy can hide them.
 *
 * @example
 * import { logView } from "rethought/views";
 *
 * const { text, ephemeral } = logView('[{"role":"user","content":"I am me@example.com","ephemeral":true}]');
 * text; // → '[{"role":"user","content":"I am [REDACTED:email]","ephemeral":true}]'
 * ephemeral; // → ["/0"]
 *
 * @throws {JsonError} if the messages are not JSON.
 * @throws {InputError} if the policy is none.
 */
export function logView<B extends RawBody>(messages: B, policy?: RedactionPolicy): LogCopy<B>;

/**
 * Lists the kinds of the detectors, those that name a person last.
 *
 * @example
 * import { detectors } from "rethought/views";
 *
 * detectors().includes("email"); // → true
 */
export function detectors(): string[];

/** The end of a log. Kept elsewhere, it tells whether records are missing at the end. */
export interface LogHead {
  /** The number of the last record. */
  seq: number;
  /** Its hash, in hexadecimal. */
  hash: string;
}

/**
 * A log that is only ever added to. Each record is a line of JSON with `seq`, `time`, `prev` and `hash`, and carries the hash of the one before.
 * The lines are the caller's to keep; the log holds its head alone.
 *
 * @example
 * import { AuditLog, verifyLog } from "rethought/views";
 *
 * const log = new AuditLog();
 * const lines = [log.append({ event: "sent" }), log.append({ event: "answered" })];
 * verifyLog(lines, { head: log.head }).ok; // → true
 * log.head.seq; // → 1
 */
export class AuditLog {
  /** @throws {InputError} if the head is none. */
  constructor(head?: LogHead);
  /** The last record's number and hash; nothing before the first. */
  readonly head: LogHead | undefined;
  /**
   * Writes the line of a record, without a break at its end. The record is a JSON object, as text or not, without members of the log's own.
   *
   * @example
   * import { AuditLog } from "rethought/views";
   *
   * JSON.parse(new AuditLog().append({ event: "sent" }, "2026-11-16T06:00:00Z")).seq; // → 0
   *
   * @throws {InputError} if it is none.
   */
  append(record: RawBody | Readonly<Record<string, unknown>>, time?: string): string;
}

/** The verdict on a log. */
export interface LogVerdict {
  /** True if every record is as it was written. */
  ok: boolean;
  /** How many are, from the first. */
  count: number;
  /** The last of them. */
  head?: LogHead;
  /** The first record that is not, if there is one. */
  broken?: {
    /** Its line, from 0. */
    line: number;
    /** The number that was expected there. */
    seq: number;
    /**
     * The fault: the line is cut off or no JSON (`truncated`), it is no record (`foreign`), it does not say what it said (`altered`), a record
     * is not there (`missing`), stands elsewhere (`reordered`) or again (`repeated`), or is chained to another one (`relinked`).
     */
    reason: "truncated" | "foreign" | "altered" | "missing" | "reordered" | "repeated" | "relinked";
  };
}

/**
 * Reads a log and names the first record that is not as it was written. `after` is the head that it begins after, `head` the one it should end with.
 *
 * @example
 * import { AuditLog, verifyLog } from "rethought/views";
 *
 * const log = new AuditLog();
 * const lines = [log.append({ event: "sent" }), log.append({ event: "answered" })];
 * verifyLog([lines[0].replace("sent", "lost"), lines[1]]).broken; // → { line: 0, seq: 0, reason: "altered" }
 */
export function verifyLog(lines: RawBody | readonly RawBody[], options?: { after?: LogHead; head?: LogHead }): LogVerdict;
