// Who calls: the name that a client gives its conversation, and the credential it shows. Nobody can tell a key from its digest.
import { digest } from "../text/text.js";

/** The header by which a client names a conversation to the proxy alone. */
export const OWN = "x-rethought-conversation";
/** The headers by which clients name their conversations, the most certain first. */
const NAMES = [OWN, "x-claude-code-session-id", "session-id", "thread-id"];
/** The headers in which clients send their credentials. */
const CREDENTIALS = ["authorization", "x-api-key", "api-key", "x-goog-api-key", "cookie"];
/** A longer name is told by its beginning and a digest of the whole. */
const LONGEST_NAME = 200;

/** The name of the conversation in headers; `get(name)` gives a header. */
export function conversationIn(get) {
  const name = NAMES.map((header) => get(header)?.trim()).find(Boolean);
  return name === undefined || name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}#${digest(JSON.stringify(name))}`;
}

/** A digest of the credential of a call; nothing if it has none. AWS signs each call anew, so there the key's id counts. */
export function credentialIn(get, { searchParams }) {
  const shown = [...CREDENTIALS.map((header) => get(header)), searchParams.get("key") ?? undefined].map((value) => /^AWS4\S* .*?Credential=([^/,\s]+)/.exec(value ?? "")?.[1] ?? value ?? null);
  return shown.some((value) => value !== null) ? digest(JSON.stringify(shown)) : undefined;
}
