// Notes on repaired sessions. A repaired session still records the old refusal, which is about bytes that it no longer has. The note has the size and the digest
// of what the repair wrote: a refusal within these bytes is the old one.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stateFolder } from "../places/state.js";
import { writeFileWhole } from "./replace-file.js";

/** Notes the bytes of a repaired session `key`, given in chunks. */
export function noteRepaired(key, chunks, where) {
  const [hash, size] = digestOf(chunks, Infinity);
  const file = noteOf(key, where);
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  writeFileWhole(file, [Buffer.from(`${JSON.stringify({ key, size, digest: hash })}\n`)]);
}

/** True if a refusal at this byte of a session is older than its repair. `open` gives the session in chunks. */
export function isBeforeRepair(key, offset, open, where) {
  const note = noteAt(noteOf(key, where));
  if (!note || offset >= note.size) return false;
  const [digest, size] = digestOf(open(), note.size);
  return size === note.size && digest === note.digest;
}

/** The digest of the first bytes, and their number. */
function digestOf(chunks, most) {
  const hash = createHash("sha256");
  let size = 0;
  for (const chunk of chunks) {
    const bytes = chunk.subarray(0, most - size);
    hash.update(bytes);
    size += bytes.length;
    if (size === most) break;
  }
  return [hash.digest("hex"), size];
}

const noteOf = (key, where) => join(stateFolder(where), "repaired", `${createHash("sha256").update(key).digest("hex").slice(0, 24)}.json`);

function noteAt(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // Most sessions have none, and a damaged one says nothing.
    return undefined;
  }
}
