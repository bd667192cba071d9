// Transcripts: the files that people have at hand when a session died.
import type { RawBody } from "../text/body.js";
import type { TranscriptExchange, TranscriptFault, TranscriptOutcome } from "../records/index.js";

/** The formats of transcripts; `unread` is any of those that are known and not read. */
export type TranscriptFormat = "body" | "pairs" | "har" | "vcr" | "vcr-yaml" | "claude-code" | "codex" | "cognipeer" | "langfuse" | "langsmith" | "letta" | "otlp" | "braintrust" | "ai-sdk-ui" | "cline" | "continue" | "copilot-cli" | "droid" | "gemini-cli" | "grok" | "hermes" | "inspect" | "kimi" | "langchain-cassette" | "opencode" | "pi" | "qwen-code" | "swe-agent" | "unread";

export type { UnreadFormat } from "../records/index.js";

/** One record of a transcript. */
export type TranscriptRecord = TranscriptExchange | TranscriptFault | TranscriptOutcome;

/**
 * Reads a transcript as it arrives: a request, a response or a stream alone, or pairs of them as JSON or NDJSON. It reads HAR, VCR cassettes, sessions of
 * agents such as Claude Code and Codex, and histories of Letta agents. It reads traces of @cognipeer/agent-sdk, OpenTelemetry, OpenInference, Langfuse,
 * LangSmith and Braintrust. Zip archives of them are read too. The format is recognized by its content. Broken lines are named and skipped. Memory is bounded
 * by the longest line or entry, not by the file. A file of a format that is known and not read gives one fault, which names it.
 *
 * @example
 * import { TranscriptReader } from "rethought";
 *
 * const reader = new TranscriptReader();
 * const records = [...reader.push(JSON.stringify({ request: JSON.parse(request), response: JSON.parse(response) })), ...reader.finish()];
 * [reader.format, records[0].type]; // → ["pairs", "exchange"]
 */
export class TranscriptReader {
  /** The format. `undefined` until enough was read to recognize it, and at the end if it is unknown. */
  readonly format: TranscriptFormat | undefined;
  /**
   * Takes what has arrived, and gives what is new in it. Chunks may be cut anywhere but inside a surrogate pair.
   *
   * @example
   * import { TranscriptReader } from "rethought";
   *
   * const line = `${JSON.stringify({ request: JSON.parse(request), response: JSON.parse(response) })}\n`;
   * const reader = new TranscriptReader();
   * [...reader.push(line), ...reader.push(line), ...reader.finish()].length; // → 2
   *
   * @throws {InputError} after `finish`, or for what is neither text nor bytes.
   * @throws {InternalError} if the reader was lost to a trap: the transcript has to be read again.
   */
  push(chunk: RawBody): TranscriptRecord[];
  /**
   * Ends the transcript; asked again, there is nothing more.
   *
   * @example
   * import { TranscriptReader } from "rethought";
   *
   * const reader = new TranscriptReader();
   * reader.push(request);
   * reader.finish().length; // → 1
   */
  finish(): TranscriptRecord[];
}

/** Anything that gives the chunks of a transcript. */
export type TranscriptSource =
  | AsyncIterable<RawBody>
  | Iterable<RawBody>
  | { getReader(): { read(): Promise<{ done: boolean; value?: RawBody | undefined }>; cancel(): Promise<void> } }
  | { stream(): unknown };

/** Limits of {@link readTranscript}. */
export interface TranscriptOptions {
  /** The most bytes that gzip may unpack to: 1 GiB, unless another number or `Infinity` is given. A file of a megabyte can be made to unpack to a gigabyte. */
  maxUnpackedBytes?: number | undefined;
}

/**
 * Reads a whole transcript from a stream, a `Blob` or `File`, or anything that gives chunks. Gzip is unpacked, and a zip archive is read file by file. The
 * names of its conversations then begin with the name of the file. Leaving the loop early closes the source. If the gzip is cut off, damaged or too long, the
 * exchanges before that place are given first. The error has the packed byte in `offset`.
 *
 * @example
 * import { readTranscript } from "rethought";
 *
 * const lines = `${JSON.stringify({ request: JSON.parse(request), response: JSON.parse(response) })}\nbroken\n`;
 * const types = [];
 * for await (const record of readTranscript([lines])) types.push(record.type); // in a program: createReadStream("session.jsonl")
 * types; // → ["exchange", "fault"]
 *
 * @throws {InputError} if it looks like nothing that is known (`E_INPUT`), or if the gzip is cut off (`E_GZIP_TRUNCATED`), damaged (`E_GZIP_DAMAGED`) or longer
 * than `maxUnpackedBytes` (`E_GZIP_SIZE`); for a zip archive that is damaged (`E_ZIP_DAMAGED`).
 */
export function readTranscript(source: TranscriptSource, options?: TranscriptOptions): AsyncGenerator<TranscriptRecord, void, void>;
