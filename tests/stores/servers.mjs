// A Redis and a Postgres of our own for one run: in a folder of their own, reached by sockets, gone at the end.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ensurePostgres, ensureRedis } from "../../scripts/databases.mjs";
import { Skipped } from "../closing.mjs";

/** Servers that are started when they are first asked for. */
export class Servers {
  #folder;
  #started = new Map();
  #processes = [];

  constructor(folder) {
    this.#folder = folder;
  }

  /** Where clients reach a server. Throws `Skipped` where it cannot be had. */
  async reach(name) {
    if (!this.#started.has(name)) this.#started.set(name, this.#start(name));
    return this.#started.get(name);
  }

  async stop() {
    await Promise.allSettled(this.#started.values());
    for (const { child, signal } of this.#processes) {
      const ended = new Promise((resolve) => child.on("close", resolve));
      if (child.exitCode === null && child.kill(signal)) await ended;
    }
  }

  async #start(name) {
    const folder = join(this.#folder, name);
    mkdirSync(folder);
    return name === "redis" ? this.#startRedis(folder) : this.#startPostgres(folder);
  }

  async #startRedis(folder) {
    const program = await ensureRedis();
    if (!program) throw new Skipped("there is no redis-server, and it cannot be installed");
    const socket = join(folder, "redis.sock");
    const child = this.#run(program, ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir", folder], "SIGTERM");
    await untilThere(socket, child);
    return { socket };
  }

  async #startPostgres(folder) {
    const bin = await ensurePostgres();
    if (!bin) throw new Skipped("there is no postgres, and it cannot be installed");
    const data = join(folder, "data");
    const owner = ownerOf(folder);
    execFileSync(join(bin, "initdb"), ["-D", data, "-U", "rethought", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"], { stdio: ["ignore", "ignore", "pipe"], ...owner });
    const child = this.#run(join(bin, "postgres"), ["-D", data, "-k", folder, "-c", "listen_addresses="], "SIGINT", owner);
    await untilThere(join(folder, ".s.PGSQL.5432"), child);
    await untilAnswers(bin, folder, child);
    return { folder };
  }

  #run(program, args, signal, options) {
    const child = spawn(program, args, { stdio: "ignore", ...options });
    this.#processes.push({ child, signal });
    return child;
  }
}

/** Postgres does not run as root: then it runs as the user whom its package has made. */
function ownerOf(folder) {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const [uid, gid] = [idOf("-u"), idOf("-g")];
  chmodSync(join(folder, ".."), 0o755);
  chownSync(folder, uid, gid);
  return { uid, gid, cwd: folder };
}

async function untilThere(socket, child) {
  for (let nth = 0; nth < 400 && !existsSync(socket); nth++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    await pause(25);
  }
  if (!existsSync(socket)) throw new Error(`${child.spawnfile} does not listen`);
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
