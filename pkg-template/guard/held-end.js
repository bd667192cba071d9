// Holds back the end of an answer until it is recorded. If the program is killed before that, it has not received the answer whole.

export class HeldEnd {
  #answer;
  #flight;
  /** The last chunk, where the end of the answer may be in it unseen: of a body that is not a stream, or of a packed one. */
  #last;

  constructor(answer, flight) {
    [this.#answer, this.#flight] = [answer, flight];
  }

  /** Takes a chunk that was copied. Resolves to the chunks that the caller may have now. A stream is held at the event that ends it. */
  async take(chunk) {
    const { isStreamed } = this.#answer;
    if (isStreamed && !this.#flight.isOver && this.#answer.hasSaidEnd) await this.#flight.settle();
    if (isStreamed && !this.#answer.isZipped) return [chunk];
    const before = this.#last;
    this.#last = chunk;
    return before === undefined ? [] : [before];
  }

  /** Resolves to what is left, when an answer whose end was noted is recorded, or cannot be. */
  async finish() {
    await this.#flight.settle();
    return this.#last === undefined ? [] : [this.#last];
  }
}
