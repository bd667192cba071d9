// The beginning of a file. Standard input and devices may have no end, so no more is read than is asked for.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const STDIN = 0;
/** So much is read at once where the length is not known. */
const CHUNK = 1 << 16;

/** The first bytes of a file, `most` at most; of standard input for `-`. */
export function readUpTo(path, most) {
  const file = path === "-" ? STDIN : openSync(path);
  try {
    return readOpen(file, most);
  } finally {
    if (file !== STDIN) closeSync(file);
  }
}

function readOpen(file, most) {
  // One byte more than the file has: a read that gives nothing is the end.
  let bytes = Buffer.allocUnsafe(Math.min(most, Math.max(CHUNK, fstatSync(file).size + 1)));
  let length = 0;
  while (length < most) {
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(most, 2 * length));
    const read = readSync(file, bytes, length, bytes.length - length, null);
    if (!read) break;
    length += read;
  }
  return bytes.subarray(0, length);
}
