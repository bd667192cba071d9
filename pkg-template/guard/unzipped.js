// Bytes out of gzip, at once.
import { InputError } from "../errors/index.js";
import { Gunzip } from "../gzip/inflate.js";
import { maxBytes } from "../text/input.js";
import { PassedBytes } from "./response-tee.js";
import { joined } from "./stream-body.js";

/** True if bytes begin as gzip does. */
export const isZipped = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The content of bytes of gzip; of those that were cut, as much as there is. */
export function unzipped(bytes, isCut = false) {
  const pieces = [];
  let size = 0;
  try {
    for (const piece of piecesOf(bytes)) {
      size += piece.length;
      // One that was made to fill memory stops here.
      if (size > maxBytes()) throw new InputError("the body is longer than a body may be when it is unpacked", { code: "E_GZIP_SIZE" });
      pieces.push(piece);
    }
  } catch (error) {
    if (!isCut || error.code !== "E_GZIP_TRUNCATED") throw error;
  }
  return joined(pieces, size);
}

/** Bytes of gzip, unpacked while they come. */
export class UnzippedSoFar {
  #file = new Gunzip();
  #taken = 0;
  #plain = new PassedBytes();

  /** The content of all bytes that have come. It may lack the last letters until more bytes come. */
  contentOf(bytes) {
    const more = bytes.subarray(this.#taken);
    this.#taken = bytes.length;
    for (const piece of this.#file.push(more)) this.#plain.add(piece);
    return this.#plain.bytes;
  }
}

function* piecesOf(bytes) {
  const file = new Gunzip();
  yield* file.push(bytes);
  yield* file.finish();
}
