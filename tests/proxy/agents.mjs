// Agents from npm, each in a separate home folder: how to run them without a person, and the place of their histories.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ensurePackages } from "../../scripts/npm.mjs";
import { tests } from "../../scripts/paths.mjs";
import { Skip } from "../skip.mjs";
import { runRecipe } from "./recipes.mjs";

const packages = join(tests, "proxy", "programs");
export const WORDS = "Write hello";
const shell = "echo hello >> made.txt";

/**
 * `script` is the agent itself; `command` runs it on a prompt, or continues its last session; `call` is a call of its own shell; `history` is the
 * place of its sessions.
 */
export const AGENTS = {
  "Claude Code": {
    script: "@anthropic-ai/claude-code/cli-wrapper.cjs",
    command: (prompt, { goesOn, model = "claude-opus-4-8" }) => `claude -p "${prompt}" --allowedTools Bash --model ${model}${goesOn ? " --continue" : ""}`,
    call: { name: "Bash", arguments: JSON.stringify({ command: shell, description: "Write" }) },
    history: ".claude/projects",
    env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
  },
  Codex: {
    script: "@openai/codex/bin/codex.js",
    command: (prompt, { goesOn, model = "gpt-5.5" }) =>
      `codex -c model_provider=rethought -c "model_providers.rethought=$CODEX" exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox -m ${model}${goesOn ? " resume --last" : ""} "${prompt}"`,
    call: { name: "exec_command", arguments: JSON.stringify({ cmd: shell }) },
    history: ".codex/sessions",
    env: {},
  },
  "Gemini CLI": {
    script: "@google/gemini-cli/bundle/gemini.js",
    command: (prompt, { goesOn, model = "gemini-3-pro-preview" }) => `gemini -p "${prompt}" --yolo -m ${model}${goesOn ? " -r latest" : ""}`,
    call: { name: "run_shell_command", arguments: JSON.stringify({ command: shell, description: "Write" }) },
    history: ".gemini/tmp",
    env: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
    settings: [".gemini/settings.json", { security: { auth: { selectedType: "gemini-api-key" } } }],
  },
};
const COMMANDS = { "Claude Code": "claude", Codex: "codex", "Gemini CLI": "gemini" };

/** Returns a reply of the model: it calls the agent's shell, and ends when it has the result. */
export function planFor({ call }) {
  const isAnswered = (text) => Math.max(...['"tool_result"', '"function_call_output"', '"functionResponse":'].map((one) => text.lastIndexOf(one))) > text.lastIndexOf(WORDS);
  return ({ text }) => ({ runs: [["text"]], calls: isAnswered(text) ? 0 : 1, text: false, summary: true, call });
}

/**
 * Opens a home folder for an agent: `run(base, prompt, more)` runs it there, `recipe(base)` runs its recipe, `made()` is the output of its shell,
 * `damage(edit)` edits its sessions.
 */
export async function openAgent(name) {
  const { script, command, history, env: own, settings } = AGENTS[name];
  await install();
  const home = mkdtempSync(join(tmpdir(), "rethought-agent-"));
  const [cwd, bin] = [join(home, "work"), join(home, "bin")];
  for (const folder of [cwd, bin]) mkdirSync(folder, { recursive: true });
  // Outside of a repository Codex asks a person first.
  execFileSync("git", ["init", "--quiet"], { cwd });
  writeFileSync(join(bin, COMMANDS[name]), `#!/bin/sh\nexec "${process.execPath}" "${join(packages, "node_modules", script)}" "$@"\n`);
  chmodSync(join(bin, COMMANDS[name]), 0o755);
  if (settings) writeJson(join(home, settings[0]), settings[1]);
  const env = { HOME: home, PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter), ...own };
  return {
    run: (base, prompt, more = {}) => runRecipe(name, base, { cwd, env, command: command(prompt, more) }),
    recipe: (base) => runRecipe(name, base, { cwd, env }),
    made: () => readFileSync(join(cwd, "made.txt"), "utf8"),
    damage: (edit) => filesIn(join(home, history)).filter((file) => rewrite(file, edit)).length,
    close: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}

let installed;

/** Installs the agents once. If the registry cannot be reached, the tests that need them are skipped. */
const install = () =>
  (installed ??= ensurePackages(packages).catch((error) => {
    throw new Skip(`the agents cannot be installed: ${error.message.split("\n")[0]}`);
  }));

function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}

const filesIn = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? filesIn(join(folder, one.name)) : [join(folder, one.name)]));

function rewrite(file, edit) {
  const text = readFileSync(file, "utf8");
  const edited = edit(text);
  if (edited !== text) writeFileSync(file, edited);
  return edited !== text;
}
