// The buffers that batches are read into. They are reused: the garbage collector does not see the size of a shared buffer, and would free too few.

export class Buffers {
  #most;
  /** The unused buffers, the smallest first. */
  #spare = [];

  /** `most` is the number of buffers to keep. */
  constructor(most) {
    this.#most = most;
  }

  /** Returns a buffer of at least this many bytes. */
  take(size) {
    const nth = this.#spare.findIndex(({ byteLength }) => byteLength >= size);
    return nth < 0 ? new SharedArrayBuffer(size) : this.#spare.splice(nth, 1)[0];
  }

  /** Returns a buffer to the pool. If there are too many, the smallest is dropped: any larger one can replace it. */
  give(buffer) {
    const nth = this.#spare.findIndex(({ byteLength }) => byteLength >= buffer.byteLength);
    this.#spare.splice(nth < 0 ? this.#spare.length : nth, 0, buffer);
    if (this.#spare.length > this.#most) this.#spare.shift();
  }
}
