// Runs a command with its output in a log file. A failure has a sentence and the end of that log.
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { logs, root } from "./paths.mjs";

/** A failure that a person can act on: `message` is the problem, `todo` the remedy, `tail` the end of the log. */
export class Stop extends Error {
  constructor(message, { todo = "", tail = "" } = {}) {
    super(message);
    this.todo = todo;
    this.tail = tail;
  }
}

/**
 * Runs `command`, and resolves to its whole output. `log` names the file under target/logs. A failure that `counted` recognises in the output (tests
 * that ran and failed) is returned like a success, for the caller to count.
 */
export async function run(command, args, { log, cwd = root, env = {}, todo = "", counted = () => false } = {}) {
  mkdirSync(logs, { recursive: true });
  const file = join(logs, `${log}.log`);
  const out = createWriteStream(file);
  out.write(`$ ${command} ${args.join(" ")}\n`);
  const code = await new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, NO_COLOR: "1", CARGO_TERM_COLOR: "never", ...env } });
    child.stdout.pipe(out, { end: false });
    child.stderr.pipe(out, { end: false });
    child.on("error", reject);
    child.on("close", resolve);
  }).catch((error) => {
    throw new Stop(`${command} could not be started (${error.code}).`, { todo });
  });
  await new Promise((resolve) => out.end(resolve));
  const text = readFileSync(file, "utf8");
  if (code === 0 || counted(text)) return text;
  throw new Stop(`${command} ${args.slice(0, 3).join(" ")} … failed; the whole output is in ${file}.`, {
    todo: offline(text) ? "The network could not be reached: connect it, or fill the caches on a machine that has it." : todo,
    tail: endOf(text),
  });
}

/** Resolves to the output of `command`, or null if it cannot run or fails. This checks for a tool without failing if it is absent. */
export function answers(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env } });
    let text = "";
    child.stdout.on("data", (chunk) => (text += chunk));
    child.stderr.resume();
    child.on("error", () => resolve(null));
    child.on("close", (code) => resolve(code === 0 ? text.trim() : null));
  });
}

/** Ends a script on its failure with one sentence, never with a stack of our frames. */
export function report(error) {
  process.exitCode = 1;
  if (!(error instanceof Stop)) return console.error(error);
  if (error.tail) console.error(error.tail.replace(/^/gm, "  | "));
  console.error(error.message);
  if (error.todo) console.error(error.todo);
}

export const endOf = (text, lines = 25) => text.trimEnd().split("\n").slice(-lines).join("\n");

const offline = (text) =>
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|Could not resolve host|failed to download|spurious network error/i.test(text);
