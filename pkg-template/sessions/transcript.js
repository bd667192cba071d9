// Transcripts, read as they arrive. The reader is on the wasm side under a number, and keeps only the unfinished piece.
import * as glue from "../wasm/glue.js";
import { InputError, InternalError } from "../errors/index.js";
import { unpackedFiles } from "../gzip/unpacked.js";
import { bytesOf, textOf } from "../text/input.js";
import { optionsFrom } from "../text/options.js";
import { dropsForgotten, generation, withInstance } from "../wasm/recover.js";
import { chunksOf } from "../exchange/stream.js";

/** The bodies of a record, in the order in which they cross. */
export const BODIES = ["request", "opening", "added", "response", "stream", "reply"];
/** The number of bytes that cross at once. A larger copy would only use more memory. */
export const STRIDE = 1 << 20;
/** The default limit of a packed transcript. Sessions have megabytes; a file that is meant to fill memory has more than this. */
const MAX_UNPACKED_BYTES = 1 << 30;

/** Frees the numbers of readers that nobody finished. */
const forgotten = dropsForgotten(glue.transcriptDrop);

export class TranscriptReader {
  #format;
  #open;

  constructor() {
    this.#open = withInstance(() => ({ number: glue.transcriptOpen(), generation }));
    forgotten?.register(this, this.#open, this);
  }

  get format() {
    return this.#format;
  }

  push(chunk) {
    const bytes = bytesOf(chunk, "chunk");
    const records = [];
    for (let at = 0; at < bytes.length; at += STRIDE) {
      // One by one: a megabyte of empty records exceeds the maximum number of arguments.
      for (const record of this.#read((number) => glue.transcriptPush(number, bytes.subarray(at, at + STRIDE)))) records.push(record);
    }
    return records;
  }

  finish() {
    if (!this.#open) return [];
    const records = this.#read(glue.transcriptFinish);
    forgotten?.unregister(this);
    this.#open = undefined;
    return records;
  }

  #read(ask) {
    if (!this.#open) throw new InputError("the transcript is finished", { code: "E_INPUT" });
    const [head, bodies] = withInstance(() => {
      // The reader's state was in the lost instance, and there is no copy of it.
      if (this.#open.generation !== generation) throw new InternalError("The transcript was lost with its wasm instance: read it again.", { code: "E_INTERNAL" });
      return ask(this.#open.number);
    });
    const { format, records } = JSON.parse(textOf(head));
    this.#format ??= format ?? undefined;
    return withBodies(records, bodies, BODIES);
  }
}

/** Puts the bodies of records in place of their ends. */
export function withBodies(records, bodies, names) {
  let start = 0;
  for (const record of records)
    for (const name of names)
      if (record[name] !== undefined) {
        const end = record[name];
        record[name] = bodies.subarray(start, end);
        start = end;
      }
  return records;
}

export async function* readTranscript(source, options) {
  const limit = limitOf(optionsFrom(options, ["maxUnpackedBytes"]));
  for await (const file of unpackedFiles(chunksOf(source?.stream?.() ?? source), limit)) yield* recordsOf(file, new TranscriptReader());
}

/** Reads the records of one file. One in an archive gives its name to its conversations and its faults, and cannot end the reading of the others. */
export async function* recordsOf({ name, chunks }, reader) {
  let fault;
  try {
    for await (const chunk of chunks) yield* named(name, reader.push(chunk));
  } catch (error) {
    // The exchanges before the error are complete: they are yielded first, then the error is thrown.
    if (!/^E_(?:GZIP|ZIP)_/.test(error?.code)) throw error;
    fault = error;
  }
  yield* named(name, reader.finish());
  if (!fault && reader.format === undefined) fault = new InputError("it looks like no transcript, request, response or stream that is known", { code: "E_INPUT" });
  if (fault && (name === undefined || fault.code === "E_GZIP_SIZE")) throw fault;
  if (fault) yield* named(name, [{ type: "fault", line: 1, offset: 0, reason: fault.message }]);
}

function named(name, records) {
  if (name === undefined) return records;
  for (const record of records) {
    if (record.type === "fault") record.reason = record.reason.startsWith(name) ? record.reason : `${name}: ${record.reason}`;
    // Two files of an archive may have the same name for a conversation.
    for (const member of ["session", "branchOf"]) if (record[member] !== undefined) record[member] = `${name} ${record[member]}`;
  }
  return records;
}

/** Reads the limit of a packed transcript. */
export function limitOf({ maxUnpackedBytes: limit = MAX_UNPACKED_BYTES }) {
  if (limit === Infinity || (Number.isSafeInteger(limit) && limit >= 0)) return limit;
  throw new InputError("maxUnpackedBytes must be a whole number of bytes, or Infinity", { code: "E_INPUT", pointer: "/maxUnpackedBytes" });
}
