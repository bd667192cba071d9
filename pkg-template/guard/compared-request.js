// A request as far as it is compared with calls in flight. It is read in the core.
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";

const read = guarded(glue.requestFingerprint);
const NOTHING = Object.freeze({ end: undefined, previous: undefined, before: [], after: [], marks: [] });

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

  /** `end` is the hash of what it says, `before` and `after` have the hash before and after each answer in it, `marks` ids and handles of the answers, `previous` the id of a response. */
  get fingerprint() {
    this.#fingerprint ??= fingerprintOf(this.#body, this.wire);
    this.#body = undefined;
    return this.#fingerprint;
  }
}

/** What cannot be read continues nothing. */
function fingerprintOf(body, wire) {
  try {
    return JSON.parse(read(body, wire));
  } catch {
    return NOTHING;
  }
}
