// Unpacks chunks of gzip. zlib unpacks them in another thread; the package's own reader of gzip is for platforms without zlib.
//
// zlib gets only the deflate data, without the header and the checksum. If it read those too, an error in them would lose the bytes unpacked in the
// same call: the end of the file, or all of a short one.
import { crc32, createInflateRaw } from "node:zlib";
import { headerEnd } from "./gzip-header.js";

/** The number of packed bytes to unpack at once. Even packed a thousandfold, they are not longer than a long line. */
const PIECE = 1 << 14;
const TRAILER = 8;

/**
 * Yields the chunks of a source, unpacked if it begins like gzip. The bytes before an error are yielded before it is thrown. @throws {Error} if the
 * gzip is cut or damaged.
 */
export async function* unpackedGzip(source) {
  const input = new Input(source);
  const head = await input.peek(2);
  if (isGzip(head)) yield* unpacked(input);
  else for (let chunk = await input.take(); chunk.length; chunk = await input.take()) yield chunk;
}

const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Unpacks several consecutive files as one text. It ignores zeros after them, as on a tape. */
async function* unpacked(input) {
  do {
    await skipHeader(input);
    const read = { length: 0, checksum: 0 };
    for await (const chunk of inflated(input)) {
      read.length = (read.length + chunk.length) % 2 ** 32;
      read.checksum = crc32(chunk, read.checksum);
      yield chunk;
    }
    await checkTrailer(input, read);
  } while (isGzip(await input.peek(2)));
  for (let chunk = await input.take(); chunk.length; chunk = await input.take())
    if (chunk.some((byte) => byte !== 0)) throw new Error("the gzip is damaged: other bytes follow its end");
}

async function skipHeader(input) {
  for (let size = 512; ; size *= 2) {
    const bytes = await input.peek(size);
    const end = headerEnd(bytes);
    if (Number.isNaN(end)) throw new Error(DAMAGED);
    if (end !== undefined) return input.skip(end);
    if (bytes.length < size) throw new Error(ENDS_TOO_EARLY);
  }
}

async function checkTrailer(input, { length, checksum }) {
  const bytes = await input.peek(TRAILER);
  if (bytes.length < TRAILER) throw new Error(ENDS_TOO_EARLY);
  if (bytes.readUInt32LE(0) !== checksum || bytes.readUInt32LE(4) !== length) throw new Error(DAMAGED);
  input.skip(TRAILER);
}

/** Yields the chunks of the deflate data at the current position, and moves the input behind them. */
async function* inflated(input) {
  const inflate = createInflateRaw();
  let ready = [];
  let isOver = false;
  let given = 0;
  inflate.on("data", (chunk) => ready.push(chunk));
  const failure = new Promise((resolve) => inflate.on("error", resolve));
  const end = new Promise((resolve) => inflate.on("end", resolve)).then(() => void (isOver = true));
  try {
    while (!isOver) {
      const piece = await input.take(PIECE);
      given += piece.length;
      // zlib reports the end of its input before it has checked that it is complete, so only the end of its output counts.
      const done = new Promise((resolve) => (piece.length ? inflate.write(piece, resolve) : inflate.end()));
      const error = await Promise.race([failure, end, done]);
      yield* ready;
      ready = [];
      if (error) throw new Error(error.code === "Z_BUF_ERROR" ? ENDS_TOO_EARLY : DAMAGED, { cause: error });
      if (isOver) input.giveBack(piece.subarray(piece.length - (given - inflate.bytesWritten)));
    }
  } finally {
    inflate.destroy();
  }
}

const ENDS_TOO_EARLY = "the gzip ends too early";
const DAMAGED = "the gzip is damaged";

/** Reads the bytes of a source on demand. A result is invalid after the next read. */
class Input {
  #chunks;
  #rest = Buffer.alloc(0);

  constructor(source) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Returns the next bytes without consuming them; fewer than `size` only at the end. */
  async peek(size) {
    while (this.#rest.length < size) {
      const rest = Buffer.from(this.#rest);
      const { done, value } = await this.#chunks.next();
      this.#rest = done ? rest : Buffer.concat([rest, value]);
      if (done) break;
    }
    return this.#rest.subarray(0, size);
  }

  /** Returns some bytes, at most `size`; none at the end. */
  async take(size = Infinity) {
    if (!this.#rest.length) this.#rest = (await this.#chunks.next()).value ?? this.#rest;
    const taken = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  skip(length) {
    this.#rest = this.#rest.subarray(length);
  }

  /** Puts the end of the last result back. */
  giveBack(bytes) {
    this.#rest = Buffer.concat([bytes, this.#rest]);
  }
}
