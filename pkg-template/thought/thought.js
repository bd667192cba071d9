// Thoughts and identities: immutable values whose rules are checked by the wasm side.
import * as glue from "../glue.js";
import { guarded } from "../recover.js";
import { frozen } from "./frozen.js";
import { countTokens } from "./tokens.js";

const checkIdentity = guarded(glue.checkIdentity);
const checkThought = guarded(glue.checkThought);
const time = guarded(glue.readTime);

// Registered symbols are shared by all realms and all copies of the package.
const THOUGHT = Symbol.for("rethought.Thought");
const IDENTITY = Symbol.for("rethought.Identity");

/** An agent: the key its system knows it by, and the name the model sees. */
export class Identity {
  constructor(raw) {
    const given = identityOf(raw);
    checkIdentity(given);
    const { identifier, representation } = typeof given === "string" ? { identifier: given, representation: given } : given;
    Object.defineProperties(this, { identifier: shown(identifier), representation: shown(representation) });
    Object.freeze(this);
  }

  get [IDENTITY]() {
    return true;
  }

  static isIdentity(value) {
    return branded(value, IDENTITY);
  }

  toJSON() {
    return { identifier: this.identifier, representation: this.representation };
  }
}

/** A validated thought: content, an opaque payload, or both. */
export class Thought {
  #payload;
  #fluid;

  constructor(raw) {
    const given = raw !== null && typeof raw === "object" ? raw : undefined;
    // Each property is read once: what is checked is what is kept.
    const { id, payload, replayCompatibility } = given ?? {};
    const content = textOf(given?.content);
    const identity = given?.identity ?? undefined;
    const [createdAt, updatedAt] = [instantOf(given?.createdAt), instantOf(given?.updatedAt)];
    const has = payload !== undefined && payload !== null;
    const facts = { id, content, identity: identityOf(identity), payload: has ? true : undefined, replayCompatibility, createdAt, updatedAt };
    const checked = checkThought(given ? facts : raw);
    ({ value: this.#payload, fluid: this.#fluid } = frozen(has ? payload : undefined));
    Object.defineProperties(this, {
      id: shown(id),
      content: shown(content ?? ""),
      identity: shown(Identity.isIdentity(identity) && identity instanceof Identity ? identity : new Identity(identity ?? "assistant")),
      payload: { enumerable: true, get: () => (this.#fluid ? frozen(this.#payload).value : this.#payload) },
      replayCompatibility: shown(replayCompatibility ?? undefined),
      createdAt: shown(checked.createdAt),
      updatedAt: shown(checked.updatedAt),
    });
    Object.freeze(this);
  }

  get [THOUGHT]() {
    return true;
  }

  /** Returns `true` if a value is a thought, of this realm, another, or another copy of the package. */
  static isThought(value) {
    return branded(value, THOUGHT);
  }

  /** True if a wire must carry the payload and not the content. */
  get isOpaque() {
    return this.#payload !== undefined;
  }

  countTokens(counter) {
    return countTokens(this.content, counter);
  }

  toJSON() {
    const { id, content, identity, payload, replayCompatibility, createdAt, updatedAt } = this;
    return {
      id,
      content,
      identity: identity.toJSON(),
      ...(payload === undefined ? {} : { payload }),
      ...(replayCompatibility === undefined ? {} : { replayCompatibility }),
      createdAt,
      updatedAt,
    };
  }
}

/** The moment a value names, in ISO 8601 and UTC. */
export function readTime(value) {
  return time(instantOf(value));
}

const shown = (value) => ({ value, enumerable: true });

function branded(value, brand) {
  return typeof value === "object" && value !== null && value[brand] === true;
}

/** An identity as the rules see it: its own parts, each read once. */
function identityOf(raw) {
  if (typeof raw !== "object" || raw === null) return raw;
  return { identifier: raw.identifier, representation: textOf(raw.representation) };
}

/** Text, also of an object that stands for a text (ADK's Tokenizable): one with a toString of its own. */
function textOf(value) {
  if (typeof value !== "object" || value === null) return value ?? undefined;
  return typeof value.toString === "function" && value.toString !== Object.prototype.toString && !Array.isArray(value) ? String(value) : value;
}

/** A Date or a DateTime of Luxon's as its number; anything else as it is. */
function instantOf(value) {
  if (typeof value !== "object" || value === null) return value;
  if (typeof value.toMillis === "function") return value.toMillis();
  return Object.prototype.toString.call(value) === "[object Date]" ? value.getTime() : value;
}
