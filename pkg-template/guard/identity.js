// The names by which a call is recorded. Two clients of a shared proxy may choose the same ones, so there a name counts within one token and one credential.
import { digest } from "../text/text.js";

/** The names that are scoped. */
const NAMES = ["conversation", "account"];

/** Returns the identity of a call with its names as they are recorded. `trace` is that of the call. */
export function scopedIdentity(identity, { isShared, token }) {
  const { credential } = identity;
  const scope = token === undefined ? credential : digest(JSON.stringify([token, credential ?? null]));
  if (!isShared || scope === undefined) return identity;
  const scoped = NAMES.filter((name) => identity[name] !== undefined).map((name) => [name, `${identity[name]}\n${scope}`]);
  return { ...identity, ...Object.fromEntries(scoped) };
}

/** Returns the name that the program gave. */
export const ownName = (name) => name?.split("\n", 1)[0];
