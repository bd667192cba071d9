/** Heights of rows: measured where a row was shown, estimated elsewhere. */
export class Heights {
  readonly #estimate: (nth: number) => number;
  readonly #known: number[] = [];
  readonly #settled: boolean[] = [];
  /** Where each row of the frame begins, and where the last one ends. */
  #tops = new Float64Array(1);
  #from = 0;
  #to = 0;
  #stale = true;

  constructor(estimate: (nth: number) => number) {
    this.#estimate = estimate;
  }

  /** The rows that there are, the last one exclusive. */
  frame(from: number, to: number): void {
    this.#stale ||= from !== this.#from || to !== this.#to;
    [this.#from, this.#to] = [from, to];
  }

  /** Takes a measure; answers whether it is another one. A row that is not settled is expected to change. */
  measure(nth: number, height: number, settled: boolean): boolean {
    this.#settled[nth] = settled;
    if (this.#known[nth] === height) return false;
    this.#known[nth] = height;
    this.#stale = true;
    return true;
  }

  isSettled(nth: number): boolean {
    return this.#settled[nth] ?? false;
  }

  /** Where a row begins. */
  top(nth: number): number {
    const tops = this.#laid();
    return tops[Math.max(0, Math.min(nth, this.#to) - this.#from)] ?? 0;
  }

  get total(): number {
    return this.top(this.#to);
  }

  /** The row at a height, with the part of it that is above. */
  at(y: number): number {
    const tops = this.#laid();
    let [low, high] = [0, this.#to - this.#from];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((tops[middle] as number) <= y) low = middle;
      else high = middle;
    }
    const [top, end] = [tops[low] ?? 0, tops[low + 1] ?? 0];
    return this.#from + low + (end > top ? Math.max(0, Math.min(1, (y - top) / (end - top))) : 0);
  }

  #laid(): Float64Array {
    if (!this.#stale) return this.#tops;
    const tops = new Float64Array(this.#to - this.#from + 1);
    for (let nth = this.#from, at = 0; nth < this.#to; nth++) tops[nth - this.#from + 1] = at += this.#known[nth] ?? this.#estimate(nth);
    this.#stale = false;
    return (this.#tops = tops);
  }
}
