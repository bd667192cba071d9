// A body as it was received. What is asked for is cut out of it when it is asked for, and not before.
import { textOf } from "../text/input.js";

export class Received {
  #bytes;
  #body;

  constructor(bytes, body) {
    // Bytes that others may write to at the same time are copied; all else stays the caller's.
    this.#bytes = bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice();
    this.#body = typeof body === "string" ? body : undefined;
  }

  /** All of it, to be read by the wasm side. */
  get bytes() {
    return this.#bytes;
  }

  /** All of it: text for text, bytes for bytes, in a copy that is the reader's own. */
  get whole() {
    return this.#body ?? this.#bytes.slice();
  }

  /** A stretch of it: text for text, bytes for bytes. */
  cut(start, end) {
    return this.#body === undefined ? this.#bytes.slice(start, end) : this.text(start, end);
  }

  /** A stretch of it, or all, as text. */
  text(start = 0, end = this.#bytes.length) {
    return textOf(this.#bytes.subarray(start, end));
  }

  /** The value of what stands between two quotes; halves of surrogate pairs, which only escapes can write, are kept. */
  string(start, end) {
    const text = this.text(start, end);
    return text.includes("\\") ? JSON.parse(`"${text}"`) : text;
  }

  /** The value of a stretch, made anew for every reader, so that what one does to it no other sees. */
  value(start, end) {
    return JSON.parse(this.text(start, end));
  }
}
