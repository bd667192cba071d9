// Unpacks chunks of gzip, and passes other chunks unchanged.
import { InputError } from "../errors/index.js";
import { Gunzip } from "./inflate.js";
import { bytesOf } from "../text/input.js";

/**
 * Yields the chunks of a source, unpacked if it begins like gzip. Text and other bytes are unchanged. A caller that stops reading closes the source.
 *
 * @throws {InputError} if the gzip is cut off (`E_GZIP_TRUNCATED`), damaged (`E_GZIP_DAMAGED`), or longer than `limit` bytes unpacked
 * (`E_GZIP_SIZE`). The bytes unpacked before the error are yielded first.
 */
export async function* unpacked(source, limit) {
  const chunks = readAll(source);
  try {
    const [first, isGzip] = await firstOf(chunks);
    if (isGzip) yield* gunzip(first, chunks, limit);
    else {
      yield* first;
      yield* chunks;
    }
  } finally {
    await chunks.return();
  }
}

/** Yields the chunks by a generator that can be left and continued. */
async function* readAll(source) {
  yield* source;
}

/** Reads chunks until two bytes are known: the first chunk may have one byte, or none. */
async function firstOf(chunks) {
  const [first, head] = [[], []];
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    first.push(next.value);
    if (typeof next.value === "string") return [first, false];
    head.push(...bytesOf(next.value, "chunk").subarray(0, 2 - head.length));
    if (head.length === 2) break;
  }
  return [first, head[0] === 0x1f && head[1] === 0x8b];
}

async function* gunzip(first, rest, limit) {
  const file = new Gunzip();
  let size = 0;
  const within = function* (pieces) {
    for (const piece of pieces) {
      size += piece.length;
      if (size > limit) throw new InputError(`the transcript is longer than ${limit} bytes when it is unpacked: the option maxUnpackedBytes allows more`, { code: "E_GZIP_SIZE" });
      yield piece;
    }
  };
  for (const chunk of first) yield* within(file.push(bytesOf(chunk, "chunk")));
  for await (const chunk of rest) yield* within(file.push(bytesOf(chunk, "chunk")));
  yield* within(file.finish());
}
