// Unpacks chunks of gzip, and passes other chunks unchanged.
import { InputError } from "../errors/index.js";
import { Gunzip } from "./inflate.js";
import { bytesOf } from "../text/input.js";
import { filesInArchive, isZip } from "../zip/archive.js";

/**
 * Yields the chunks of a source, unpacked if it begins like gzip. Text and other bytes are unchanged. A caller that stops reading closes the source.
 *
 * @throws {InputError} if the gzip is cut off (`E_GZIP_TRUNCATED`), damaged (`E_GZIP_DAMAGED`), or longer than `limit` bytes unpacked
 * (`E_GZIP_SIZE`). The bytes unpacked before the error are yielded first.
 */
export async function* unpacked(source, limit) {
  const chunks = readAll(source);
  try {
    const [first, head] = await firstOf(chunks);
    yield* unpackedRest(first, head, chunks, limit);
  } finally {
    await chunks.return();
  }
}

/** Yields the chunks by a generator that can be left and continued. */
async function* readAll(source) {
  yield* source;
}

/**
 * Yields the files of a source as `{chunks}`: the source itself, unpacked as above; or, for a zip archive, each file in it as `{name, chunks}`. The chunks of one
 * that cannot be unpacked throw. An archive has its directory at its end, so it is kept in memory; it and its files may have `limit` bytes.
 */
export async function* unpackedFiles(source, limit) {
  const chunks = readAll(source);
  try {
    const [first, head] = await firstOf(chunks);
    if (isZip(head)) yield* filesInChunks(first, chunks, limit);
    else yield { chunks: unpackedRest(first, head, chunks, limit) };
  } finally {
    await chunks.return();
  }
}

async function* filesInChunks(first, rest, limit) {
  const pieces = [];
  let left = limit;
  for await (const chunk of concatenated(first, rest)) {
    const bytes = bytesOf(chunk, "chunk");
    left -= bytes.length;
    if (left < 0) throw tooLong(limit);
    pieces.push(bytes);
  }
  for (const file of await filesInArchive(new Blob(pieces))) {
    const counted = async function* () {
      for await (const chunk of unpacked(file.stream(), left)) {
        left -= chunk.length;
        yield chunk;
      }
    };
    yield { name: file.name, chunks: counted() };
  }
}

async function* concatenated(first, rest) {
  yield* first;
  yield* rest;
}

async function* unpackedRest(first, head, chunks, limit) {
  if (head[0] === 0x1f && head[1] === 0x8b) yield* gunzip(first, chunks, limit);
  else yield* concatenated(first, chunks);
}

/** Reads chunks until four bytes are known: the first chunk may have one byte, or none. */
async function firstOf(chunks) {
  const [first, head] = [[], []];
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    first.push(next.value);
    if (typeof next.value === "string") return [first, []];
    head.push(...bytesOf(next.value, "chunk").subarray(0, 4 - head.length));
    if (head.length === 4) break;
  }
  return [first, head];
}

async function* gunzip(first, rest, limit) {
  const file = new Gunzip();
  let size = 0;
  const within = function* (pieces) {
    for (const piece of pieces) {
      size += piece.length;
      if (size > limit) throw tooLong(limit);
      yield piece;
    }
  };
  for (const chunk of first) yield* within(file.push(bytesOf(chunk, "chunk")));
  for await (const chunk of rest) yield* within(file.push(bytesOf(chunk, "chunk")));
  yield* within(file.finish());
}

const tooLong = (limit) => new InputError(`the transcript is longer than ${limit} bytes when it is unpacked: the option maxUnpackedBytes allows more`, { code: "E_GZIP_SIZE" });
