// Views: copies for someone, and never what goes back to a provider.
import type { RawBody, Like } from "./index.js";

/**
 * A list of messages (`LLMMessage`), or a request, without the messages that are `ephemeral`: those are sent and logged, but not kept. Every
 * other byte stays, and so does every block of thinking: the next request needs them.
 *
 * @throws {ShapeError} if there are no messages, or an `ephemeral` is neither true nor false, with its pointer.
 */
export function persistent<B extends RawBody>(messages: B): Like<B>;

/** A pattern of the caller's: a part of JavaScript's regular expressions that can be searched for in linear time. */
export interface RedactionPattern {
  /** The pattern: literals, `.`, classes, `\d \w \s \b`, groups, alternatives, `? * + {m,n}`, `^ $`; no back-references, no lookaround. */
  pattern: string | RegExp;
  /** `i` for letters of ASCII without case; `g` and `u` are always on. */
  flags?: string;
  /** What it finds, as its mark calls it: up to 40 small letters, digits and hyphens; `pattern` if left out. */
  kind?: string;
}

/** What a redaction takes out, and what it leaves alone. */
export interface RedactionPolicy {
  /** What is looked at: reasoning, what was said, what tools are called with. All three by default. */
  subjects?: readonly ("thinking" | "text" | "arguments")[];
  /** The caller's own patterns. */
  patterns?: readonly (RedactionPattern | RegExp | string)[];
  /** The detectors that look, by their kinds, or as a group: `secrets`, `personal`. All by default; see `detectors()`. */
  detectors?: readonly string[];
  /** What may be done to what only an issuer can read: nothing (`keep`, the default), `cut` to the limit, or what is done to text (`scan`). */
  opaque?: "keep" | "cut" | "scan";
  /** How many bytes of a string are shown; of a longer one its ends, with a mark of its length and digest between them. */
  limit?: number;
}

/** Something that was taken out. What it was is not said. */
export interface RedactionHit {
  /** What kind of thing: that of a detector or of a pattern, or `cut`. */
  kind: string;
  /** The string's place in the copy. */
  pointer: string;
  /** How often in that string. */
  count: number;
}

/** A copy without secrets. */
export interface RedactedCopy<B extends RawBody> {
  /** The copy: text for text, bytes for bytes, with `[REDACTED:kind]` where something was. */
  text: Like<B>;
  /** What was taken out, in the order of the text. */
  hits: RedactionHit[];
}

/**
 * A copy of a JSON text (a request, a response, an event of a stream, a message) without what a policy takes out. What is not hit keeps its
 * bytes, and by default no byte changes of what only an issuer can read. A secret that a stream has cut into pieces is not in any of them: take
 * the assembled body.
 *
 * @throws {JsonError} if the value is not JSON.
 * @throws {InputError} if the policy is none, with its pointer; of a pattern (`E_PATTERN`) with the byte in it.
 */
export function redact<B extends RawBody>(value: B, policy?: RedactionPolicy): RedactedCopy<B>;

/** A copy for a log, with nothing left out. */
export interface LogCopy<B extends RawBody> extends RedactedCopy<B> {
  /** The pointers of the messages that are `ephemeral`: they were sent, and no history has them. */
  ephemeral: string[];
}

/**
 * A copy for a log: redacted, and with all messages in it. Those that are `ephemeral` are told of, and no policy can hide them.
 *
 * @throws {JsonError} if the messages are not JSON.
 * @throws {InputError} if the policy is none.
 */
export function logView<B extends RawBody>(messages: B, policy?: RedactionPolicy): LogCopy<B>;

/** The kinds of the detectors, those that name a person last. */
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
 */
export class AuditLog {
  /** @throws {InputError} if the head is none. */
  constructor(head?: LogHead);
  /** The last record's number and hash; nothing before the first. */
  readonly head: LogHead | undefined;
  /**
   * The line of a record, without a break at its end. The record is a JSON object, as text or not, without members of the log's own.
   *
   * @throws {InputError} if it is none.
   */
  append(record: RawBody | Readonly<Record<string, unknown>>, time?: string): string;
}

/** What a log was found to be. */
export interface LogVerdict {
  /** Whether every record is as it was written. */
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
     * What is wrong: the line is cut off or no JSON (`truncated`), it is no record (`foreign`), it does not say what it said (`altered`), a record
     * is not there (`missing`), stands elsewhere (`reordered`) or again (`repeated`), or is chained to another one (`relinked`).
     */
    reason: "truncated" | "foreign" | "altered" | "missing" | "reordered" | "repeated" | "relinked";
  };
}

/** Reads a log and names the first record that is not as it was written. `after` is the head that it begins after, `head` the one it should end with. */
export function verifyLog(lines: RawBody | readonly RawBody[], options?: { after?: LogHead; head?: LogHead }): LogVerdict;
