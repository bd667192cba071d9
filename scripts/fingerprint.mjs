// A digest over files and folders: the inputs of a cached result.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, stamps } from "./paths.mjs";

/** Returns the digest of the named places under the repository root, with `extra` words such as tool versions. */
export function fingerprint(places, extra = []) {
  const hash = createHash("sha256");
  for (const word of extra) hash.update(`${word}\0`);
  for (const place of places) for (const file of walk(place)) hash.update(`${file}\0`).update(readFileSync(join(root, file))).update("\0");
  return hash.digest("hex");
}

/** Returns true if the result called `name` was made from inputs with this digest. */
export function isFresh(name, digest) {
  const file = join(stamps, name);
  return existsSync(file) && readFileSync(file, "utf8") === digest;
}

export function remember(name, digest) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), digest);
}

function walk(place) {
  const path = join(root, place);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [place];
  return readdirSync(path).sort().flatMap((name) => walk(join(place, name)));
}
