// The converter of a stream, up to a maximum length. Converted bytes are held until the stream ends, for the ledger and for a restart after
// a trap, so they need a limit.
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";

/** The event that reports the failure of a stream. It ends everything that was begun before. */
const failureEvent = guarded(glue.failureEvent);
/** A longer answer is not converted. The longest answers of models have a tenth of these bytes. */
export const MOST_ANSWER = 32 << 20;

export class BoundedConverter {
  #converter;
  #sentence;
  #size = 0;
  /** True if the stream exceeded the limit: the client has the error, and no more bytes are read. */
  isOver = false;

  constructor(converter, sentence) {
    [this.#converter, this.#sentence] = [converter, sentence];
  }

  push(chunk) {
    if (this.isOver) return new Uint8Array(0);
    this.#size += chunk.length;
    if (this.#size <= MOST_ANSWER) return this.#converter.push(chunk);
    this.isOver = true;
    return this.#converter.push(failureEvent(JSON.stringify(this.#sentence)));
  }

  finish() {
    return this.#converter.finish();
  }
}
