// Answers, read in the core. A stream is put together once, as it comes or at its end; what is recorded of it and what it is known by is read from that.
import * as glue from "../wasm/glue.js";
import { bytesOfTarget } from "../exchange/target.js";
import { keepAssembled, assembledOf } from "../ledger/assembled-streams.js";
import { dropsForgotten, generation, guarded, withInstance } from "../wasm/recover.js";
import { bodyOf } from "../text/input.js";

const wasm = { isStream: guarded(glue.isStream), fingerprint: guarded(glue.answerFingerprint) };
const NOTHING = Object.freeze({ id: undefined, after: undefined, marks: [] });

/** True if an answer is a stream: by what its headers say, or else by its first letters. */
export const isStream = (bytes, type, wire) => wasm.isStream(bytes, type, wire);

/** The identity of an answer: its `id`, `marks` and, if `before` is the end of the request, the hash `after` it. An answer that cannot be read has none. */
export function answerFingerprint({ response, stream }, { wire }, before) {
  try {
    const body = response ?? (assembledOf(stream) ?? assembled(stream, wire)).body;
    return JSON.parse(wasm.fingerprint(bodyOf(body).source, wire, before));
  } catch {
    return NOTHING;
  }
}

/** Puts a whole stream together, unless that was done before; gives the body that it makes. */
export function bodyOfStream(stream, wire) {
  return (assembledOf(stream) ?? assembled(stream, wire)).body;
}

function assembled(stream, wire) {
  return new StreamReading(wire).finish(stream);
}

/** Gives back the numbers of streams that nobody finished. */
const forgotten = dropsForgotten(glue.streamDrop);

/** A stream that is read while it comes. It lives on the wasm side under a number and dies with its instance: then it is read again. */
export class StreamReading {
  #wire;
  #open = { number: undefined, generation };
  #taken = 0;

  constructor(wire) {
    this.#wire = wire;
    forgotten?.register(this, this.#open, this);
  }

  /** True if the answer is complete, by the bytes that have come so far. */
  hasEnded(bytes) {
    return withInstance(() => this.#add(bytes));
  }

  /** Ends it. `bytes` are all that came. */
  finish(bytes) {
    const [body, assembly] = withInstance(() => {
      this.#add(bytes);
      return glue.streamAssemble(this.#open.number);
    });
    this.#open.number = undefined;
    forgotten?.unregister(this);
    return keepAssembled(bytes, { body, assembly });
  }

  #add(bytes) {
    if (this.#open.number === undefined || this.#open.generation !== generation) {
      Object.assign(this.#open, { number: glue.streamOpen(bytesOfTarget({ wire: this.#wire })), generation });
      this.#taken = 0;
    }
    const isOver = glue.streamAdd(this.#open.number, bytes.subarray(this.#taken));
    this.#taken = bytes.length;
    return isOver;
  }
}
