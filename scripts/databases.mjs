// Redis and Postgres from the system, if they are installed or can be. Otherwise the checks that use them are skipped.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { onPath } from "./chromium.mjs";
import { installBySystem } from "./system-packages.mjs";

const POSTGRES_HOME = "/usr/lib/postgresql";

/** Returns the path of the server, or null. Installed by apt-get if absent and permitted. */
export const ensureRedis = () => ensureProgram(() => process.env.REDIS_SERVER || onPath("redis-server"), "redis-server");

/** Returns the folder with `postgres` and `initdb`, or null. Installed by apt-get if absent and permitted. */
export const ensurePostgres = () => ensureProgram(findPostgres, "postgresql");

/** Debian keeps these programs outside PATH, in a folder for each version. */
function findPostgres() {
  const versions = existsSync(POSTGRES_HOME) ? readdirSync(POSTGRES_HOME).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [process.env.POSTGRES_BIN, ...versions.map((version) => join(POSTGRES_HOME, version, "bin"))];
  return folders.find((folder) => folder && ["postgres", "initdb"].every((name) => existsSync(join(folder, name)))) ?? null;
}

async function ensureProgram(search, name) {
  const found = search();
  if (found || process.getuid?.() !== 0) return found;
  try {
    console.log(`installing ${name}`);
    await installBySystem(`apt-install-${name}`, [name]);
  } catch {
    // No apt-get, no network, or no such package: the checks that need it are skipped.
  }
  return search();
}
