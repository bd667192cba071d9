/**
 * Decides when the views are drawn while a transcript is read. One drawing visits all exchanges that are read. If only time decided, twice the
 * exchanges would mean twice the drawings of twice the length. Therefore the session must also have grown: all drawings together visit at most nine
 * times as many exchanges as the transcript has.
 */
export class RefreshSchedule {
  #nextTime = 0;
  #nextCount = 0;

  isDue(now: number, count: number): boolean {
    return now >= this.#nextTime && count >= this.#nextCount;
  }

  /** Plans the next drawing, after one of `count` exchanges that ended at `now`. */
  planNext(now: number, count: number): void {
    this.#nextTime = now + LEAST_MS;
    this.#nextCount = count + count / LEAST_GROWTH;
  }

  /** Lets the next slice draw, regardless of the time of the last drawing. */
  drawSoon(): void {
    this.#nextTime = 0;
    this.#nextCount = 0;
  }
}

/** The least time between two drawings, in milliseconds. */
const LEAST_MS = 400;
/** The session must grow by 1/8 of its length between two drawings. */
const LEAST_GROWTH = 8;
