// A file with edits in it, piece by piece: memory is bounded by a chunk and the longest edit, not by the file.
import { closeSync, openSync, readSync } from "node:fs";

/** So much of a file is read at once. */
const CHUNK = 1 << 20;

/** The bytes of a file in chunks; of a part of it, if `start` and `end` are given. */
export function* chunksOf(path, { start = 0, end = Infinity } = {}) {
  const file = openSync(path, "r");
  try {
    yield* chunksOfOpen(file, start, end);
  } finally {
    closeSync(file);
  }
}

function* chunksOfOpen(file, start, end) {
  for (let at = start; at < end; ) {
    // A new buffer each time: whoever gets the chunk may keep it.
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, end - at));
    const read = readSync(file, chunk, 0, chunk.length, at);
    if (!read) return;
    yield chunk.subarray(0, read);
    at += read;
  }
}

/**
 * The bytes of a file with edits `{offset, length, text}` in it: `length` bytes at `offset` are replaced by `text`. Every other byte is that of the file.
 *
 * @throws {RangeError} if two edits overlap, or one is outside of the file.
 */
export function* editedChunks(path, edits, size) {
  const ordered = [...edits].sort((one, other) => one.offset - other.offset);
  const file = openSync(path, "r");
  try {
    let at = 0;
    for (const { offset, length, text } of ordered) {
      if (offset < at || offset + length > size) throw new RangeError(`the edit at byte ${offset} overlaps another or is outside of the file`);
      yield* chunksOfOpen(file, at, offset);
      if (text) yield Buffer.from(text);
      at = offset + length;
    }
    yield* chunksOfOpen(file, at, size);
  } finally {
    closeSync(file);
  }
}

/** Chunks in which each of some texts, as bytes, is another. `texts` is a list of `[old, new]`; no old text is part of another. */
export function* replacedChunks(chunks, texts) {
  const pairs = texts.map(([old, replacement]) => [Buffer.from(old), Buffer.from(replacement)]);
  const longest = Math.max(...pairs.map(([old]) => old.length));
  let rest = Buffer.alloc(0);
  for (const chunk of chunks) {
    const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    // The last bytes may be the beginning of a text.
    const { pieces, end } = replaced(bytes, pairs, Math.max(0, bytes.length - longest + 1));
    yield* pieces;
    rest = bytes.subarray(end);
  }
  yield* replaced(rest, pairs, rest.length).pieces;
}

/** The pieces of `bytes` up to `limit`, or a little beyond if a text begins before it. */
function replaced(bytes, pairs, limit) {
  const pieces = [];
  let at = 0;
  // The next place of each text is kept: a text that is nowhere is searched for once.
  const places = pairs.map(([old]) => placeOf(bytes, old, 0));
  for (let start = Math.min(...places); start < limit; start = Math.min(...places)) {
    const [old, replacement] = pairs[places.indexOf(start)];
    pieces.push(bytes.subarray(at, start), replacement);
    at = start + old.length;
    pairs.forEach(([text], nth) => places[nth] < at && (places[nth] = placeOf(bytes, text, at)));
  }
  const end = Math.max(at, limit);
  if (end > at) pieces.push(bytes.subarray(at, end));
  return { pieces, end };
}

function placeOf(bytes, text, from) {
  const place = bytes.indexOf(text, from);
  return place < 0 ? Infinity : place;
}
