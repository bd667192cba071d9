// The recipes of recipes/programs.md, run with the address of a proxy of this run in place of theirs.
import { execFile } from "node:child_process";
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

/** Runs a recipe to its end. `command` replaces its last line, if it is given. Resolves to its exit code and its output. */
export function runRecipe(name, base, { cwd, env, command }) {
  const lines = RECIPES[name].join("\n").replaceAll(ADDRESS, base).split("\n");
  const script = command === undefined ? lines : [...lines.slice(0, -1), command];
  return new Promise((resolve) => {
    const child = execFile("sh", ["-e", "-c", script.join("\n")], { cwd, env: { ...KEYS, ...env }, timeout: PROGRAM_MS, maxBuffer: 1e8 }, (error, stdout, stderr) => resolve({ code: error ? (error.code ?? error.signal) : 0, printed: `${stdout}${stderr}` }));
    // Some programs read their prompt from there.
    child.stdin.end();
  });
}
