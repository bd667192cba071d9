// Cuts the bytes of a file into batches of whole lines, in buffers that threads can share. It never holds more than the longest allowed line.

/** The size of a batch in bytes. */
const BATCH = 1 << 20;
const LINE_FEED = 0x0a;

export class Cutter {
  #maxLine;
  #file;
  #buffers;
  #buffer;
  #bytes;
  #used = 0;
  /** The number of the first line in the buffer, and its first byte. */
  #line = 1;
  #byte = 0;
  /** The number of skipped bytes of a line that is too long; nothing if no such line is open. */
  #skipped;

  /** Uses buffers of `buffers`. The judge of a batch returns them. */
  constructor({ maxLine, file, buffers }) {
    [this.#maxLine, this.#file, this.#buffers] = [maxLine, file, buffers];
    this.#renew(BATCH);
  }

  /** Adds a chunk, and yields the full batches: `{buffer, length, line, byte, file}`. A line that is too long is `{tooLong, line, byte, file}`. */
  *push(chunk) {
    for (let at = 0; at < chunk.length; ) {
      if (this.#skipped !== undefined) {
        const feed = chunk.indexOf(LINE_FEED, at);
        const end = feed < 0 ? chunk.length : feed + 1;
        this.#skipped += end - at;
        at = end;
        if (feed >= 0) yield this.#endSkipped();
        continue;
      }
      const taken = Math.min(this.#bytes.length - this.#used, chunk.length - at);
      this.#bytes.set(chunk.subarray(at, at + taken), this.#used);
      this.#used += taken;
      at += taken;
      if (this.#used === this.#bytes.length) yield* this.#full();
    }
  }

  /** Yields the whole lines so far, or nothing if there are none. A reader of a slow source calls it before the batch is full. */
  *flush() {
    const end = this.#bytes.lastIndexOf(LINE_FEED, this.#used - 1) + 1;
    if (this.#used > 0 && end > 0) yield this.#cut(end);
  }

  /** Ends the file. The last line may have no line feed. */
  *finish() {
    if (this.#skipped !== undefined) yield this.#endSkipped();
    else if (this.#used > 0) yield this.#cut(this.#used);
    this.#buffers.give(this.#buffer);
  }

  *#full() {
    const end = this.#bytes.lastIndexOf(LINE_FEED, this.#used - 1) + 1;
    if (end > 0) yield this.#cut(end);
    // A line may have the maximum number of bytes, and its line feed.
    else if (this.#used <= this.#maxLine) this.#grow();
    else this.#skip();
  }

  /** Hands over everything before a byte, and keeps the rest. */
  #cut(end) {
    const batch = { buffer: this.#buffer, length: end, line: this.#line, byte: this.#byte, file: this.#file };
    this.#line += linesIn(this.#bytes.subarray(0, end));
    this.#byte += end;
    this.#renew(Math.max(BATCH, this.#used - end), end);
    return batch;
  }

  #grow() {
    const small = this.#buffer;
    this.#renew(Math.min(this.#used * 2, this.#maxLine + 1));
    this.#buffers.give(small);
  }

  /** Drops the bytes so far of a line that is too long, and skips the rest of it. */
  #skip() {
    const long = this.#buffer;
    [this.#skipped, this.#used] = [this.#used, 0];
    this.#renew(BATCH);
    this.#buffers.give(long);
  }

  /** Continues in another buffer, with the bytes from an offset on. */
  #renew(size, from = 0) {
    const kept = this.#bytes?.subarray(from, this.#used) ?? [];
    this.#buffer = this.#buffers.take(size);
    this.#bytes = Buffer.from(this.#buffer, 0, size);
    this.#bytes.set(kept);
    this.#used = kept.length;
  }

  #endSkipped() {
    const place = { tooLong: true, line: this.#line, byte: this.#byte, file: this.#file };
    this.#line++;
    this.#byte += this.#skipped;
    this.#skipped = undefined;
    return place;
  }
}

function linesIn(bytes) {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}
