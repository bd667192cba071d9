// The body of a request that is a stream.
import { bytesOf } from "../text/input.js";

/** Reads a stream: its bytes, or, if there are more than `limit` or it fails, a stream of what was read and the rest. */
export async function readStream(stream, limit) {
  const reader = readerOf(stream);
  const chunks = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { bytes: joined(chunks, size) };
      chunks.push(value);
      size += bytesIn(value).length;
      if (size > limit) return { rest: restOf(chunks, reader) };
    }
  } catch (error) {
    return { rest: restOf(chunks, reader, { error }) };
  }
}

/** One buffer with all chunks. */
export function joined(chunks, size) {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    const view = bytesIn(chunk);
    bytes.set(view, at);
    at += view.length;
  }
  return bytes;
}

const bytesIn = (chunk) => (typeof chunk === "string" ? new TextEncoder().encode(chunk) : bytesOf(chunk, "chunk", Infinity));

/** The chunks that were read, then those that are left, or the error that ended them. */
function restOf(chunks, reader, failed) {
  return new ReadableStream({
    async pull(controller) {
      if (chunks.length) return controller.enqueue(chunks.shift());
      if (failed) throw failed.error;
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** A reader of a ReadableStream, or of anything that gives its chunks one by one. */
function readerOf(stream) {
  if (typeof stream.getReader === "function") return stream.getReader();
  const chunks = stream[Symbol.asyncIterator]();
  return { read: async () => chunks.next(), cancel: async () => chunks.return?.() };
}
