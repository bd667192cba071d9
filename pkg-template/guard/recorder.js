// Records answers. If the store fails they are kept, and tried again: a store that is down for a while loses nothing.
import { JsonError, InputError } from "../errors.js";

/** So many bytes of answers wait for a store that is down. */
const MOST_BYTES = 32_000_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

export class Recorder {
  #ledgers;
  #onError;
  /** The answers that are being written. */
  #writing = new Set();
  /** The answers that the store did not take, in their order. */
  #waiting = [];
  #pause = FIRST_PAUSE;
  #timer;

  /** `onError(error, exchange)` is told of every answer that could not be recorded. */
  constructor(ledgers, onError) {
    [this.#ledgers, this.#onError] = [ledgers, onError];
  }

  /** Records the answer of an exchange; resolves to true if it is recorded now. Never rejects. */
  async record(exchange, answer) {
    const writing = this.#write({ exchange, answer });
    this.#writing.add(writing);
    const isRecorded = await writing;
    this.#writing.delete(writing);
    return isRecorded;
  }

  /** Resolves when all that there was to record is recorded, or was tried once more. */
  async settled() {
    while (this.#writing.size) await Promise.all(this.#writing);
    await this.#writeAgain();
  }

  async #write(job) {
    const { exchange: { conversation, report, request, target }, answer } = job;
    const size = (answer.response ?? answer.stream).length;
    try {
      await this.#ledgers.use(conversation, size, (ledger) => (report ? ledger.record(report, answer) : ledger.record({ request, target, ...answer })));
      return true;
    } catch (error) {
      this.#onError(error, job.exchange);
      // Bytes that are no answer stay none.
      if (!(error instanceof JsonError || error instanceof InputError)) this.#keep(job);
      return false;
    }
  }

  #keep(job) {
    this.#waiting.push(job);
    const sizeOf = ({ answer }) => (answer.response ?? answer.stream).length;
    for (let size = this.#waiting.reduce((sum, one) => sum + sizeOf(one), 0); size > MOST_BYTES && this.#waiting.length > 1; ) size -= sizeOf(this.#waiting.shift());
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#writeAgain(), this.#pause);
    // It keeps no program alive: who must lose nothing waits for `settled`.
    this.#timer.unref?.();
    this.#pause = Math.min(LONGEST_PAUSE, 2 * this.#pause);
  }

  async #writeAgain() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const jobs = this.#waiting.splice(0);
    const written = await Promise.all(jobs.map(({ exchange, answer }) => this.record(exchange, answer)));
    if (written.every(Boolean)) this.#pause = FIRST_PAUSE;
  }
}
