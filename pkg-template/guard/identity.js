// The names by which a call is recorded. Two clients of a shared proxy may choose the same ones, so there a name counts within one token and one credential: behind
// it are a line feed and a digest of both.
import { ownMembers } from "../text/options.js";
import { digest } from "../text/text.js";
import { headersOf } from "./call.js";
import { currentConversation } from "./context.js";
import { credentialOf } from "./credential.js";

/** Returns whose a call is: its conversation, account and credential, as far as they are known. Throws if a function of the program does, or gives something else than a name. */
export function identityOf(call, { conversation, account }) {
  const said = (option) => (typeof option === "function" ? option(new URL(call.url.href), headersOf(call)) : option) ?? undefined;
  const identity = { conversation: currentConversation() ?? call.trace.conversation ?? said(conversation), account: said(account) ?? call.trace.account, credential: credentialOf(call) ?? call.trace.token };
  const wrong = Object.keys(identity).find((name) => identity[name] !== undefined && (typeof identity[name] !== "string" || !identity[name]));
  if (wrong) throw new TypeError(`${wrong} must be a string that is not empty`);
  return ownMembers(identity, Object.keys(identity));
}

/** Returns the target of a call with its names as they are recorded, and its conversation: the `id` in the store, and the program's own `name`. `trace` is that of the call. */
export function scopedIdentity(identity, trace) {
  const { conversation: name, account } = identity;
  const scope = scopeOf(identity, trace);
  const scoped = (name) => (scope === undefined ? name : `${name}\n${scope}`);
  const conversation = name === undefined ? undefined : { id: scoped(name), name };
  const target = { ...identity, ...(conversation ? { conversation: conversation.id } : {}), ...(account === undefined ? {} : { account: ended(scoped(account), scope) }) };
  return { conversation, target };
}

function scopeOf({ credential }, { isShared, token }) {
  if (!isShared) return undefined;
  return token === undefined ? credential : digest(JSON.stringify([token, credential ?? null]));
}

/** A name with line feeds and without a scope gets an empty one, so that what is behind the last line feed is never a part of the name. */
const ended = (name, scope) => (scope === undefined && name.includes("\n") ? `${name}\n` : name);

/** Returns the program's own name of an account, by which the store deletes. */
export const ownAccount = (account) => account?.replace(/\n[^\n]*$/, "");
