// Gzip (RFC 1952) and its deflate (RFC 1951), unpacked as the bytes arrive. Transcripts are often cut off or damaged, and everything before the error
// is wanted. `DecompressionStream` drops it if the end is damaged, and fflate does not detect that damage. Neither reports the place of an error. A
// test shows both.
import { crc32 } from "./crc32.js";
import { InputError } from "../errors/index.js";
import { fixedCodes, readCodes } from "./huffman.js";

/** The maximum distance of a copy. */
const WINDOW = 1 << 15;
/** The number of unpacked bytes that are yielded at once. */
const CHUNK = 1 << 16;
const LONGEST_COPY = 258;
/** The maximum length of a header. A name in it may have any length, and every push would copy its bytes so far. */
const LONGEST_HEADER = 1 << 17;
/** The maximum number of bits of one step: a length, a distance, and the extra bits of both. */
const LONGEST_STEP = 48;
/** Lengths from symbol 257 on and distances from symbol 0 on: the base of each, and the number of extra bits. */
const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const DISTANCE_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];

/** Unpacks gzip: `push` and then `finish` yield the bytes in chunks. Several consecutive files are one text, as in gzip itself. */
export class Gunzip {
  /** The unread packed bytes, and the number of bytes before them. */
  #input = new Uint8Array(0);
  #before = 0;
  /** The next bit of the input. */
  #bit = 0;
  #isLast = false;
  /** The next step. Each returns `false` if it needs more input, and is then called again when there is more. */
  #step = this.#header;
  /** The window and the bytes unpacked since; `#sent` is where those begin. */
  #output = new Uint8Array(WINDOW + CHUNK + LONGEST_COPY);
  #size = 0;
  #sent = 0;
  /** The length and the checksum so far of the current file. */
  #length = 0;
  #checksum = 0;
  #members = 0;
  #isFinalBlock = false;
  #stored = 0;
  #codes;

