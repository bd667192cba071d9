// Sessions: transcripts with every request put together and audited.
import type { SessionExchangeRecord, TranscriptFault, TranscriptOutcome } from "../records/index.js";
import type { RawBody } from "../text/body.js";
import type { TranscriptFormat, TranscriptOptions, TranscriptSource } from "./transcript.js";

/** An exchange of a session. If its request is recorded message by message, `request` puts it together when it is read. */
export type SessionExchange = SessionExchangeRecord;

/** One record of a session. */
export type SessionRecord = SessionExchange | TranscriptFault | TranscriptOutcome;

/**
 * Reads a session as it arrives, and audits each request against everything that the model emitted before it. Chunks may be cut anywhere.
 *
 * @example
 * import { SessionReader } from "rethought/sessions";
 *
 * const reader = new SessionReader();
 * const [exchange] = [...reader.push(JSON.stringify({ request: JSON.parse(request), response: JSON.parse(response) })), ...reader.finish()];
 * [exchange.outcome, exchange.verdict]; // → ["answered", "accepted"]
 */
export class SessionReader {
  /** The format. `undefined` until enough was read to recognize it. */
  readonly format: TranscriptFormat | undefined;
  /**
   * Takes what has arrived, and gives what is new in it.
   *
   * @example
   * import { SessionReader } from "rethought/sessions";
   *
   * const line = `${JSON.stringify({ request: JSON.parse(request), response: JSON.parse(response) })}\n`;
   * const reader = new SessionReader();
   * [...reader.push(line), ...reader.push(line), ...reader.finish()].length; // → 2
   *
   * @throws {InputError} after `finish`, or for what is neither text nor bytes.
   * @throws {InternalError} if the reader was lost to a trap: the session has to be read again.
   */
  push(chunk: RawBody): SessionRecord[];
  /**
   * Ends the session. A second call gives nothing more.
   *
   * @example
   * import { SessionReader } from "rethought/sessions";
   *
   * const reader = new SessionReader();
   * reader.push(request);
   * reader.finish().length; // → 1
   */
  finish(): SessionRecord[];
}

/**
 * Reads a whole session from a stream, a `Blob` or `File`, or anything that gives chunks; gzip is unpacked. Every request is audited, however long the session
 * is. An answered request is never `rejected`: if the audit predicts that, the file lacks or masks something, and the verdict is `unknown`.
 *
 * @example
 * import { readSession } from "rethought/sessions";
 *
 * const line = `${JSON.stringify({ request: JSON.parse(request), response: JSON.parse(response) })}\n`;
 * const verdicts = [];
 * for await (const record of readSession([line])) if (record.type === "exchange") verdicts.push(record.verdict);
 * verdicts; // → ["accepted"]
 *
 * @throws {InputError} as `readTranscript` does.
 */
export function readSession(source: TranscriptSource, options?: TranscriptOptions): AsyncGenerator<SessionRecord, void, void>;
