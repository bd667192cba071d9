// `rethought/views`: copies of the messages of agentfootprint: the history that is kept, the messages that are sent, the log that is shown, and its chain of hashes.
import type { Body, Like, RawBody } from "../text/body.js";
import type { RedactedCopy, RedactionPolicy } from "./redact.js";
import type { ContextRole, InjectedBy, LLMMessage, LogHead, LogVerdict, ThinkingBlock } from "../records/index.js";

export type { Body, Like, RawBody } from "../text/body.js";
export type { RedactedCopy, RedactionPattern, RedactionPolicy } from "./redact.js";
export type { BrokenRecord, ContextRole, InjectedBy, LLMMessage, LLMToolCall, LogHead, LogVerdict, RedactionHit, ThinkingBlock, ThinkingBlockType } from "../records/index.js";

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
export function readMessage(body: Body, pointer?: string): LLMMessage;

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
export function persistent<B extends Body>(messages: B): Like<B>;

/**
 * Copies a list of messages (`LLMMessage`), or a request, as a provider may see it. Every message stays, also the `ephemeral` ones. The flags `ephemeral` and
 * `injectedBy` are removed. Every other byte stays. The audit names a flag that was left in: `framework-flag-sent`.
 *
 * @example
 * import { sendView } from "rethought/views";
 *
 * sendView('[{"role":"user","content":"now","ephemeral":true}]'); // → '[{"role":"user","content":"now"}]'
 *
 * @throws {ShapeError} if there are no messages, or an `ephemeral` is neither true nor false, with its pointer.
 */
export function sendView<B extends Body>(messages: B): Like<B>;

/** The place and the name of an event. */
export interface MessageEventHead {
  /** The number of the message in its list. */
  index: number;
  /** The pointer of the message. */
  pointer: string;
  /** The name of the event at agentfootprint, which recorders and `emitPatterns` go by. */
  name: string;
}

/** The content of the event of a message. */
export interface MessagePayload {
  /** The speaker. */
  role: ContextRole;
  /** The text. */
  content: string;
  /** True if no history keeps it. */
  ephemeral: boolean;
  /** Who put it there, if it did not come from the conversation. */
  injectedBy?: InjectedBy;
  /** The round of the agent's loop, if the caller gave it. */
  iteration?: number;
}

/** The content of the event of thinking. */
export interface ThinkingPayload {
  /** The number of blocks. */
  blockCount: number;
  /** The length of their texts, in UTF-16 units. */
  totalChars: number;
  /** The blocks without the handler's own notes. */
  blocks: readonly Omit<ThinkingBlock, "providerMeta">[];
  /** The round of the agent's loop, if the caller gave it. */
  iteration?: number;
}

/** The content of the event of a tool call. */
export interface ToolCallPayload {
  /** The tool. */
  toolName: string;
  /** Joins the call to its result. */
  toolCallId: string;
  /** The arguments. */
  args: Readonly<Record<string, unknown>>;
  /** The number of calls of the message, if there are several. */
  parallelCount?: number;
  /** The round of the agent's loop, if the caller gave it. */
  iteration?: number;
}

/** The content of the event of a tool's result. */
export interface ToolResultPayload {
  /** The call that it answers. */
  toolCallId?: string;
  /** The tool. */
  toolName?: string;
  /** The result. */
  result: string;
  /** The round of the agent's loop, if the caller gave it. */
  iteration?: number;
}

/** An event for a recorder; `type` is its kind. An ephemeral message has the event of a message and one of its own. */
export type MessageEvent = MessageEventHead &
  (
    | { type: "message" | "ephemeral"; payload: MessagePayload }
    | { type: "thinking"; payload: ThinkingPayload }
    | { type: "tool_call"; payload: ToolCallPayload }
    | { type: "tool_result"; payload: ToolResultPayload }
  );

/** The options of `messageEvents`. */
export interface MessageEventOptions {
  /** Takes secrets out of the events. Without a policy recorders see everything. */
  policy?: RedactionPolicy;
  /** The round of the agent's loop. */
  iteration?: number;
}

/**
 * Lists the events that a recorder sees of messages (`LLMMessage`), in order. Every message is there, also one that a history does not keep, with its thinking,
 * tool calls and results. No flag and no policy hides a message from it.
 *
 * @example
 * import { messageEvents } from "rethought/views";
 *
 * const events = messageEvents([{ role: "user", content: "Again, as JSON.", ephemeral: true }]);
 * events.map((event) => event.type); // → ["message", "ephemeral"]
 *
 * @throws {ShapeError} if a message has not the shape, with its pointer.
 * @throws {InputError} if there are no messages, or the policy is none.
 */
export function messageEvents(messages: Body, options?: MessageEventOptions): MessageEvent[];

/** A copy for a log, with nothing left out. */
export interface LogCopy<B extends Body> extends RedactedCopy<B> {
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
export function logView<B extends Body>(messages: B, policy?: RedactionPolicy): LogCopy<B>;

/**
 * Lists the kinds of the detectors, those that name a person last.
 *
 * @example
 * import { detectors } from "rethought/views";
 *
 * detectors().includes("email"); // → true
 */
export function detectors(): string[];

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
   * @throws {InputError} if it is not such a record.
   */
  append(record: RawBody | Readonly<Record<string, unknown>>, time?: string): string;
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
export function verifyLog(lines: RawBody | readonly Body[], options?: { after?: LogHead; head?: LogHead }): LogVerdict;
