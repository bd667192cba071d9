// Chunks out of gzip, by zlib, which unpacks beside this thread. The package's own reader of gzip is for platforms that have none.
import { createGunzip } from "node:zlib";

/** So many packed bytes are unpacked at once: packed a thousandfold they are still no more than a long line. */
const PIECE = 1 << 14;

/** The chunks of a source, unpacked if it begins as gzip does. What is whole comes out before an error is thrown. @throws {Error} if the gzip is cut or damaged. */
export async function* unpackedGzip(source) {
  const chunks = source[Symbol.asyncIterator]();
  const head = await headOf(chunks);
  const all = joined(head, chunks);
  yield* head[0] === 0x1f && head[1] === 0x8b ? unpacked(all) : all;
}

/** The first chunks, as one, until two bytes are known. */
async function headOf(chunks) {
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}

async function* joined(head, chunks) {
  if (head.length) yield head;
  yield* { [Symbol.asyncIterator]: () => chunks };
}

async function* unpacked(chunks) {
  const gunzip = createGunzip();
  let ready = [];
  let isOver = false;
  gunzip.on("data", (chunk) => ready.push(chunk));
  const failure = new Promise((resolve) => gunzip.on("error", resolve));
  const end = new Promise((resolve) => gunzip.on("end", resolve)).then(() => void (isOver = true));
  /** Waits for a call of zlib to end, and gives what it has unpacked. */
  const unpackedBy = async function* (call) {
    const error = await Promise.race([failure, end, new Promise(call)]);
    yield* ready;
    ready = [];
    if (error) throw new Error(FAULTS[error.code] ?? error.message, { cause: error });
  };
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += PIECE) {
      yield* unpackedBy((done) => gunzip.write(chunk.subarray(at, at + PIECE), done));
      // Bytes after the end that are no gzip, such as the zeros of a tape, belong to nobody.
      if (isOver) return;
    }
  // The end of what goes in is told before zlib has looked whether the gzip is whole: the end of what comes out counts.
  yield* unpackedBy(() => gunzip.end());
}

const FAULTS = { Z_BUF_ERROR: "the gzip ends too early", Z_DATA_ERROR: "the gzip is damaged" };
