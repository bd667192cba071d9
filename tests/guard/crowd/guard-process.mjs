// The process with the guard, for its clients. It can be killed and started again.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("program.mjs", import.meta.url));

export class GuardProcess {
  /** The number of starts. */
  lives = 0;
  #args;
  #told;
  #child;
  #isReady;
  #asked = new Map();
  #count = 0;

  /** `told({ kind, id, message })` is called for the guard's reports. */
  constructor(args, told) {
    [this.#args, this.#told] = [args, told];
  }

  start() {
    const child = fork(PROGRAM, this.#args, { execArgv: ["--expose-gc", "--no-warnings"] });
    this.#child = child;
    this.lives++;
    this.#isReady = new Promise((resolve, reject) => {
      child.on("message", (message) => (message.kind === "ready" ? resolve() : this.#take(message)));
      child.once("exit", (code) => {
        reject(new Error(`the process with the guard has ended with ${code}`));
        if (child.killed) return;
        this.#told({ kind: "ended", message: `the process with the guard has ended by itself, with ${code}` });
        this.#giveUp();
      });
    });
    // Waiting callers get the error; there may be none.
    this.#isReady.catch(() => {});
    return this.#isReady;
  }

  /** Resolves when it accepts calls. */
  ready() {
    return this.#isReady;
  }

  /** Sends it a request. Resolves to nothing if it is killed meanwhile. */
  ask(kind, message = {}) {
    const id = message.id ?? `ask-${this.#count++}`;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#child.send({ ...message, kind, id }, (error) => error && this.#answer(id, undefined));
    });
  }

  /** Kills it during its work. Resolves when all its output is read. */
  async kill() {
    const child = this.#child;
    if (child.exitCode !== null) return;
    const ended = Promise.all([once(child, "exit"), once(child, "disconnect")]);
    child.kill("SIGKILL");
    await ended;
    this.#giveUp();
  }

  #giveUp() {
    for (const id of [...this.#asked.keys()]) this.#answer(id, undefined);
  }

  #take(message) {
    if (message.kind === "answer") this.#answer(message.id, message.value);
    else this.#told(message);
  }

  #answer(id, value) {
    this.#asked.get(id)?.(value);
    this.#asked.delete(id);
  }
}
