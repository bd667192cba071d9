// A private Redis and Postgres for one run: in a separate folder, reached by sockets, removed at the end.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ensurePostgres } from "../../../scripts/databases.mjs";
import { Skip } from "../../skip.mjs";
import { RedisServer } from "./redis-server.mjs";
import { untilThere } from "./until-there.mjs";

/** Servers that are started on first use. */
export class Servers {
  #folder;
  #started = new Map();
  #ends = [];

  constructor(folder) {
    this.#folder = folder;
  }

  /** Returns the address of a server. Throws `Skip` if it is not available. */
  async reach(name) {
    if (!this.#started.has(name)) this.#started.set(name, this.#start(name));
    return this.#started.get(name);
  }

  async stop() {
    await Promise.allSettled(this.#started.values());
    for (const end of this.#ends) await end();
  }

  async #start(name) {
    const folder = join(this.#folder, name);
    mkdirSync(folder);
    return name === "redis" ? this.#startRedis(folder) : this.#startPostgres(folder);
  }

  async #startRedis(folder) {
    const server = new RedisServer(folder);
    this.#ends.push(() => server.end());
    await server.start();
    return { socket: server.socket };
  }

  async #startPostgres(folder) {
    const bin = await ensurePostgres();
    if (!bin) throw new Skip("there is no postgres, and it cannot be installed");
    const data = join(folder, "data");
    const owner = ownerOf(folder);
    execFileSync(join(bin, "initdb"), ["-D", data, "-U", "rethought", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"], { stdio: ["ignore", "ignore", "pipe"], ...owner });
    const child = spawn(join(bin, "postgres"), ["-D", data, "-k", folder, "-c", "listen_addresses="], { stdio: "ignore", ...owner });
    this.#ends.push(async () => {
      const ended = new Promise((resolve) => child.on("close", resolve));
      if (child.exitCode === null && child.kill("SIGINT")) await ended;
    });
    await untilThere(join(folder, ".s.PGSQL.5432"), child);
    await untilAnswers(bin, folder, child);
    return { folder };
  }
}

/** Postgres does not run as root: then it runs as the user of its package. */
function ownerOf(folder) {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const [uid, gid] = [idOf("-u"), idOf("-g")];
  chmodSync(join(folder, ".."), 0o755);
  chownSync(folder, uid, gid);
  return { uid, gid, cwd: folder };
}

async function untilAnswers(bin, folder, child) {
  for (let nth = 0; nth < 200; nth++) {
    try {
      return execFileSync(join(bin, "pg_isready"), ["-h", folder, "-U", "rethought", "-d", "postgres"], { stdio: "ignore" });
    } catch {
      await pause(50);
    }
  }
  throw new Error(`${child.spawnfile} does not answer`);
}
