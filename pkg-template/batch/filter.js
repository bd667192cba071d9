// The filter reads lines and writes a result for each, in order. Its memory is bounded for any input and any slow reader.
import { version } from "../start/node.js";
import { Buffers } from "./buffers.js";
import { Cutter } from "./cutter.js";
import { chunksOf, closeInputs, InputFault, openInputs } from "./input.js";
import { ReaderGone, writeAll } from "./output.js";
import { Pool } from "./pool.js";
import { Progress } from "./progress.js";
import { errorRecord, tooLong } from "./record.js";
import { Tally } from "./tally.js";

/** If a source is silent for this many milliseconds, its lines are judged before they fill a batch. */
const MAX_SILENCE_MS = 50;
/** The number of batches in progress for each thread: one that is judged, and one that waits. */
const AHEAD = 2;

/** Runs a filter over files, `-` for standard input. @throws {Error} with a sentence if it cannot continue; then there is no closing record. */
export async function filter(paths, { jobs, ...settings }) {
  const inputs = await openInputs(paths);
  const pool = new Pool(settings);
  const progress = new Progress();
  try {
    await pool.open(jobs);
    const run = new Run(pool, progress, AHEAD * jobs, settings.maxLine);
    for (const [nth, input] of inputs.entries()) await run.read(input, inputs.length > 1 ? paths[nth] : undefined);
    await run.finish({ version: version(), command: settings.command });
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
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
  #tally = new Tally();
  #buffers;
  /** The promises of batches that are not written yet, the oldest first. */
  #open = [];

  constructor(pool, progress, most, maxLine) {
    [this.#pool, this.#progress, this.#most, this.#maxLine, this.#buffers] = [pool, progress, most, maxLine, new Buffers(most + 1)];
  }

  /** Reads an input to its end. If an error ends it early, the lines before the error are still judged and written. */
  async read(input, file) {
    const cutter = new Cutter({ maxLine: this.#maxLine, file, buffers: this.#buffers });
    try {
      await this.#readChunks(chunksOf(input), cutter);
    } catch (fault) {
      if (!(fault instanceof InputFault)) throw fault;
      await this.#take(cutter.flush());
      await Promise.all(this.#open);
      throw fault;
    }
    await this.#take(cutter.finish());
  }

  async #readChunks(chunks, cutter) {
    for (let next = await chunks.next(); !next.done; ) {
      await this.#take(cutter.push(next.value));
      const coming = chunks.next();
      if (!(await settlesInTime(coming))) await this.#take(cutter.flush());
      next = await coming;
    }
  }

  /** Waits for the batches in progress, and writes the closing record. */
  async finish(head) {
    await Promise.all(this.#open);
    await writeAll(Buffer.from(`${this.#tally.closing(head)}\n`));
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
    await writeAll(results);
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
