// The answer to a call, read along as the caller gets it: what of it is recorded, and when.
import { StreamDecoder } from "../exchange/stream.js";
import { decode } from "../exchange/exchange.js";
import { JsonError } from "../errors/index.js";
import { marksOf } from "./compared-request.js";
import { PassedBytes } from "./response-tee.js";
import { isZipped, unzipped } from "./unzipped.js";
import { decoded } from "./decoded.js";

const STREAMS = /event-?stream|ndjson|jsonl|json-seq|stream\+json/i;
const NOTHING = { response: new Uint8Array(0) };
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
  #marks;

  /** `save(recorded)` gets what there is to record, or an error in its place; nothing if there is nothing. It is called once. */
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
    this.#save(this.#told());
  }

  mentions(id) {
    return decoded(this.copy.bytes.subarray(0, HEAD)).includes(id);
  }

  /** The ids and handles in it, once all of it is there. */
  get marks() {
    this.#marks ??= marksOf(this.#told().answer ?? NOTHING, this.#target.wire);
    return this.#marks;
  }

  #told() {
    try {
      return { answer: this.#recorded() };
    } catch (error) {
      return { error };
    }
  }

  #recorded() {
    if (this.copy.isTooLong) throw new JsonError("the answer is longer than a body may be", { code: "E_JSON_SIZE" });
    const isCut = this.#end === "cut";
    const bytes = isZipped(this.copy.bytes) ? unzipped(this.copy.bytes, isCut) : this.copy.bytes;
    if (!bytes.length || this.#end === "lost") return undefined;
    if (isStream(bytes, this.#type, this.#target.wire)) return { stream: bytes };
    // Half of a body is no answer, and is told to nobody as one.
    return isCut ? undefined : { response: bytes };
  }

  #isOver() {
    const { bytes } = this.copy;
    if (!bytes.length || isZipped(bytes) || !isStream(bytes, this.#type, this.#target.wire)) return false;
    try {
      const stream = new StreamDecoder(this.#target);
      stream.push(bytes);
      return stream.finish().ended;
    } catch {
      return false;
    }
  }
}

/** True if an answer is a stream: by what the headers say, and where they say nothing by the first letters. Gateways change them. */
export function isStream(bytes, type, wire) {
  if (STREAMS.test(type)) return true;
  const first = bytes.find((byte) => byte > 0x20);
  // Frames of AWS begin with a zero, a list of Gemini's chunks with a bracket; lines of Ollama are several objects.
  if (first !== 0x7b) return bytes[0] === 0 || first === 0x5b || /^(data|event|id|retry)?:/.test(decoded(bytes.subarray(0, 16)).trimStart());
  return wire === "ollama-chat" && /\}[^\S\n]*\n\s*\{/.test(decoded(bytes));
}

/** The id of an answer, as its provider gave it. */
export function idOf({ response, stream }, target) {
  try {
    if (response) return decode(response, target).id;
    const whole = new StreamDecoder(target);
    whole.push(stream);
    return whole.finish().turn.id;
  } catch {
    return undefined;
  }
}

const later = typeof setImmediate === "function" ? setImmediate : (run) => setTimeout(run, 0);
