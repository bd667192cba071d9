// The recipes of recipes/programs.md, run with the address of a proxy of this run in place of theirs.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tests } from "../../scripts/paths.mjs";

const PAGE = readFileSync(join(tests, "proxy", "recipes", "programs.md"), "utf8");
const ADDRESS = "http://127.0.0.1:8787";
const START = "npx rethought proxy ";
const PROGRAM_MS = 120_000;

/** The keys of the recipes in the environment: the accounts of the simulator. */
export const KEYS = { ANTHROPIC_API_KEY: "acct-a", OPENAI_API_KEY: "org-a", GEMINI_API_KEY: "project-a" };

/** The recipes by the names of their programs, each the lines of its settings and, last, the command. */
export const RECIPES = Object.fromEntries([...PAGE.matchAll(/^```sh ([^\n]+)\n([^]*?)\n```$/gm)].map(([, name, text]) => [name, text.split("\n")]));

/** The starts of the proxy: the arguments of each, and its program and model, if it names them. */
export const STARTS = PAGE.split("\n").filter((line) => line.startsWith(START)).map((line) => {
  const [, words, program, model] = /^(.*?)(?: # (.*) with (.*))?$/.exec(line.slice(START.length));
  return { words: words.split(" "), program, model };
});

/** Runs a recipe to its end. `command` replaces its last line, if it is given; a program without a recipe needs it. Resolves to its exit code and its output. */
export const runRecipe = (name, base, options) => startRecipe(name, base, options).ended;

/** Starts a recipe. `kill()` kills its programs at once, and `ended` resolves to its exit code and its output. */
export function startRecipe(name, base, { cwd, env, command }) {
  const lines = (RECIPES[name] ?? [""]).join("\n").replaceAll(ADDRESS, base).split("\n");
  const script = command === undefined ? lines : [...lines.slice(0, -1), command];
  // A group of its own: a program may start others, which a kill must reach too. Some programs read their prompt from standard input.
  const child = spawn("sh", ["-e", "-c", script.join("\n")], { cwd, env: { ...KEYS, ...env }, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  };
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (printed += text));
  const timer = setTimeout(kill, PROGRAM_MS);
  const ended = new Promise((resolve) => child.on("close", (code, signal) => (clearTimeout(timer), resolve({ code: code ?? signal, printed }))));
  return { kill, ended };
}
