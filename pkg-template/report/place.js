// Turns a byte of a request into a line, a column and the text around it. A request is mostly one line of a megabyte, so its text is indexed once for a
// report: counting from the front for each finding would take the square of its length.
const decoder = new TextDecoder();

/** The lines of a text, and how many UTF-16 units come before any byte of it. */
export class TextIndex {
  #bytes;
  /** Where each line begins. */
  #lines = [0];
  /** The units before each block of bytes. Absent if every byte is one unit. */
  #units;
  /** True if the text begins with a byte order mark, which takes no column. */
  #hasMark;

  constructor(bytes) {
    this.#bytes = bytes;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) this.#lines.push(at + 1);
    this.#units = unitsOf(bytes);
    this.#hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  }

  /** The line and the column of a byte, both from one; columns are counted in UTF-16 units, as editors do. `begin` and `close` are the bounds of the line. */
  positionAt(offset) {
    const line = this.#lineAt(offset);
    const begin = this.#lines[line];
    const next = this.#lines[line + 1];
    const units = this.#unitsBefore(offset) - this.#unitsBefore(begin) - (line === 0 && offset > 0 && this.#hasMark ? 1 : 0);
    return { line: line + 1, column: units + 1, begin, close: next === undefined ? this.#bytes.length : next - 1 };
  }

  /** The text of a place with a little around it, each cut where it is long, or if the columns are few. */
  excerptAt(start, end, columns = WIDE) {
    const { line, begin, close } = this.positionAt(start);
    const stop = Math.min(end, close);
    const around = Math.min(AROUND, Math.floor((columns - MARGIN) / 5));
    const most = Math.min(MARKED, columns - MARGIN - 2 * around);
    const before = this.#text(Math.max(begin, start - LONGEST * around), start);
    const marked = this.#text(start, Math.min(stop, start + LONGEST * most));
    const after = this.#text(stop, Math.min(close, stop + LONGEST * around));
    return { line, before: lastOf(before, around), marked: headOf(marked, most), after: headOf(after, around) };
  }

  /** The number of the last line that begins at a byte or before it. */
  #lineAt(offset) {
    let [low, high] = [0, this.#lines.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#lines[middle] <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  #unitsBefore(offset) {
    if (!this.#units) return offset;
    const block = Math.floor(Math.min(offset, this.#bytes.length) / BLOCK);
    return this.#units[block] + countUnits(this.#bytes, block * BLOCK, offset);
  }

  /** A stretch as text, without the halves of letters that it may begin and end with. */
  #text(start, end) {
    while (start < end && isInside(this.#bytes[start])) start++;
    while (end > start && end < this.#bytes.length && isInside(this.#bytes[end])) end--;
    return decoder.decode(this.#bytes.subarray(start, end));
  }
}

const NEWLINE = 0x0a;
const BLOCK = 1024;
const [AROUND, MARKED] = [24, 72];
/** The columns of an excerpt that are not text of it: its margin, and the signs of what is cut. */
const MARGIN = 9;
const WIDE = MARGIN + 2 * AROUND + MARKED;
/** A letter has four bytes at most. One more is read, so that a text that is too long is seen to be. */
const LONGEST = 5;
const isInside = (byte) => (byte & 0xc0) === 0x80;

/** The units before each block. */
function unitsOf(bytes) {
  const units = new Uint32Array(Math.floor(bytes.length / BLOCK) + 1);
  let sum = 0;
  for (let block = 0; block < units.length; block++) {
    units[block] = sum;
    sum += countUnits(bytes, block * BLOCK, (block + 1) * BLOCK);
  }
  return sum === bytes.length ? undefined : units;
}

/** A letter is counted at its first byte; one of four bytes is two units. */
function countUnits(bytes, start, end) {
  let units = 0;
  for (let at = start, stop = Math.min(end, bytes.length); at < stop; at++) {
    const byte = bytes[at];
    if (byte < 0x80 || byte >= 0xc0) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

const headOf = (text, length) => (text.length > length ? `${wholeHead(text, length)}…` : text);
const lastOf = (text, length) => (text.length > length ? `…${wholeTail(text, length)}` : text.trimStart());
// A pair of surrogates is not cut in two.
const wholeHead = (text, length) => text.slice(0, /[\ud800-\udbff]/.test(text[length - 1]) ? length - 1 : length);
const wholeTail = (text, length) => text.slice(text.length - length + (/[\udc00-\udfff]/.test(text[text.length - length]) ? 1 : 0));
