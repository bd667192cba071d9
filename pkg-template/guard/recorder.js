// Records answers. If the store fails they are kept, and tried again: a store that is down for a while loses nothing.
import { JsonError, InputError, StoreError } from "../errors/index.js";
import { Patience } from "./patience.js";

/** So many answers wait for the store, and so many bytes of them and of the requests that they answer. */
const MOST_ANSWERS = 10_000;
const MOST_BYTES = 32_000_000;
/** So many of them are written at once when it is back: all of them would take longer than a store may take, and none would count as written. */
const AT_ONCE = 16;
/** No call waits for a record, so a slow store gets its time; but with `durable` the ends of answers wait. */
const [RECORD_MS, DURABLE_MS] = [10_000, 2000];
/** So many are written at once: in a store that batches, they are a few calls. The others wait for their turn. */
const MOST_WRITING = 64;
/** So many wait for their turn, unless their callers wait with them. More of them wait like those that a store did not take. */
const MOST_TURNS = 1000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

export class Recorder {
  #ledgers;
  #isDurable;
  #onRecorded;
  #onError;
  /** The answers that are being written, or wait for their turn. */
  #writing = new Set();
  #turns = new Turns(MOST_WRITING);
  /** The answers that the store did not take, in their order. */
  #waiting = [];
  #waitingBytes = 0;
  /** The bytes of the answers that are being written, or wait for their turn. */
  #writingBytes = 0;
  /** How many answers were dropped, and how many of those were reported. */
  #dropped = 0;
  #reported = 0;
  #pause = FIRST_PAUSE;
  #timer;

  /**
   * `onRecorded(exchange, answer)` is called for every recorded answer, at once or later, and `onError(error, exchange)` each time that one could not be recorded. Who gets them
   * reports a failure of the store once while it lasts; with `isDurable` once for each answer, since its end is delivered then.
   */
  constructor(ledgers, { isDurable, onRecorded, onError }) {
    [this.#ledgers, this.#isDurable, this.#onRecorded, this.#onError] = [ledgers, isDurable, onRecorded, onError];
  }

  /** The answers that are not in the store yet: how many they are, their bytes, and how many were dropped. */
  get queue() {
    return { answers: this.#writing.size + this.#waiting.length, bytes: this.#writingBytes + this.#waitingBytes, dropped: this.#dropped };
  }

  /**
   * Records the answer of an exchange, or what its function `write` writes; resolves to false if the store failed, and it is tried again later. Never rejects. `exchange.onKnown` is called when requests find the answer in memory, though it is not in
   * the store yet.
   */
  async record(exchange, answer) {
    return this.#record({ exchange, answer });
  }

  async #record(job) {
    // With `durable` the callers wait for their turn, and with them the programs that make more calls.
    if (!this.#isDurable && (this.#turns.waiting >= MOST_TURNS || this.#writingBytes > MOST_BYTES)) return this.#keep(job), false;
    const writing = this.#turns.run(() => this.#write(job));
    this.#writing.add(writing);
    this.#writingBytes += sizeOf(job);
    const isDone = await writing;
    this.#writing.delete(writing);
    this.#writingBytes -= sizeOf(job);
    return isDone;
  }

  /** Resolves when all that there was to record is recorded, or the store has failed once more. */
  async settled() {
    await Promise.all(this.#writing);
    await this.#writeAgain();
  }

  /** Gives up the answers that wait for the store and that a function names. Returns their number. */
  forget(isForgotten) {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((job) => !isForgotten(job));
    this.#waitingBytes = this.#waiting.reduce((sum, job) => sum + sizeOf(job), 0);
    return before - this.#waiting.length;
  }

  async #write(job) {
    const { exchange: { conversation, report, request, target, onKnown, write }, answer } = job;
    const size = (answer.response ?? answer.stream).length;
    const patience = new Patience(this.#isDurable ? DURABLE_MS : RECORD_MS);
    try {
      await this.#ledgers.record(conversation, size, patience, (ledger) => (write ? write() : report ? ledger.record(report, answer, onKnown) : ledger.record({ request, target, ...answer }, undefined, onKnown)));
    } catch (error) {
      this.#onError(error, job.exchange);
      // Bytes that are not an answer will not become one.
      if (error instanceof JsonError || error instanceof InputError) return true;
      this.#keep(job);
      return false;
    }
    this.#onRecorded(job.exchange, answer);
    return true;
  }

  #keep(job) {
    this.#waiting.push(job);
    this.#waitingBytes += sizeOf(job);
    while ((this.#waitingBytes > MOST_BYTES || this.#waiting.length > MOST_ANSWERS) && this.#waiting.length > 1) this.#drop();
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#writeAgain(), this.#pause);
    // It keeps no program alive: who must lose nothing waits for `settled`.
    this.#timer.unref?.();
    this.#pause = Math.min(LONGEST_PAUSE, 2 * this.#pause);
  }

  /** Gives up the oldest. The first is reported at once; how many followed is reported when the store has taken the others. */
  #drop() {
    const [{ exchange }] = this.#take(1);
    this.#dropped++;
    if (this.#dropped - this.#reported > 1) return;
    this.#onError(new StoreError("answers are dropped: too many wait for the store. Their number is reported when the store works again", { code: "E_STORE" }), { about: { ...exchange.about } });
  }

  #reportDropped() {
    const count = this.#dropped - this.#reported;
    this.#reported = this.#dropped;
    if (count) this.#onError(new StoreError(`${count} ${count === 1 ? "answer was" : "answers were"} not recorded: too many waited for the store`, { code: "E_STORE" }), { about: {} });
  }

  async #writeAgain() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length) {
      const written = await Promise.all(this.#take(AT_ONCE).map((job) => this.#record(job)));
      if (!written.every(Boolean)) return;
    }
    this.#pause = FIRST_PAUSE;
    this.#reportDropped();
  }

  /** Takes the first of those that wait. */
  #take(count) {
    const jobs = this.#waiting.splice(0, count);
    for (const job of jobs) this.#waitingBytes -= sizeOf(job);
    return jobs;
  }
}

/** Runs so many pieces of work at once, in their order. */
class Turns {
  #free;
  #waiting = [];

  constructor(most) {
    this.#free = most;
  }

  get waiting() {
    return this.#waiting.length;
  }

  async run(work) {
    if (this.#free === 0) await new Promise((go) => this.#waiting.push(go));
    else this.#free--;
    try {
      return await work();
    } finally {
      // The turn is handed on: nobody can take it in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

const sizeOf = ({ exchange: { about }, answer }) => about.request.length + (answer.response ?? answer.stream).length;
