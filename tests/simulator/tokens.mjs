// Counts of tokens, the same in an answer's usage and at the address that counts without an answer.
import { write } from "./json.mjs";

/** About four letters are a token. Something is at least one. */
export const tokensIn = (value) => Math.ceil((typeof value === "string" ? value : write(value ?? "")).length / 4);

/** The tokens of those members of a request that a model reads. */
export const tokensOf = (body, members) => members.reduce((sum, name) => sum + (body[name] === undefined ? 0 : tokensIn(body[name])), 0);
