/** The rows as shown: those of the layout, and in between those of what has been unfolded. */
import { first } from "./find";
import { CONTINUED, DEPTH, INSIDE, type Rows, type Stretch } from "./rows";

interface Open extends Stretch {
  /** The line on which it begins, and how many it takes. */
  readonly line: number;
  readonly lines: number;
  /** How many lines those up to this one take, it included. */
  readonly sum: number;
  readonly depth: number;
}

export class Lines {
  readonly rows: Rows;
  readonly #open: readonly Open[];

  /** `unfolded` are the first bytes of the folds that are open. */
  constructor(rows: Rows, unfolded: ReadonlySet<number>) {
    this.rows = rows;
    let sum = 0;
    this.#open = rows.folds
      .filter(({ start }) => unfolded.has(start))
      .map(({ start, end }) => {
        const row = rowAt(rows, start);
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
    const open = this.#before(line);
    if (!open) return this.rows.start(line);
    const within = line - open.line;
    return within < open.lines ? between(this.rows.body, open, open.start + within * this.rows.room(open.depth)) : this.rows.start(line - open.sum);
  }

  flags(line: number): number {
    const open = this.#before(line);
    if (!open) return this.rows.flags(line);
    return line - open.line < open.lines ? open.depth | INSIDE | CONTINUED : this.rows.flags(line - open.sum);
  }

  /** The line in which a byte stands. */
  at(byte: number): number {
    return lastUpTo(this.length, byte, (line) => this.start(line));
  }

  #before(line: number): Open | undefined {
    const nth = lastUpTo(this.#open.length, line, (nth) => (this.#open[nth] as Open).line);
    const open = this.#open[nth];
    return open && open.line <= line ? open : undefined;
  }
}

/** The row in which a byte stands. */
export const rowAt = (rows: Rows, byte: number): number => lastUpTo(rows.length, byte, (row) => rows.start(row));

/** The last of a sorted list that is not beyond a value; the first, if all are. */
const lastUpTo = (length: number, value: number, of: (nth: number) => number): number => Math.max(0, first(length, (nth) => of(nth) <= value) - 1);

/** A place near by at which neither a letter nor an escape is cut. */
function between(body: Uint8Array, { start }: Stretch, at: number): number {
  while (at > start && ((body[at] as number) & 0xc0) === 0x80) at--;
  for (let back = 1; back <= 5 && at - back >= start; back++) {
    const place = at - back;
    if (body[place] !== 0x5c) continue;
    let run = 0;
    while (run < 64 && place - run > start && body[place - run - 1] === 0x5c) run++;
    if (run % 2) continue;
    return place + (body[place + 1] === 0x75 ? 6 : 2) > at ? place : at;
  }
  return at;
}
