// Transcripts, read as they arrive. The reader lives on the wasm side under a number; it keeps no more than the piece that has not ended.
import * as glue from "./glue.js";
import { InputError, InternalError } from "./errors.js";
import { bytesOf, textOf } from "./input.js";
import { generation, guarded } from "./recover.js";
import { chunksOf } from "./stream.js";

const BODIES = ["request", "opening", "added", "response", "stream", "reply"];
/** How much crosses at once: a larger copy would only take more memory. */
const STRIDE = 1 << 20;

/** Runs work with an instance that is alive; inside it `generation` is that of the instance. */
const alive = guarded((work) => work());

/** Readers that nobody finished: their numbers are given back. Old runtimes have no registry and keep them. */
const forgotten =
  typeof FinalizationRegistry === "function"
    ? new FinalizationRegistry((open) => alive(() => open.generation === generation && glue.transcriptDrop(open.number)))
    : undefined;

export class TranscriptReader {
  #format;
  #open;

  constructor() {
    this.#open = alive(() => ({ number: glue.transcriptOpen(), generation }));
    forgotten?.register(this, this.#open, this);
  }

  get format() {
    return this.#format;
  }

  push(chunk) {
    const bytes = bytesOf(chunk, "chunk");
    const records = [];
    for (let at = 0; at < bytes.length; at += STRIDE) {
      records.push(...this.#told((number) => glue.transcriptPush(number, bytes.subarray(at, at + STRIDE))));
    }
    return records;
  }

  finish() {
    if (!this.#open) return [];
    const records = this.#told(glue.transcriptFinish);
    forgotten?.unregister(this);
    this.#open = undefined;
    return records;
  }

  #told(ask) {
    if (!this.#open) throw new InputError("the transcript is finished", { code: "E_INPUT" });
    const [told, bodies] = alive(() => {
      // What it had read died with its instance, and nobody kept it: whoever has the file begins anew.
      if (this.#open.generation !== generation) throw new InternalError("The transcript was lost with its wasm instance: read it again.", { code: "E_INTERNAL" });
      return ask(this.#open.number);
    });
    const [format, ...records] = JSON.parse(textOf(told));
    this.#format ??= format ?? undefined;
    let start = 0;
    for (const record of records)
      for (const name of BODIES)
        if (record[name] !== undefined) {
          const end = record[name];
          record[name] = bodies.subarray(start, end);
          start = end;
        }
    return records;
  }
}

export async function* readTranscript(source) {
  const reader = new TranscriptReader();
  for await (const chunk of unpacked(chunksOf(source?.stream?.() ?? source))) yield* reader.push(chunk);
  yield* reader.finish();
  if (reader.format === undefined) throw new InputError("it looks like no transcript, request, response or stream that is known", { code: "E_INPUT" });
}

/** The chunks, out of gzip if they are in it. */
async function* unpacked(chunks) {
  const all = chunks[Symbol.asyncIterator]?.() ?? chunks[Symbol.iterator]();
  const first = await all.next();
  const rest = { [Symbol.asyncIterator]: () => ({ next: async () => all.next(), return: async () => (await all.return?.()) ?? { done: true } }) };
  if (first.done) return;
  const start = typeof first.value === "string" ? undefined : bytesOf(first.value, "chunk");
  if (start?.[0] !== 0x1f || start[1] !== 0x8b) {
    yield first.value;
    yield* rest;
    return;
  }
  const packed = new ReadableStream({
    start: (controller) => controller.enqueue(start),
    async pull(controller) {
      const next = await all.next();
      if (next.done) controller.close();
      else controller.enqueue(bytesOf(next.value, "chunk"));
    },
  });
  yield* chunksOf(packed.pipeThrough(new DecompressionStream("gzip")));
}
