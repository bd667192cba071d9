// Reads the lines of a file or of standard input, gzip unpacked, in bounded memory.
import { chunksOf, closeInputs, openInputs } from "../input.js";

/** The longest line. A longer one is skipped and not held in memory. */
export const LONGEST_LINE = 64 << 20;
const LINE_FEED = 10;

/**
 * Calls `take(text, byte, line)` for each line that is not empty, with the offset of its first byte in the unpacked text and its number from 1;
 * `text` is undefined for a line that is too long. Throws if the file cannot be read to its end, after the calls for the lines before.
 */
export async function readLines(path, take) {
  const inputs = await openInputs([path]);
  const splitter = new LineSplitter(take);
  try {
    for await (const chunk of chunksOf(inputs[0])) splitter.push(chunk);
    splitter.finish();
  } finally {
    await closeInputs(inputs);
  }
}

class LineSplitter {
  #take;
  /** The number of lines so far, with empty ones. */
  #lines = 0;
  /** The pieces of the unfinished line, and their length. A line that is too long has a length and no pieces. */
  #pieces = [];
  #length = 0;
  /** The offset of the unfinished line. */
  #byte = 0;

  constructor(take) {
    this.#take = take;
  }

  push(chunk) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#hold(chunk.subarray(start, end));
      this.#end(1);
      start = end + 1;
    }
    // The chunk is invalid after this.
    if (start < chunk.length) this.#hold(Buffer.from(chunk.subarray(start)));
  }

  finish() {
    if (this.#length) this.#end(0);
  }

  #hold(piece) {
    this.#length += piece.length;
    if (this.#length > LONGEST_LINE) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  #end(feed) {
    const [pieces, length, byte] = [this.#pieces, this.#length, this.#byte];
    this.#pieces = [];
    this.#length = 0;
    this.#byte += length + feed;
    const line = ++this.#lines;
    if (length > LONGEST_LINE) return this.#take(undefined, byte, line);
    const text = pieces.length === 1 ? pieces[0].toString() : Buffer.concat(pieces).toString();
    if (length && text.trim()) this.#take(text, byte, line);
  }
}
