// Token counts, the same in an answer's usage and at the address that only counts.
import { write } from "./json.mjs";

/** About four letters are a token. A value that is not empty is at least one. */
export const tokensIn = (value) => Math.ceil((typeof value === "string" ? value : write(value ?? "")).length / 4);

/** Returns the tokens of the members of a request that a model reads. */
export const tokensOf = (body, members) => members.reduce((sum, name) => sum + (body[name] === undefined ? 0 : tokensIn(body[name])), 0);
