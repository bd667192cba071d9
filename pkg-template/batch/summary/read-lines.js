// The lines of a file or of standard input, gzip unpacked, in memory that no file can fill.
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** The longest line. The bytes of a longer one are skipped without being held. */
export const LONGEST_LINE = 64 << 20;
const CHUNK = 1 << 20;
const [LINE_FEED, MAGIC] = [10, [0x1f, 0x8b]];

/**
 * Calls `take(text, byte, line)` for each line that is not empty, with the offset of its first byte in the unpacked text and its number from 1; `text` is undefined
 * for a line that is too long.
 * Throws when the file cannot be read to its end: the lines before that were taken.
 */
export async function readLines(path, take) {
  const input = path === "-" ? process.stdin : createReadStream(path, { highWaterMark: CHUNK });
  const splitter = new LineSplitter(take);
  for await (const chunk of await unpacked(input)) splitter.push(chunk);
  splitter.finish();
}

/** The bytes of a stream; unpacked if they begin as gzip does. */
async function unpacked(input) {
  const chunks = input[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  while (first.length < MAGIC.length) {
    const { value, done } = await chunks.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  const whole = rejoined(first, chunks);
  if (!MAGIC.every((byte, nth) => first[nth] === byte)) return whole;
  return gunzipped(whole);
}

async function* rejoined(first, chunks) {
  yield first;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

async function* gunzipped(chunks) {
  const gunzip = createGunzip({ chunkSize: CHUNK });
  const packed = Readable.from(chunks, { objectMode: false }).on("error", (error) => gunzip.destroy(error));
  yield* packed.pipe(gunzip);
}

class LineSplitter {
  #take;
  /** How many lines there were, empty ones too. */
  #lines = 0;
  /** The pieces of a line that has not ended, and their length. A line that is too long has a length and no pieces. */
  #pieces = [];
  #length = 0;
  /** The offset of the line that has not ended. */
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
    if (start < chunk.length) this.#hold(chunk.subarray(start));
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
