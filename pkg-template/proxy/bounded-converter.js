// The converter of a stream, up to a length. What passed is held until the stream is over, for the ledger and to begin anew after a trap, so it must have a bound.
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";

/** The event by which a stream says that it has failed. What was begun before it ends there. */
const failureEvent = guarded(glue.failureEvent);
/** An answer of more bytes is not converted. The longest answers of models have a tenth of it. */
export const MOST_ANSWER = 32 << 20;

export class BoundedConverter {
  #converter;
  #sentence;
  #size = 0;
  /** True if the stream was longer than it may be: the client was told, and nothing more is taken. */
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
