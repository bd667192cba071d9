// The tokens of the proxy itself. Clients send one in a header of its own, because their key headers carry keys of providers.
import { InputError } from "../errors/index.js";
import { digest } from "../text/text.js";

/** The header of a token. It is never sent to a provider. */
export const TOKEN = "x-rethought-token";
/** A shorter token could be guessed. */
const SHORTEST = 16;

export class Tokens {
  /** The digests of the tokens, by their names. */
  #digests;

  /** `given` has the tokens by their names, or nothing if everybody may call the proxy. */
  constructor(given = {}) {
    if (typeof given !== "object" || Array.isArray(given)) throw new InputError("tokens must be an object: a name and a token for each", { code: "E_INPUT", pointer: "/tokens" });
    const names = new Map();
    for (const [name, token] of Object.entries(given)) {
      checkToken(name, token);
      if (names.has(token)) throw new InputError(`the tokens ${names.get(token)} and ${name} are equal. Give each a value of its own`, { code: "E_INPUT", pointer: `/tokens/${name}` });
      names.set(token, name);
    }
    this.#digests = Object.entries(given).map(([name, token]) => ({ name, digest: digestOf(token) }));
  }

  get isRequired() {
    return this.#digests.length > 0;
  }

  /** Returns the token of a call: its `name` and its `digest`. Returns nothing if the call has no valid one. */
  find(token) {
    if (!this.isRequired) return undefined;
    const given = digestOf(token ?? "");
    // All are compared, each as a whole: the time says nothing about which letter differs.
    return this.#digests.reduce((found, known) => (isEqual(known.digest, given) ? known : found), undefined);
  }
}

function checkToken(name, token) {
  const isHeader = typeof token === "string" && /^[\x21-\x7e]+$/.test(token);
  if (!isHeader) throw new InputError(`the token ${name} must be letters and digits without spaces`, { code: "E_INPUT", pointer: `/tokens/${name}` });
  if (token.length < SHORTEST) throw new InputError(`the token ${name} must have at least ${SHORTEST} characters. Make one with: openssl rand -hex 32`, { code: "E_INPUT", pointer: `/tokens/${name}` });
}

const digestOf = (token) => digest(JSON.stringify(["rethought token", token]));

/** Compares two digests in a time that does not depend on them. */
function isEqual(one, other) {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
