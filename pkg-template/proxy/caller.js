// Identifies a caller: the names that a client gives its conversation and its account, and a digest of its credentials. The digest does not reveal a key.
import * as glue from "../wasm/glue.js";
import { gatewayFacts } from "../guard/parts.js";
import { guarded } from "../wasm/recover.js";
import { digest } from "../text/text.js";

const shownCredential = guarded(glue.shownCredential);

/** The header in which a client names a conversation to the proxy alone. */
export const OWN = "x-rethought-conversation";
/** The header in which a client names an account to the proxy alone: a person, or a customer. */
export const ACCOUNT = "x-rethought-account";
/** The headers in which clients name their conversations, the most reliable first. */
const NAMES = [OWN, "x-claude-code-session-id", "session-id", "thread-id"];
/** A longer name is shortened to its beginning and a digest of the whole. */
const LONGEST_NAME = 200;

/** Returns the name of the conversation in headers. `get(name)` returns a header. */
export const conversationIn = (get) => shortened(NAMES.map((header) => get(header)?.trim()).find(Boolean));

/** Returns the name of the account of a call: the one in its headers, or else the name of its `token`. */
export const accountIn = (get, token) => shortened(get(ACCOUNT)?.trim() || undefined) ?? token?.name;

const shortened = (name) => (name === undefined || name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}#${digest(JSON.stringify(name))}`);

/** Returns a digest of the credentials of a call to an address, its `token` among them, or nothing if it has none. */
export function credentialIn(get, { href }, token) {
  const shown = gatewayFacts().shownHeaders.map((name) => [name, get(name)]).filter(([, value]) => value !== undefined);
  const credential = shownCredential(JSON.stringify(Object.fromEntries(shown)), href);
  return token ? digest(JSON.stringify([token.digest, credential ?? null])) : credential;
}
