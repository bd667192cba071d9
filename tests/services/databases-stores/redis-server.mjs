// A private Redis: in a folder, reached by a socket. It can be ended and started again, and keeps its data on request.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ensureRedis } from "../../../scripts/databases.mjs";
import { Skip } from "../../skip.mjs";
import { untilThere } from "./until-there.mjs";

/** Every write is in the file before it is answered, so a kill loses none. */
const KEPT = ["--appendonly", "yes", "--appendfsync", "no", "--auto-aof-rewrite-percentage", "0"];

export class RedisServer {
  socket;
  #folder;
  #program;
  #isKept;
  #child;

  constructor(folder, { isKept = false } = {}) {
    [this.#folder, this.#isKept] = [folder, isKept];
    this.socket = join(folder, "redis.sock");
  }

  /** Resolves when clients reach it. Throws `Skip` if it is not installed. */
  async start() {
    this.#program ??= await ensureRedis();
    if (!this.#program) throw new Skip("there is no redis-server, and it cannot be installed");
    // A killed one leaves its socket.
    rmSync(this.socket, { force: true });
    this.#child = spawn(this.#program, ["--port", "0", "--unixsocket", this.socket, "--save", "", ...(this.#isKept ? KEPT : ["--appendonly", "no"]), "--dir", this.#folder], { stdio: "ignore" });
    await untilThere(this.socket, this.#child);
  }

  /** Ends it, with a signal. */
  async end(signal = "SIGTERM") {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "close");
    child.kill(signal);
    await ended;
  }

  /** Makes it hang: it accepts connections and answers nothing. */
  hang() {
    this.#child.kill("SIGSTOP");
  }

  goOn() {
    this.#child.kill("SIGCONT");
  }
}
