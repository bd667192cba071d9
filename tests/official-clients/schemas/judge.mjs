// The judge of bodies, in a separate Python process: judge.py beside this file.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("judge.py", import.meta.url));

export class Judge {
  #child;
  #count = 0;
  #faults = new Map();
  #complaint = "";
  #ended;

  /** `folder` has the documents of repositories; it is optional. */
  constructor(python, folder) {
    this.#child = spawn(python, ["-B", PROGRAM, ...(folder ? [folder] : [])], { stdio: ["pipe", "pipe", "pipe"] });
    this.#child.stderr.on("data", (chunk) => (this.#complaint = `${this.#complaint}${chunk}`.slice(-2000)));
    // An ended process reads no more; its exit code has the reason.
    this.#child.stdin.on("error", () => {});
    const lines = createInterface({ input: this.#child.stdout });
    lines.on("line", (line) => {
      const { id, faults } = JSON.parse(line);
      this.#faults.set(id, faults);
    });
    this.#ended = Promise.all([once(this.#child, "exit"), once(lines, "close")]);
  }

  /** Judges a body. Resolves to the key of its faults. */
  async ask(schema, body) {
    const id = ++this.#count;
    const isTaken = this.#child.stdin.write(`${JSON.stringify({ id, schema, body })}\n`);
    if (!isTaken && this.#child.exitCode === null) await Promise.race([once(this.#child.stdin, "drain"), this.#ended]);
    return id;
  }

  /** Waits until every body is judged. Resolves to the faults by key. A valid body has none. */
  async close() {
    this.#child.stdin.end();
    const [[code]] = await this.#ended;
    if (code !== 0) throw new Error(`judge.py ended with ${code}: ${this.#complaint}`);
    return this.#faults;
  }
}
