// Identifies a caller: the name that a client gives its conversation, and a digest of its credential. The digest does not reveal the key.
import * as glue from "../wasm/glue.js";
import { gatewayFacts } from "../guard/parts.js";
import { guarded } from "../wasm/recover.js";
import { digest } from "../text/text.js";

const shownCredential = guarded(glue.shownCredential);

/** The header in which a client names a conversation to the proxy alone. */
export const OWN = "x-rethought-conversation";
/** The headers in which clients name their conversations, the most reliable first. */
const NAMES = [OWN, "x-claude-code-session-id", "session-id", "thread-id"];
/** A longer name is shortened to its beginning and a digest of the whole. */
const LONGEST_NAME = 200;

/** Returns the name of the conversation in headers. `get(name)` returns a header. */
export function conversationIn(get) {
  const name = NAMES.map((header) => get(header)?.trim()).find(Boolean);
  return name === undefined || name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}#${digest(JSON.stringify(name))}`;
}

/** Returns a digest of the credential of a call to an address: that of its `token` if it has no key, or nothing if it has neither. */
export function credentialIn(get, { href }, token) {
  const shown = gatewayFacts().shownHeaders.map((name) => [name, get(name)]).filter(([, value]) => value !== undefined);
  return shownCredential(JSON.stringify(Object.fromEntries(shown)), href) ?? token?.digest;
}
