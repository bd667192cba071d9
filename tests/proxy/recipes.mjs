// The recipes of recipes/programs.md, as they are run: with the address of a proxy of this run in place of the one that they name.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tests } from "../../scripts/paths.mjs";

const PAGE = readFileSync(join(tests, "proxy", "recipes", "programs.md"), "utf8");
const ADDRESS = "http://127.0.0.1:8787";
const START = "npx rethought proxy ";
const PROGRAM_MS = 120_000;

/** The keys that the recipes find in the environment: the accounts of the simulator. */
export const KEYS = { ANTHROPIC_API_KEY: "acct-a", OPENAI_API_KEY: "org-a", GEMINI_API_KEY: "project-a" };

/** The recipes by the names of their programs, each the lines of its settings and, last, the command. */
export const RECIPES = Object.fromEntries([...PAGE.matchAll(/^```sh ([^\n]+)\n([^]*?)\n```$/gm)].map(([, name, text]) => [name, text.split("\n")]));

/** The starts of the proxy: the words of each, and the program and the model that it is for, if it says so. */
export const STARTS = PAGE.split("\n").filter((line) => line.startsWith(START)).map((line) => {
  const [, words, program, model] = /^(.*?)(?: # (.*) with (.*))?$/.exec(line.slice(START.length));
  return { words: words.split(" "), program, model };
});

/** Runs a recipe to its end. `command` is run in place of its last line, if it is given. Resolves to the code of its end, and to all that it printed. */
export function runRecipe(name, base, { cwd, env, command }) {
  const lines = RECIPES[name].join("\n").replaceAll(ADDRESS, base).split("\n");
  const script = command === undefined ? lines : [...lines.slice(0, -1), command];
  return new Promise((resolve) => {
    const child = execFile("sh", ["-e", "-c", script.join("\n")], { cwd, env: { ...KEYS, ...env }, timeout: PROGRAM_MS, maxBuffer: 1e8 }, (error, stdout, stderr) => resolve({ code: error ? (error.code ?? error.signal) : 0, printed: `${stdout}${stderr}` }));
    // Some programs read what they are asked for from there.
    child.stdin.end();
  });
}
