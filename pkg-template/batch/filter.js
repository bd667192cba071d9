// The filter reads lines and writes a result for each, in order. Its memory is bounded for any input and any slow reader.
import { version } from "../start/node.js";
import { Buffers } from "./buffers.js";
import { Cutter } from "./cutter.js";
import { chunksOf, closeInputs, InputFault, openInputs } from "./input.js";
import { ReaderGone, writeAll } from "./output.js";
import { Pool } from "./pool.js";
import { Progress } from "./progress.js";
import { errorRecord, tooLong } from "./record.js";
import { refusalOf } from "./refused.js";
import { Tally } from "./tally.js";

/** If a source is silent for this many milliseconds, its lines are judged before they fill a batch. */
const MAX_SILENCE_MS = 50;
/** The number of batches in progress for each thread: one that is judged, and one that waits. */
const AHEAD = 2;

/**
 * Runs a filter over files, `-` for standard input; resolves to the counts, or to nothing if the reader of the results is gone. `about` are more members
 * of the closing record. `collect` takes the results in place of standard output, and then there is no closing record. `refuse` is called with the path of
 * an input that is not a file of lines, and a sentence; the others are read. If all are refused, there is no closing record.
 *
 * @throws {Error} with a sentence if it cannot go on; then there is no closing record.
 */
export async function filter(paths, { jobs, isQuiet = false, ...settings }, { collect, refuse }) {
  const inputs = await openInputs(paths);
  const pool = new Pool(settings);
  const progress = new Progress(isQuiet);
  // A finding that is looked up or collected is one of a file.
  const isNamed = inputs.length > 1 || settings.known !== undefined || collect !== undefined;
  try {
    await pool.open(jobs);
    const run = new Run(pool, progress, { most: AHEAD * jobs, maxLine: settings.maxLine, write: collect ?? writeAll });
    let refused = 0;
    for (const [nth, input] of inputs.entries()) {
      const sentence = await run.read(input, isNamed ? paths[nth] : undefined);
      if (sentence) refuse(paths[nth], sentence);
      if (sentence) refused++;
    }
    const tally = await run.finish();
    if (!collect && refused < inputs.length) await writeAll(Buffer.from(`${tally.closing({ version: version(), command: settings.command, ...settings.about })}\n`));
    return tally;
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
    return undefined;
  } finally {
    progress.close();
    await pool.close();
    await closeInputs(inputs);
  }
}

/** The batches in progress: judged in any order, written in their order. */
class Run {
  #pool;
  #progress;
  #most;
  #maxLine;
  #writeOut;
  #tally = new Tally();
  #buffers;
  /** The promises of batches that are not written yet, the oldest first. */
  #open = [];

  constructor(pool, progress, { most, maxLine, write }) {
    [this.#pool, this.#progress, this.#most, this.#maxLine, this.#writeOut, this.#buffers] = [pool, progress, most, maxLine, write, new Buffers(most + 1)];
  }

  /**
   * Reads an input to its end. If an error ends it early, the lines before the error are still judged and written. Resolves to a sentence if the input is not a file
   * of lines, and none of it was read.
   */
  async read(input, file) {
    const cutter = new Cutter({ maxLine: this.#maxLine, file, buffers: this.#buffers });
    try {
      const refusal = await this.#readChunks(chunksOf(input), cutter, input.name);
      if (refusal) return refusal;
    } catch (fault) {
      if (!(fault instanceof InputFault)) throw fault;
      await this.#take(cutter.flush());
      await Promise.all(this.#open);
      throw fault;
    }
    await this.#take(cutter.finish());
    return undefined;
  }

  async #readChunks(chunks, cutter, name) {
    let next = await chunks.next();
    const refusal = next.done ? undefined : refusalOf(next.value, name);
    if (refusal) return refusal;
    while (!next.done) {
      await this.#take(cutter.push(next.value));
      const coming = chunks.next();
      if (!(await settlesInTime(coming))) await this.#take(cutter.flush());
      next = await coming;
    }
    return undefined;
  }

  /** Waits for what is on its way; resolves to the counts. */
  async finish() {
    await Promise.all(this.#open);
    return this.#tally;
  }

  async #take(batches) {
    for (const batch of batches) {
      const before = this.#open.at(-1);
      const written = this.#write(batch, before);
      // The caller that awaits it gets the error. Until then, it must not count as unhandled.
      written.catch(() => {});
      this.#open.push(written);
      if (this.#open.length >= this.#most) await this.#open.shift();
    }
  }

  async #write(batch, before) {
    const judging = batch.tooLong ? this.#refuse(batch) : this.#pool.judge(batch);
    judging.catch(() => {});
    await before;
    const { results, tally } = await judging;
    await this.#writeOut(Buffer.from(results.buffer, results.byteOffset, results.byteLength));
    this.#tally.merge(tally);
    this.#progress.add(tally.lines, batch.length ?? 0);
    if (batch.buffer) this.#buffers.give(batch.buffer);
  }

  async #refuse(place) {
    const results = Buffer.from(`${errorRecord(undefined, place, tooLong(this.#maxLine))}\n`);
    return { results, tally: Object.assign(new Tally(), { lines: 1, errors: 1 }) };
  }
}

/** Returns true if a promise settles within `MAX_SILENCE_MS`. */
async function settlesInTime(promise) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, MAX_SILENCE_MS, false)));
  try {
    const settled = () => true;
    return await Promise.race([promise.then(settled, settled), late]);
  } finally {
    clearTimeout(timer);
  }
}
