/**
 * The findings of a report in the order of their places. A long session needs those of each of its turns: visiting all for every turn would take
 * quadratic time.
 */
import type { Finding } from "rethought/slim";

export class FindingsByPlace {
  readonly #findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    this.#findings = [...findings].sort((one, other) => one.start - other.start);
  }

  /** The findings that begin within a range of bytes. */
  within(from: number, to: number): readonly Finding[] {
    return this.#findings.slice(this.#firstFrom(from), this.#firstFrom(to));
  }

  /** The index of the first finding that does not begin before a byte. */
  #firstFrom(byte: number): number {
    let low = 0;
    let high = this.#findings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#findings[middle] as Finding).start < byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
