// One immutable thought: decoded out of a turn, given by a caller, or read from a store.
import { GivenThought, readTime } from "./given.js";
import { isBranded } from "./identity.js";
import { storable } from "./stored.js";
import { countTokens } from "./tokens.js";

export { readTime } from "./given.js";
export { Identity } from "./identity.js";

/** Identifies the view of a thought that a codec has read: it has the members of both kinds. */
export const EMITTED = Symbol("emitted");
const THOUGHT = Symbol.for("rethought.Thought");
/** The members of ADK's thought. They are own properties of the object, so a clone or a spread has them. */
const OWN = ["id", "content", "identity", "payload", "replayCompatibility", "createdAt", "updatedAt"];
/** The members of a thought of a turn. */
const SEEN = ["kind", "text", "texts", "handles", "attachment", "provenance", "complete", "native", "pointer", "start", "end", "raw"];

/** A validated thought: content, an opaque payload, or both. */
export class Thought {
  #source;

  /** Accepts a raw thought. The codecs pass the view of an emitted one. */
  constructor(raw) {
    this.#source = raw?.[EMITTED] ? raw : new GivenThought(raw);
    Object.defineProperties(this, Thought.#members);
    Object.freeze(this);
  }

  /** Shared by all thoughts, so that they have one shape. */
  static #members = Object.fromEntries(OWN.map((name) => [name, { enumerable: true, get() { return this.#source[name]; } }]));

  static {
    for (const name of SEEN) Object.defineProperty(Thought.prototype, name, { configurable: true, get() { return this.#source.emission[name]; } });
  }

  get [THOUGHT]() {
    return true;
  }

  /** Returns `true` if a value is a thought, of this realm, another, or another copy of the package. */
  static isThought(value) {
    return isBranded(value, THOUGHT);
  }

  /** Returns the thought of a raw one: from `toRaw`, from JSON or a structured clone, or from ADK. */
  static fromRaw(raw) {
    return raw instanceof Thought ? raw : new Thought(raw);
  }

  /** The original object, if the text was given as an object that represents text. */
  get tokenizable() {
    return this.#source.tokenizable;
  }

  /** True if a wire must carry the payload and not the content. */
  get isOpaque() {
    const { storedPayload } = this.#source;
    return storedPayload !== undefined && !isTagged(storedPayload);
  }

  countTokens(counter) {
    return countTokens(this.content, counter);
  }

  /** Returns ADK's raw thought. `changes` replaces members: a decoded thought has no agent, and its only time is that of its reading. */
  toRaw(changes) {
    const { id, content, identity, payload, replayCompatibility, createdAt, updatedAt } = this;
    const raw = { id, content: this.tokenizable ?? content, identity: identity.toJSON(), ...present({ payload, replayCompatibility }), createdAt, updatedAt };
    if (changes === undefined || changes === null) return raw;
    const { createdAt: created, updatedAt: updated, ...rest } = changes;
    const changed = { ...raw, ...present(rest) };
    if (created !== undefined) [changed.createdAt, changed.updatedAt] = [readTime(created), readTime(updated ?? created)];
    else if (updated !== undefined) changed.updatedAt = readTime(updated);
    return new Thought(changed).toRaw();
  }

  toJSON() {
    const { id, content, identity, replayCompatibility, createdAt, updatedAt } = this;
    const { storedPayload } = this.#source;
    const payload = storedPayload === undefined ? {} : storable(storedPayload);
    return { ...this.#source.shown, id, content, identity: identity.toJSON(), ...payload, ...present({ replayCompatibility }), createdAt, updatedAt };
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    const { payload, ...rest } = this.toRaw();
    return { ...this.#source.shown, ...rest, ...present({ payload }) };
  }
}

/** Returns true for the payload of a text between tags: it has an issuer and no block, and the content is the thought. */
const isTagged = (payload) => payload?.attachment?.type === "tag" && payload.block === undefined;

const present = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
