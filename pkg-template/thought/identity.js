// Identities: the agents that have thoughts. Their rules are checked by the wasm side.
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";

const checkIdentity = guarded(glue.checkIdentity);

// Registered symbols are shared by all realms and all copies of the package.
const IDENTITY = Symbol.for("rethought.Identity");

/** An agent: the key its system knows it by, and the name the model sees. */
export class Identity {
  constructor(raw) {
    const given = identityOf(raw);
    checkIdentity(given);
    const { identifier, representation } = typeof given === "string" ? { identifier: given, representation: given } : given;
    Object.defineProperties(this, { identifier: { value: identifier, enumerable: true }, representation: { value: representation, enumerable: true } });
    Object.freeze(this);
  }

  get [IDENTITY]() {
    return true;
  }

  static isIdentity(value) {
    return isBranded(value, IDENTITY);
  }

  toJSON() {
    return { identifier: this.identifier, representation: this.representation };
  }
}

/** The agent of a conversation that names none. */
export const assistant = () => (assistant.made ??= new Identity("assistant"));

export function isBranded(value, brand) {
  return typeof value === "object" && value !== null && value[brand] === true;
}

/** An identity as the rules see it: its own parts, each read once. */
export function identityOf(raw) {
  if (typeof raw !== "object" || raw === null) return raw;
  return { identifier: raw.identifier, representation: textOf(raw.representation) };
}

/** Text, also of an object that stands for a text (ADK's Tokenizable): one with a toString of its own. */
export function textOf(value) {
  if (typeof value !== "object" || value === null) return value ?? undefined;
  return typeof value.toString === "function" && value.toString !== Object.prototype.toString && !Array.isArray(value) ? String(value) : value;
}
