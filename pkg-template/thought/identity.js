// Identities: the agents that have thoughts. The wasm side checks their rules.
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";

const checkIdentity = guarded(glue.checkIdentity);

// All realms and all copies of the package share registered symbols.
const IDENTITY = Symbol.for("rethought.Identity");

/** An agent: its key in its system, and the name that the model sees. */
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

/** Returns the agent of a conversation that names none. */
export const assistant = () => (assistant.made ??= new Identity("assistant"));

export function isBranded(value, brand) {
  return typeof value === "object" && value !== null && value[brand] === true;
}

/** Returns the members of an identity that the rules check, each read once. */
export function identityOf(raw) {
  if (typeof raw !== "object" || raw === null) return raw;
  return { identifier: raw.identifier, representation: textOf(raw.representation) };
}

/** Returns text, also of an object that represents text (ADK's Tokenizable): one that defines its own toString. */
export function textOf(value) {
  if (typeof value !== "object" || value === null) return value ?? undefined;
  return typeof value.toString === "function" && value.toString !== Object.prototype.toString && !Array.isArray(value) ? String(value) : value;
}