  *push(bytes) {
    const read = this.#bit >> 3;
    const input = new Uint8Array(this.#input.length - read + bytes.length);
    input.set(this.#input.subarray(read));
    input.set(bytes, this.#input.length - read);
    [this.#input, this.#before, this.#bit] = [input, this.#before + read, this.#bit & 7];
    yield* this.#run();
  }

  /** @throws {InputError} if the gzip has no end. */
  *finish() {
    this.#isLast = true;
    yield* this.#run();
    const isWhole = this.#step === this.#header && this.#members > 0;
    if (!isWhole) throw new InputError(`the gzip ends too early, after ${this.#before + this.#input.length} bytes`, { code: "E_GZIP_TRUNCATED", offset: this.#before + this.#input.length });
  }

  *#run() {
    do {
      // The trailer has the checksum of all yielded bytes.
      const isFull = this.#size >= WINDOW + CHUNK || this.#step === this.#trailer;
      if (isFull && this.#size > this.#sent) yield this.#take();
    } while (this.#step());
    if (this.#size > this.#sent) yield this.#take();
  }

  /** Returns the new bytes, and keeps the window. */
  #take() {
    const chunk = this.#output.slice(this.#sent, this.#size);
    this.#checksum = crc32(this.#checksum, chunk);
    this.#length += chunk.length;
    const kept = Math.min(this.#size, WINDOW);
    this.#output.copyWithin(0, this.#size - kept, this.#size);
    this.#size = this.#sent = kept;
    return chunk;
  }

  #header() {
    const at = (this.#bit + 7) >> 3;
    const bytes = this.#input.subarray(at);
    if (this.#members > 0 && bytes.length >= 1 && !(bytes[0] === 0x1f && (bytes.length < 2 || bytes[1] === 0x8b))) return this.#skipRest();
    const end = headerEnd(bytes);
    if (end === undefined && bytes.length > LONGEST_HEADER) throw this.#damage();
    if (end === undefined) return false;
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8 || bytes[3] & 0xe0) throw this.#damage();
    [this.#size, this.#sent, this.#length, this.#checksum] = [0, 0, 0, 0];
    return this.#next((at + end) * 8, this.#block);
  }

  /** Ignores bytes after the end that are not gzip, such as the zeros of a tape. */
  #skipRest() {
    this.#bit = this.#input.length * 8;
    return false;
  }

  #block() {
    const start = this.#bit;
    const head = this.#bits(3);
    this.#isFinalBlock = (head & 1) === 1;
    if (head >> 1 === 3) throw this.#damage();
    if (head >> 1 === 0) return this.#storedHead(start);
    this.#codes = head >> 1 === 1 ? fixedCodes() : this.#dynamicCodes();
    // Past the end there are only zeros, which may not be valid codes.
    if (this.#isPast()) return this.#wait(start);
    if (!this.#codes) throw this.#damage();
    return this.#next(this.#bit, this.#coded);
  }

  #storedHead(start) {
    const at = (this.#bit + 7) >> 3;
    if (at + 4 > this.#input.length) return this.#wait(start);
    const [a, b, c, d] = this.#input.subarray(at, at + 4);
    this.#stored = a | (b << 8);
    if ((this.#stored ^ (c | (d << 8))) !== 0xffff) throw this.#damage();
    return this.#next((at + 4) * 8, this.#copyStored);
  }

  #copyStored() {
    const at = this.#bit >> 3;
    const length = Math.min(this.#stored, this.#input.length - at, WINDOW + CHUNK - this.#size);
    this.#output.set(this.#input.subarray(at, at + length), this.#size);
    [this.#size, this.#stored] = [this.#size + length, this.#stored - length];
    this.#bit = (at + length) * 8;
    if (this.#stored) return length > 0;
    return this.#endBlock();
  }

  #dynamicCodes() {
    return readCodes((count) => this.#bits(count), (table) => this.#symbol(table));
  }

  /** Unpacks until the block ends, the output is full, or the input is used up. It uses local variables: this loop takes nearly all of the time. */
  #coded() {
    const [input, output, { literals, distances }] = [this.#input, this.#output, this.#codes];
    const end = input.length * 8;
    const [symbols, mask] = [literals.symbols, (1 << literals.longest) - 1];
    while (this.#size < WINDOW + CHUNK) {
      const start = this.#bit;
      if (!this.#isLast && start + LONGEST_STEP > end) return false;
      const at = start >> 3;
      const found = symbols[((input[at] | (input[at + 1] << 8) | (input[at + 2] << 16)) >>> (start & 7)) & mask];
      const symbol = found >> 4;
      this.#bit += found & 15 || literals.longest;
      if (symbol > 256) this.#copy(symbol, distances, start);
      if (this.#bit > end) return this.#wait(start);
      if (!(found & 15) || symbol > 285) throw this.#damage(start);
      if (symbol === 256) return this.#endBlock();
      if (symbol < 256) output[this.#size++] = symbol;
    }
    return true;
  }

  #copy(symbol, distances, start) {
    if (symbol > 285) return;
    const length = LENGTH_BASE[symbol - 257] + this.#bits(LENGTH_BITS[symbol - 257]);
    const code = this.#symbol(distances);
    const distance = code >= 0 && code < 30 ? DISTANCE_BASE[code] + this.#bits(DISTANCE_BITS[code]) : Infinity;
    if (this.#isPast()) return;
    if (distance > this.#size) throw this.#damage(start);
    const output = this.#output;
    // One by one, since a copy may overlap itself: repetition is packed in that form.
    let to = this.#size;
    for (let from = to - distance, stop = to + length; to < stop; ) output[to++] = output[from++];
    this.#size = to;
  }

  #endBlock() {
    this.#step = this.#isFinalBlock ? this.#trailer : this.#block;
    return true;
  }

  #trailer() {
    const at = (this.#bit + 7) >> 3;
    if (at + 8 > this.#input.length) return false;
    const view = new DataView(this.#input.buffer, at, 8);
    if (view.getUint32(0, true) !== this.#checksum || view.getUint32(4, true) !== this.#length % 2 ** 32) throw this.#damage();
    this.#members++;
    return this.#next((at + 8) * 8, this.#header);
  }
  /** Returns a number of up to 16 bits. Past the end of the input there are zeros. */
  #bits(count) {
    const input = this.#input;
    const at = this.#bit >> 3;
    const value = ((input[at] | (input[at + 1] << 8) | (input[at + 2] << 16)) >>> (this.#bit & 7)) & ((1 << count) - 1);
    this.#bit += count;
    return value;
  }

  /** Returns the symbol of the next code, or -1 if no symbol has it. */
  #symbol({ symbols, longest }) {
    const found = symbols[this.#bits(longest)];
    const length = found & 15;
    if (!length) return -1;
    this.#bit += length - longest;
    return found >> 4;
  }

  #isPast() {
    return this.#bit > this.#input.length * 8;
  }

  /** Continues with another step. */
  #next(bit, step) {
    [this.#bit, this.#step] = [bit, step];
    return true;
  }

  /** Returns to the start of the step, which runs again when there is more input. */
  #wait(start) {
    this.#bit = start;
    return false;
  }

  #damage(bit = this.#bit) {
    const offset = this.#before + (bit >> 3);
    return new InputError(`the gzip is damaged at byte ${offset}`, { code: "E_GZIP_DAMAGED", offset });
  }
}

/** Returns where the header of a gzip file ends, or nothing if it is incomplete. */
function headerEnd(bytes) {
  const flags = bytes[3];
  let end = 10;
  if (flags & EXTRA) end += 2 + (bytes[end] | (bytes[end + 1] << 8));
  for (const flag of [NAME, COMMENT])
    if (flags & flag) {
      const zero = bytes.indexOf(0, end);
      if (zero < 0) return undefined;
      end = zero + 1;
    }
  if (flags & HEADER_CHECKSUM) end += 2;
  return end <= bytes.length ? end : undefined;
}

const [HEADER_CHECKSUM, EXTRA, NAME, COMMENT] = [2, 4, 8, 16];
