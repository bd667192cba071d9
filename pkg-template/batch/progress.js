// Shows the progress of the filter on one line of a terminal. If standard error is not a terminal, nothing is shown.

/** The milliseconds between two updates. */
const EVERY = 500;

export class Progress {
  #start = Date.now();
  #lines = 0;
  #bytes = 0;
  #timer;

  constructor(isQuiet = false) {
    if (process.stderr.isTTY && !isQuiet) this.#timer = setInterval(() => this.#show(), EVERY).unref();
  }

  add(lines, bytes) {
    this.#lines += lines;
    this.#bytes += bytes;
  }

  /** Removes the line. */
  close() {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    process.stderr.write("\r\u001b[K");
  }

  #show() {
    if (!this.#lines) return;
    const seconds = (Date.now() - this.#start) / 1000;
    const [lines, rate] = [this.#lines, this.#lines / seconds].map((number) => Math.round(number).toLocaleString("en"));
    process.stderr.write(`\r\u001b[K${lines} lines, ${(this.#bytes / 1e6).toFixed(1)} MB, ${rate} lines a second`);
  }
}
