// Findings that a baseline lists, looked up by keys that a thread can be given.
import { createHash } from "node:crypto";

/** The length of a digest, which is enough to distinguish the places of one file. */
const DIGEST_LENGTH = 16;

/** Returns the digest of the text at a place. */
export const digestOf = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, DIGEST_LENGTH);

/** Returns the key of an entry: by the digest of its text, or by its place. */
export const keyOf = ({ rule, file, digest, pointer }) => JSON.stringify(digest === undefined ? [rule, file, "at", pointer] : [rule, file, digest]);
