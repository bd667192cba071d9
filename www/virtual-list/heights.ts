/** The heights of the rows of a list: measured for rows that were shown, estimated for the others. */
export class Heights {
  readonly #estimate: (nth: number) => number;
  readonly #measured: number[] = [];
  readonly #settled: boolean[] = [];
  /** The top of each row in the range, and the bottom of the last one. */
  #tops = new Float64Array(1);
  #from = 0;
  #to = 0;
  #stale = true;

  constructor(estimate: (nth: number) => number) {
    this.#estimate = estimate;
  }

  /** Sets the rows of the list: from `from` up to, but not including, `to`. */
  setRange(from: number, to: number): void {
    this.#stale ||= from !== this.#from || to !== this.#to;
    this.#from = from;
    this.#to = to;
  }

  /** Stores the measured height of a row. Returns `true` if it changed. A row that is not settled will still change its height. */
  measure(nth: number, height: number, settled: boolean): boolean {
    this.#settled[nth] = settled;
    if (this.#measured[nth] === height) return false;
    this.#measured[nth] = height;
    this.#stale = true;
    return true;
  }

  isSettled(nth: number): boolean {
    return this.#settled[nth] ?? false;
  }

  /** The top of a row. */
  top(nth: number): number {
    const tops = this.#rowTops();
    return tops[Math.max(0, Math.min(nth, this.#to) - this.#from)] ?? 0;
  }

  get total(): number {
    return this.top(this.#to);
  }

  /** The row at a height, as a fraction: 2.5 is the middle of the third row. */
  at(y: number): number {
    const tops = this.#rowTops();
    let low = 0;
    let high = this.#to - this.#from;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((tops[middle] as number) <= y) low = middle;
      else high = middle;
    }
    const top = tops[low] ?? 0;
    const end = tops[low + 1] ?? 0;
    return this.#from + low + (end > top ? Math.max(0, Math.min(1, (y - top) / (end - top))) : 0);
  }

  #rowTops(): Float64Array {
    if (!this.#stale) return this.#tops;
    const tops = new Float64Array(this.#to - this.#from + 1);
    let top = 0;
    for (let nth = this.#from; nth < this.#to; nth++) {
      top += this.#measured[nth] ?? this.#estimate(nth);
      tops[nth - this.#from + 1] = top;
    }
    this.#stale = false;
    this.#tops = tops;
    return tops;
  }
}
