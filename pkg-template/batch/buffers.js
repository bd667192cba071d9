// The buffers that batches are read into. They are used again: the garbage collector does not see how much memory a shared buffer has, and would let them pile up.

export class Buffers {
  #most;
  /** Those that nobody uses, the smallest one first. */
  #spare = [];

  /** `most` is how many are kept. */
  constructor(most) {
    this.#most = most;
  }

  /** A buffer of at least so many bytes. */
  take(size) {
    const nth = this.#spare.findIndex(({ byteLength }) => byteLength >= size);
    return nth < 0 ? new SharedArrayBuffer(size) : this.#spare.splice(nth, 1)[0];
  }

  /** Takes a buffer back. If there are too many the smallest goes, since any larger one does its service. */
  give(buffer) {
    const nth = this.#spare.findIndex(({ byteLength }) => byteLength >= buffer.byteLength);
    this.#spare.splice(nth < 0 ? this.#spare.length : nth, 0, buffer);
    if (this.#spare.length > this.#most) this.#spare.shift();
  }
}
