// Reasoning in a part of a body: its visible members, and the raw thought that ADK would make of it.
import * as glue from "../wasm/glue.js";
import { assistant } from "../thought/identity.js";
import { EMITTED } from "../thought/thought.js";
import { defined, Placed, stringsOf } from "./placed.js";
import { guarded } from "../wasm/recover.js";

const bodyHash = guarded(glue.bodyHash);
const replayTag = guarded(glue.replayTag);

/** Reasoning in a part of a body. */
export class EmittedThought extends Placed {
  #received;
  #record;
  #origin;
  #position;
  #texts;
  #handles;
  #attachment;
  #provenance;
  #payload;

  /**
   * `part` has the place and the ThoughtRecord of the part, which is a list. `origin` has what all parts of one answer or message share:
   * wire, issuer, host, time, and the neighbours of thoughts.
   */
  constructor(received, part, origin, position) {
    super(received, part);
    const [kind, complete, attachment, texts, handles] = part.thought;
    [this.#received, this.#record, this.#origin, this.#position] = [received, { kind, complete, attachment, texts, handles }, origin, position];
  }

  get [EMITTED]() {
    return true;
  }

  get emission() {
    return this;
  }

  get kind() {
    return this.#record.kind;
  }

  get texts() {
    return (this.#texts ??= Object.freeze(stringsOf(this.#received, this.#record.texts)));
  }

  get text() {
    // The parts of a summary are paragraphs. The pieces of a text are one text.
    return this.texts.length ? this.texts.join(this.kind === "summary" ? "\n\n" : "") : undefined;
  }

  get handles() {
    return (this.#handles ??= Object.freeze(stringsOf(this.#received, this.#record.handles)));
  }

  get attachment() {
    return (this.#attachment ??= Object.freeze(this.#record.attachment));
  }

  get provenance() {
    return (this.#provenance ??= Object.freeze({ ...this.#origin.issuer, position: this.#position, complete: this.complete }));
  }

  get complete() {
    return this.#record.complete && !(this.#record.handles.length === 0 && ["text", "omitted"].includes(this.kind) && isClaude(this.#origin));
  }

  get native() {
    return !["tag", "argument"].includes(this.#record.attachment.type);
  }

  /** The id of the response (or a hash of its body) and the place. Sorted by id, the thoughts of one answer keep their order. */
  get id() {
    const { entry, issuer } = this.#origin;
    return `${issuer.response ?? bodyHash(this.#received.bytes)}#${entry}${String(this.#position).padStart(4, "0")}`;
  }

  get content() {
    return this.text ?? "";
  }

  get identity() {
    return assistant();
  }

  /** True for a text between tags of the visible text. It has an issuer and no block. */
  get #isTagged() {
    return this.#record.attachment.type === "tag";
  }

  /** The text of the block, with its place and its issuer. Reasoning text that a prompt asked for is not a block of a wire. */
  get payload() {
    if (this.#payload || (!this.native && !this.#isTagged)) return this.#payload;
    const { wire, host, neighbours } = this.#origin;
    const { kind, pointer, attachment, provenance } = this;
    if (this.#isTagged) return (this.#payload = Object.freeze(defined({ wire, host, kind, pointer, attachment, provenance })));
    const block = this.#received.text(this.start, this.end);
    return (this.#payload = Object.freeze(defined({ wire, host, block, kind, pointer, attachment, provenance, ...neighbours(pointer) })));
  }

  get storedPayload() {
    return this.payload;
  }

  get replayCompatibility() {
    return this.native || this.#isTagged ? replayTag(this.#origin.wire, this.#origin.issuer.vendor) : "plain-text";
  }

  get createdAt() {
    return new Date(this.#origin.time).toISOString();
  }

  get updatedAt() {
    return this.createdAt;
  }

  /** Returns the members that a turn shows. */
  get shown() {
    const { kind, text, handles, attachment, provenance, complete, native } = this;
    return defined({ kind, text, handles, attachment, provenance, complete, native });
  }
}

/** Claude refuses its thinking without its signature. Other vendors on the same wire do not sign. */
function isClaude({ wire, issuer: { vendor, model } }) {
  if (wire === "anthropic-messages") return vendor === "anthropic" || (vendor === undefined && /claude/i.test(model));
  return wire === "bedrock-converse" && /claude/i.test(model);
}
