// Threads that judge batches. A thread that dies is replaced, and the lines of its batch are judged one by one. The line that causes the crash
// becomes a record.
import { Worker } from "node:worker_threads";
import { idOfLine } from "./line.js";
import { errorRecord } from "./record.js";
import { Tally } from "./tally.js";

const LINE_FEED = 0x0a;

export class Pool {
  #settings;
  #idle = [];
  #waiting = [];
  #all = new Set();
  #isClosed = false;

  constructor(settings) {
    this.#settings = settings;
  }

  /** Starts this many threads. @throws {Error} if one cannot be started, or the settings are wrong. */
  async open(jobs) {
    this.#idle = await Promise.all(Array.from({ length: jobs }, () => this.#start()));
  }

  /** Judges a batch `{buffer, length, line, byte, file}` when a thread is free. Resolves to its results, as bytes, and their counts. */
  judge(batch) {
    return this.#ask(batch, () => this.#judgeLines(batch));
  }

  /** Ends the threads. Open requests are not answered. */
  async close() {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
  }

  /** Judges the lines of a batch, each as a separate batch. */
  async #judgeLines(batch) {
    const tally = new Tally();
    const results = [];
    for (const line of linesOf(batch)) {
      const judged = await this.#judgeLine(line);
      results.push(judged.results);
      tally.merge(judged.tally);
    }
    return { results: Buffer.concat(results), tally };
  }

  #judgeLine(line) {
    return this.#ask(line, ({ message }) => {
      const error = { code: "E_INTERNAL", message: `the thread that checked it died: ${message}` };
      const record = errorRecord(idOfLine(Buffer.from(line.buffer, 0, line.length)), line, error);
      return { results: Buffer.from(`${record}\n`), tally: Object.assign(new Tally(), { lines: 1, errors: 1 }) };
    });
  }

  /** Asks the next free thread. If it dies of the batch, a new thread replaces it, and `instead` answers. */
  async #ask(batch, instead) {
    const thread = await this.#take();
    try {
      const judged = await ask(thread, batch);
      this.#give(thread);
      return judged;
    } catch (cause) {
      if (this.#isClosed) throw cause;
      this.#all.delete(thread);
      this.#give(await this.#start());
      return instead(cause);
    }
  }

  #take() {
    if (this.#idle.length) return this.#idle.pop();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #give(thread) {
    const next = this.#waiting.shift();
    if (next) next(thread);
    else this.#idle.push(thread);
  }

  async #start() {
    const thread = new Worker(new URL("./worker.js", import.meta.url), { workerData: this.#settings });
    this.#all.add(thread);
    // The death of an idle thread is noticed at its next use.
    thread.on("error", () => {});
    thread.on("exit", () => dead.add(thread));
    const { fault } = await answerOf(thread).catch((cause) => {
      throw new Error(`a thread cannot be started: ${cause.message}`, { cause });
    });
    if (fault !== undefined) throw new Error(fault);
    return thread;
  }
}

const dead = new WeakSet();

async function ask(thread, batch) {
  if (dead.has(thread)) throw new Error("it ended before");
  const answer = answerOf(thread);
  thread.postMessage(batch);
  return answer;
}

/** Returns the next message of a thread. @throws {Error} if it dies before. */
function answerOf(thread) {
  return new Promise((resolve, reject) => {
    const settle = (call) => (value) => {
      for (const [event, listener] of Object.entries(listeners)) thread.off(event, listener);
      call(value);
    };
    const listeners = {
      message: settle(resolve),
      error: settle(reject),
      exit: settle((code) => reject(new Error(`it ended with code ${code}`))),
    };
    for (const [event, listener] of Object.entries(listeners)) thread.on(event, listener);
  });
}

/** Cuts a batch into its lines, each with its place and a copy of its bytes. */
function* linesOf({ buffer, length, line, byte, file }) {
  const bytes = Buffer.from(buffer, 0, length);
  for (let [start, number] = [0, line]; start < length; number++) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const end = feed < 0 ? length : feed + 1;
    const copy = new SharedArrayBuffer(end - start);
    Buffer.from(copy).set(bytes.subarray(start, end));
    yield { buffer: copy, length: end - start, line: number, byte: byte + start, file };
    start = end;
  }
}
