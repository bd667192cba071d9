// The lock of a folder: a file, which names the program that holds it. A program that has died holds nothing.
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { StoreError } from "../errors/index.js";

/** How long one waits for the lock, and after how long it is that of a program that has died, if that cannot be asked: on another machine. */
const [WAIT_MS, STALE_MS] = [10_000, 600_000];
const PAUSE_MS = 25;
const OWN_FILE = 0o600;

export class FolderLock {
  #path;

  constructor(path) {
    this.#path = path;
  }

  /** Does work while no other program does. */
  async hold(work) {
    for (const until = Date.now() + WAIT_MS; !this.#take(); await pause(PAUSE_MS)) {
      const [owner, since] = this.#owner();
      if (isDead(owner, since)) this.#remove(owner);
      else if (Date.now() > until) throw new StoreError(`another program deletes in this folder. If none does, remove ${this.#path}`, { code: "E_STORE" });
    }
    try {
      return await work();
    } finally {
      unlinkSync(this.#path);
    }
  }

  #take() {
    try {
      const file = openSync(this.#path, "wx", OWN_FILE);
      writeSync(file, `${process.pid} ${hostname()}`);
      closeSync(file);
      return true;
    } catch (error) {
      if (error.code === "EEXIST") return false;
      throw error;
    }
  }

  /** The text that names the owner, and when it has taken the lock. */
  #owner() {
    try {
      return [readFileSync(this.#path, "utf8"), statSync(this.#path).mtimeMs];
    } catch {
      // It was given back just now.
      return ["", Date.now()];
    }
  }

  /** Removes the lock of a dead owner. If another program has just done that and has the lock now, it keeps it. */
  #remove(owner) {
    const aside = `${this.#path}-${process.pid}-${Math.random().toString(36).slice(2)}`;
    try {
      renameSync(this.#path, aside);
      if (readFileSync(aside, "utf8") !== owner) linkSync(aside, this.#path);
    } catch {
      // Another program was first.
    } finally {
      rmSync(aside, { force: true });
    }
  }
}

function isDead(owner, since) {
  const [, pid, host] = /^(\d+) (.+)$/.exec(owner) ?? [];
  if (host !== hostname()) return Date.now() - since > STALE_MS;
  // A container that was started again has the same numbers.
  if (Number(pid) === process.pid) return since < Date.now() - 1000 * process.uptime();
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}
