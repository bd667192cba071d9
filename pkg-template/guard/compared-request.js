// A request as far as it is compared with calls in flight, and an answer likewise. Both are read in the core.
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";

const wasm = { request: guarded(glue.requestFingerprint), answer: guarded(glue.answerMarks) };
const NOTHING = Object.freeze({ end: undefined, previous: undefined, before: [], marks: [] });

/** It is read when another call of its wire is in flight, and once. */
export class ComparedRequest {
  wire;
  conversation;
  #body;
  #fingerprint;

  constructor({ wire, conversation, body }) {
    [this.wire, this.conversation, this.#body] = [wire, conversation, body];
  }

  /** The calls that it may continue are of the same wire, and of the same conversation if that has a name. */
  get group() {
    return `${this.wire} ${this.conversation ?? ""}`;
  }

  /** `end` is the hash of what it says, `before` has the hash before each answer in it, `marks` ids and handles of the answers, `previous` the id of a response. */
  get fingerprint() {
    this.#fingerprint ??= readOr(NOTHING, () => wasm.request(this.#body, this.wire));
    this.#body = undefined;
    return this.#fingerprint;
  }
}

/** The ids and handles of an answer, with its own id. */
export function marksOf({ response, stream }, wire) {
  return new Set(readOr([], () => wasm.answer(response ?? stream, stream !== undefined, wire)));
}

/** What cannot be read continues nothing. */
function readOr(nothing, read) {
  try {
    return JSON.parse(read());
  } catch {
    return nothing;
  }
}
