// Places for the stores of this suite, on servers of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { Servers } from "../databases-stores/servers.mjs";

const folder = mkdtempSync(join(tmpdir(), "rethought-production-"));
const servers = new Servers(folder);
let count = 0;

/** A new place for a kind of store: plain data, for other processes too. */
export async function newPlace(kind) {
  const space = `p${++count}`;
  if (kind === "redis") return { kind, space, ...(await servers.reach("redis")) };
  if (kind === "postgres") return { kind, space, host: (await servers.reach("postgres")).folder };
  return { kind, path: join(folder, space) };
}

/** The texts of all lines of a store. */
export async function linesOf(store) {
  const lines = [];
  for await (const entries of store.entries()) for (const { key, value } of entries) if (/^line-[0-9a-f]{64}$/.test(key)) lines.push(value);
  return lines;
}

async function removePlaces() {
  await servers.stop();
  rmSync(folder, { recursive: true, force: true });
}

after(removePlaces);
// Otherwise the servers would outlive a stopped run.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => removePlaces().finally(() => process.exit(1)));
