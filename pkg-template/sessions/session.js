// A session, read and audited as it arrives. The conversations, their ledgers and their growing requests are on the wasm side under a number.
import * as glue from "../wasm/glue.js";
import { rowsFor } from "../audit/audit.js";
import { InputError, InternalError } from "../errors/index.js";
import { chunksOf } from "../exchange/stream.js";
import { unpackedFiles } from "../gzip/unpacked.js";
import { bytesOf, textOf } from "../text/input.js";
import { optionsFrom } from "../text/options.js";
import { dropsForgotten, generation, withInstance } from "../wasm/recover.js";
import { SessionRequests } from "./session-requests.js";
import { BODIES, limitOf, recordsOf, STRIDE, withBodies } from "./transcript.js";

const SESSION_BODIES = [...BODIES, "head"];

/** Frees the numbers of sessions that nobody finished. */
const forgotten = dropsForgotten(glue.sessionDrop);

export class SessionReader {
  #format;
  #open;
  #requests = new SessionRequests();

  constructor() {
    // The audits in wasm need the rows of the tables.
    rowsFor();
    this.#open = withInstance(() => ({ number: glue.sessionOpen(), generation }));
    forgotten?.register(this, this.#open, this);
  }

  get format() {
    return this.#format;
  }

  push(chunk) {
    const bytes = bytesOf(chunk, "chunk");
    const records = [];
    for (let at = 0; at < bytes.length; at += STRIDE) for (const record of this.#read((number) => glue.sessionPush(number, bytes.subarray(at, at + STRIDE)))) records.push(record);
    return records;
  }

  finish() {
    if (!this.#open) return [];
    const records = this.#read(glue.sessionFinish);
    forgotten?.unregister(this);
    this.#open = undefined;
    return records;
  }

  #read(ask) {
    if (!this.#open) throw new InputError("the session is finished", { code: "E_INPUT" });
    const [head, bodies] = withInstance(() => {
      if (this.#open.generation !== generation) throw new InternalError("The session was lost with its wasm instance: read it again.", { code: "E_INTERNAL" });
      return ask(this.#open.number);
    });
    const { format, records } = JSON.parse(textOf(head));
    this.#format ??= format ?? undefined;
    for (const record of withBodies(records, bodies, SESSION_BODIES)) if (record.type === "exchange") this.#requests.add(record);
    return records;
  }
}

export async function* readSession(source, options) {
  const limit = limitOf(optionsFrom(options, ["maxUnpackedBytes"]));
  let count = 0;
  for await (const file of unpackedFiles(chunksOf(source?.stream?.() ?? source), limit)) {
    const before = count;
    for await (const record of recordsOf(file, new SessionReader())) {
      if (record.type === "exchange") {
        // The numbers of a session count on over the files of an archive.
        record.nth += before;
        if (record.previous !== undefined) record.previous += before;
        count = record.nth + 1;
      }
      yield record;
    }
  }
}
