/** The lines of the view: the rows of the layout, and between them the lines of the folds that are open. */
import type { ByteRange } from "../bytes";
import { lowerBound } from "./find";
import { CONTINUED, DEPTH, INSIDE, type Rows } from "./rows";
import { BACKSLASH } from "./scan";

interface OpenFold extends ByteRange {
  /** The first line of its content. */
  readonly line: number;
  /** Its number of lines. */
  readonly lines: number;
  /** Its number of lines and those of the open folds before it. */
  readonly sum: number;
  readonly depth: number;
}

export class Lines {
  readonly rows: Rows;
  readonly #open: readonly OpenFold[];

  /** `unfolded` holds the first byte of each open fold. */
  constructor(rows: Rows, unfolded: ReadonlySet<number>) {
    this.rows = rows;
    let sum = 0;
    this.#open = rows.folds
      .filter(({ start }) => unfolded.has(start))
      .map(({ start, end }) => {
        const row = rowOf(rows, start);
        const depth = Math.min((rows.flags(row) & DEPTH) + 1, DEPTH);
        const lines = Math.ceil((end - start) / rows.room(depth));
        sum += lines;
        return { start, end, line: row + sum - lines + 1, lines, sum, depth };
      });
  }

  get length(): number {
    return this.rows.length + (this.#open.at(-1)?.sum ?? 0);
  }

  /** The first byte of a line. */
  start(line: number): number {
    const open = this.#foldBefore(line);
    if (!open) return this.rows.start(line);
    const within = line - open.line;
    return within < open.lines ? unitStart(this.rows.body, open, open.start + within * this.rows.room(open.depth)) : this.rows.start(line - open.sum);
  }

  flags(line: number): number {
    const open = this.#foldBefore(line);
    if (!open) return this.rows.flags(line);
    return line - open.line < open.lines ? open.depth | INSIDE | CONTINUED : this.rows.flags(line - open.sum);
  }

  /** The line that shows a byte. */
  at(byte: number): number {
    return lastUpTo(this.length, byte, (line) => this.start(line));
  }

  #foldBefore(line: number): OpenFold | undefined {
    const nth = lastUpTo(this.#open.length, line, (nth) => (this.#open[nth] as OpenFold).line);
    const open = this.#open[nth];
    return open && open.line <= line ? open : undefined;
  }
}

/** The row that holds a byte. */
export const rowOf = (rows: Rows, byte: number): number => lastUpTo(rows.length, byte, (row) => rows.start(row));

/** The index of the last value of a sorted list that is not above `value`; 0 if all are above. */
const lastUpTo = (length: number, value: number, valueAt: (nth: number) => number): number => Math.max(0, lowerBound(length, (nth) => valueAt(nth) <= value) - 1);

/** The nearest place before `at` that cuts neither a character nor an escape. */
function unitStart(body: Uint8Array, { start }: ByteRange, at: number): number {
  while (at > start && ((body[at] as number) & 0xc0) === 0x80) at--;
  for (let back = 1; back <= 5 && at - back >= start; back++) {
    const place = at - back;
    if (body[place] !== BACKSLASH) continue;
    let run = 0;
    while (run < 64 && place - run > start && body[place - run - 1] === BACKSLASH) run++;
    if (run % 2) continue;
    return place + (body[place + 1] === 0x75 ? 6 : 2) > at ? place : at;
  }
  return at;
}
