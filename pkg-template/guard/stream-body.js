// The body of a request that is a stream.
import { bytesOf } from "../text/input.js";

/** Reads a stream: its bytes, or, if there are more than `limit`, if it fails or if the caller aborts, a stream of what was read and the rest. */
export async function readStream(stream, limit, signal) {
  const reader = readerOf(stream);
  const chunks = [];
  const aborted = abortOf(signal);
  let size = 0;
  try {
    for (;;) {
      const next = reader.read();
      const read = await Promise.race([next, aborted.promise]);
      if (read === ABORTED) return { rest: restOf(chunks, { read: firstOf(next, reader), cancel: reader.cancel.bind(reader) }) };
      if (read.done) return { bytes: joined(chunks, size) };
      chunks.push(read.value);
      size += bytesIn(read.value).length;
      if (size > limit) return { rest: restOf(chunks, reader) };
    }
  } catch (error) {
    return { rest: restOf(chunks, reader, { error }) };
  } finally {
    aborted.forget();
  }
}

const ABORTED = Symbol("aborted");

/** A promise that resolves when a signal is aborted, and the way to forget it: signals may live longer than calls. */
function abortOf(signal) {
  let onAbort;
  const promise = new Promise((resolve) => (onAbort = () => resolve(ABORTED)));
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  return { promise, forget: () => signal?.removeEventListener("abort", onAbort) };
}

/** Gives what was asked for already, and then what the reader gives. */
function firstOf(next, reader) {
  // Nobody may ever ask for it.
  next.catch(() => {});
  let pending = next;
  return () => {
    const read = pending ?? reader.read();
    pending = undefined;
    return read;
  };
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
