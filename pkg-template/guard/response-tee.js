// A response that passes on to the caller as it comes, and is read along.
import { maxBytes } from "../text/input.js";

/** The method of a response that `fetch` does not define: it gives itself to the caller, and what passes to a copy. */
export const READ_ALONG = Symbol("read along");
/** The method of such a response that gives its bytes, if they are not more than a number, and keeps them. */
export const READ_WHOLE = Symbol("read whole");

/** Statuses that have no body, and those that cannot be made by hand. */
const canBeMade = ({ status, body }) => body && typeof body.getReader === "function" && status >= 200 && status <= 599 && ![204, 205, 304].includes(status);

/**
 * Makes a response with the same status, headers, address and bytes. Not a byte waits: one is asked of the provider when the caller asks for one. `onEnd(kind)` is called once:
 * `whole`, `cut` if the provider or the caller broke it off, or `lost` if nobody has it any more. `held` may hold back the end of it (held-end.js). Nothing is made, and `onEnd` is never called, if it has no body to read.
 */
export function teeResponse(response, copy, onEnd, held) {
  if (response[READ_ALONG]) return response[READ_ALONG](copy, once(onEnd), held);
  if (!canBeMade(response)) return undefined;
  const end = once((kind) => {
    lost?.unregister(end);
    onEnd(kind);
  });
  const stream = passing(response, copy, end, held);
  // The stream and not the response, which callers drop when they have its body.
  lost?.register(stream, end, end);
  return responseWith(stream, response);
}

/** A response with another body and all else as it was. */
export function responseWith(body, original) {
  const { status, statusText, headers } = original;
  return likeOriginal(new Response(body, { status, statusText, headers }), original);
}

/** A copy of what passed, for the ledger. */
export class PassedBytes {
  #bytes = new Uint8Array(0);
  #size = 0;
  /** True if there was too much to keep. */
  isTooLong = false;

  /** Copied, since the chunk is the caller's from now on. */
  add(chunk) {
    const size = this.#size + chunk.length;
    this.isTooLong ||= size > maxBytes();
    if (this.isTooLong) return void (this.#bytes = new Uint8Array(0));
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(4096, 2 * size));
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#size);
    this.#size = size;
  }

  get bytes() {
    return this.isTooLong ? this.#bytes : this.#bytes.subarray(0, this.#size);
  }
}

/** The stream of the body. It holds the response: a runtime closes the connection of one that nobody has and nobody has begun to read. */
function passing(response, copy, end, held) {
  let reader;
  const isBytes = givesBytes(response.body);
  const source = {
    async pull(controller) {
      reader ??= response.body.getReader();
      const next = await reader.read().catch((error) => {
        end("cut");
        throw error;
      });
      if (next.done) {
        if (held) {
          end("whole");
          for (const chunk of await held.finish()) controller.enqueue(chunk);
        }
        controller.close();
        // A reader with a buffer of its own waits for an answer to that.
        controller.byobRequest?.respond(0);
        return end("whole");
      }
      if (next.value.byteLength === 0) return source.pull(controller);
      if (ArrayBuffer.isView(next.value)) copy.add(next.value);
      const passed = held ? await held.take(next.value) : [next.value];
      if (!passed.length) return source.pull(controller);
      for (const chunk of passed) controller.enqueue(chunk);
      return undefined;
    },
    cancel(reason) {
      end("cut");
      return reader ? reader.cancel(reason) : response.body.cancel(reason);
    },
    ...(isBytes ? { type: "bytes" } : {}),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** True if a stream can fill a buffer of its reader. */
function givesBytes(stream) {
  try {
    stream.getReader({ mode: "byob" }).releaseLock();
    return true;
  } catch {
    return false;
  }
}

/** Gives a response, and whatever is cloned from it, the members that cannot be set otherwise. */
function likeOriginal(made, { url, redirected, type }) {
  const clone = made.clone;
  const members = { url, redirected, type, clone: () => likeOriginal(clone.call(made), { url, redirected, type }) };
  for (const [name, value] of Object.entries(members)) Object.defineProperty(made, name, { value, configurable: true, enumerable: false, writable: name === "clone" });
  return made;
}

const once = (call) => {
  let isCalled = false;
  return (kind) => {
    if (isCalled) return;
    isCalled = true;
    call(kind);
  };
};

/** Reports streams that nobody holds any more. Old runtimes do not. */
const lost = typeof FinalizationRegistry === "function" ? new FinalizationRegistry((end) => end("lost")) : undefined;
