// The answer to a call, read along as the caller gets it: what of it is recorded, and when.
import { JsonError } from "../errors/index.js";
import { decoded } from "./decoded.js";
import { answerFingerprint, isStream, StreamReading } from "./read-answer.js";
import { PassedBytes } from "./response-tee.js";
import { isZipped, unzipped, UnzippedSoFar } from "./unzipped.js";

/** So far an answer says its id. */
const HEAD = 1 << 14;

export class Answer {
  copy = new PassedBytes();
  /** How it ended: `whole`, `cut` or `lost`. */
  #end;
  #isBegun = false;
  #type;
  #target;
  #save;
  #reading;
  #unzipped;
  #received;
  #marks;

  /** `save(received)` gets what there is to record, or an error in its place; nothing if there is nothing. It is called once. */
  constructor(response, target, save) {
    [this.#type, this.#target, this.#save] = [response.headers.get("content-type") ?? "", target, save];
  }

  /** Notes the end. It is recorded when the caller had its turn; sooner if a request waits for it. */
  end(kind) {
    this.#end = kind;
    later(() => this.record());
  }

  /** Records it if it has ended. A stream may have said that it is over before the connection is. */
  record() {
    if (this.#isBegun || (this.#end === undefined && !this.#isOver())) return;
    this.#isBegun = true;
    this.#save(this.received);
  }

  /** True if it is a stream, by the bytes that have come. */
  get isStreamed() {
    const bytes = this.#soFar();
    return bytes.length > 0 && isStream(bytes, this.#type, this.#target.wire);
  }

  /** True if the bytes that have come are packed. */
  get isZipped() {
    return isZipped(this.copy.bytes);
  }

  /** True if a stream has said that it is over. */
  get hasSaidEnd() {
    return this.#isOver();
  }

  mentions(id) {
    return decoded(this.copy.bytes.subarray(0, HEAD)).includes(id);
  }

  /** The ids and handles in it, once all of it is there. */
  get marks() {
    const { answer } = this.received;
    this.#marks ??= new Set(answer ? answerFingerprint(answer, this.#target).marks : []);
    return this.#marks;
  }

  /** The result, once all of it is there: an `answer`, which has a `response` or a `stream`, or the `error` for which there is none. */
  get received() {
    this.#received ??= this.#receive();
    return this.#received;
  }

  #receive() {
    try {
      return { answer: this.#read() };
    } catch (error) {
      return { error };
    }
  }

  #read() {
    if (this.copy.isTooLong) throw new JsonError("the answer is longer than a body may be", { code: "E_JSON_SIZE" });
    const isCut = this.#end === "cut";
    // A stream is recorded before its end if it has said that it is over.
    const bytes = this.isZipped && this.#end !== undefined ? unzipped(this.copy.bytes, isCut) : this.#soFar();
    if (!bytes.length || this.#end === "lost") return undefined;
    // Half of a body is not an answer, and is not reported as one.
    if (!isStream(bytes, this.#type, this.#target.wire)) return isCut ? undefined : { response: bytes };
    this.#readingOf().finish(bytes);
    return { stream: bytes };
  }

  #isOver() {
    try {
      return this.isStreamed && this.#readingOf().hasEnded(this.#soFar());
    } catch {
      return false;
    }
  }

  /** The bytes that have come, unpacked. Damaged ones have no content. */
  #soFar() {
    const { bytes } = this.copy;
    if (!isZipped(bytes)) return bytes;
    try {
      return (this.#unzipped ??= new UnzippedSoFar()).contentOf(bytes);
    } catch {
      return NONE;
    }
  }

  #readingOf() {
    return (this.#reading ??= new StreamReading(this.#target.wire));
  }
}

const NONE = new Uint8Array(0);

const later = typeof setImmediate === "function" ? setImmediate : (run) => setTimeout(run, 0);
