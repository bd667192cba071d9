// A received body. Values are cut out of it when they are first read.
import { textOf } from "../text/input.js";

export class Received {
  #bytes;
  #body;

  constructor(bytes, body) {
    // Bytes that others may write to at the same time are copied. All other bytes stay the caller's.
    this.#bytes = bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice();
    this.#body = typeof body === "string" ? body : undefined;
  }

  /** The whole body, for the wasm side. */
  get bytes() {
    return this.#bytes;
  }

  /** Returns the whole body: text for text, bytes for bytes. Each reader gets a separate copy. */
  get whole() {
    return this.#body ?? this.#bytes.slice();
  }

  /** Returns a range of the body: text for text, bytes for bytes. */
  cut(start, end) {
    return this.#body === undefined ? this.#bytes.slice(start, end) : this.text(start, end);
  }

  /** Returns a range of the body, or all of it, as text. */
  text(start = 0, end = this.#bytes.length) {
    return textOf(this.#bytes.subarray(start, end));
  }

  /** Returns the string between two quotes. It keeps lone halves of surrogate pairs, which only escapes can write. */
  string(start, end) {
    const text = this.text(start, end);
    return text.includes("\\") ? JSON.parse(`"${text}"`) : text;
  }

  /** Returns the value of a range. Each reader gets a new value, so none sees the changes of another. */
  value(start, end) {
    return JSON.parse(this.text(start, end));
  }
}
