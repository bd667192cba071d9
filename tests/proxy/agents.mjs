// Agents from npm, each in a separate home folder: how to run them without a person, and the place of their histories.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ensurePackages } from "../../scripts/npm.mjs";
import { tests } from "../../scripts/paths.mjs";
import { Skip } from "../skip.mjs";
import { startRecipe } from "./recipes.mjs";

const packages = join(tests, "proxy", "programs");
export const WORDS = "Write hello";
const shell = "echo hello >> made.txt";

const claude = {
  recipe: "Claude Code",
  program: "claude",
  command: (prompt, { goesOn, model = "claude-opus-4-8" }) => `claude -p "${prompt}" --allowedTools Bash --model ${model}${goesOn ? " --continue" : ""}`,
  call: { name: "Bash", arguments: JSON.stringify({ command: shell, description: "Write" }) },
  history: ".claude/projects",
  env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
};

/**
 * `script` is the agent itself; `command` runs it on a prompt, or continues its last session; `call` is a call of its own shell; `history` is the
 * place of its sessions; `settings` gives its file of settings for the address of a proxy.
 */
export const AGENTS = {
  "Claude Code": { ...claude, script: "@anthropic-ai/claude-code/cli-wrapper.cjs" },
  Codex: {
    recipe: "Codex",
    program: "codex",
    script: "@openai/codex/bin/codex.js",
    command: (prompt, { goesOn, model = "gpt-5.5" }) =>
      `codex -c model_provider=rethought -c "model_providers.rethought=$CODEX" exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox -m ${model}${goesOn ? " resume --last" : ""} "${prompt}"`,
    call: { name: "exec_command", arguments: JSON.stringify({ cmd: shell }) },
    history: ".codex/sessions",
    env: {},
  },
  "Gemini CLI": {
    recipe: "Gemini CLI",
    program: "gemini",
    script: "@google/gemini-cli/bundle/gemini.js",
    command: (prompt, { goesOn, model = "gemini-3-pro-preview" }) => `gemini -p "${prompt}" --yolo -m ${model}${goesOn ? " -r latest" : ""}`,
    call: { name: "run_shell_command", arguments: JSON.stringify({ command: shell, description: "Write" }) },
    history: ".gemini/tmp",
    env: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
    settings: () => [".gemini/settings.json", { security: { auth: { selectedType: "gemini-api-key" } } }],
  },
};

/** Agents that only the tests of the doctor run. Claude Code 2.1.154 cannot rescue a session itself. */
export const MORE_AGENTS = {
  "Claude Code 2.1.154": { ...claude, script: "claude-code-2.1.154/cli-wrapper.cjs" },
  pi: {
    program: "pi",
    script: "@earendil-works/pi-coding-agent/dist/cli.js",
    // It needs Node 22.19.
    node: join(tests, "node_modules", "node24-x64", "bin", "node"),
    command: (prompt, { goesOn, model = "claude-opus-4-8" }) => `pi -p "${prompt}" --provider anthropic --model ${model} --thinking high${goesOn ? " --continue" : ""}`,
    call: { name: "bash", arguments: JSON.stringify({ command: shell }) },
    history: ".pi/agent/sessions",
    env: { PI_OFFLINE: "1" },
    settings: (base) => [".pi/agent/models.json", { providers: { anthropic: { baseUrl: `${base}/anthropic` }, openai: { baseUrl: `${base}/openai/v1` } } }],
  },
  OpenCode: {
    program: "opencode",
    script: "opencode-linux-x64/bin/opencode",
    // It is not a script, and there is one for each system.
    node: "",
    command: (prompt, { goesOn, model = "anthropic/claude-opus-4-8" }) => `opencode run "${prompt}" --model ${model} --variant high${goesOn ? " --continue" : ""}`,
    call: { name: "bash", arguments: JSON.stringify({ command: shell, description: "Write" }) },
    history: ".local/share/opencode",
    env: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_LSP_DOWNLOAD: "1", OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_PURE: "1" },
    settings: (base) => [".config/opencode/opencode.json", { provider: { anthropic: { options: { baseURL: `${base}/anthropic/v1` } }, openai: { options: { baseURL: `${base}/openai/v1` } } } }],
  },
};
MORE_AGENTS["pi with GPT"] = { ...MORE_AGENTS.pi, command: (prompt, { goesOn, model = "gpt-5.5" }) => `pi -p "${prompt}" --provider openai --model ${model} --thinking high${goesOn ? " --continue" : ""}` };
MORE_AGENTS["OpenCode with GPT"] = { ...MORE_AGENTS.OpenCode, command: (prompt, more) => MORE_AGENTS.OpenCode.command(prompt, { model: "openai/gpt-5.5", ...more }) };

/** Returns a reply of the model: it calls the agent's shell, and ends when it has the result. */
export function planFor({ call }) {
  const isAnswered = (text) => Math.max(...['"tool_result"', '"function_call_output"', '"functionResponse":'].map((one) => text.lastIndexOf(one))) > text.lastIndexOf(WORDS);
  return ({ text }) => ({ runs: [["text"]], calls: isAnswered(text) ? 0 : 1, text: false, summary: true, call });
}

/**
 * Opens a home folder for an agent: `run(base, prompt, more)` runs it there, `start` without waiting for its end, `recipe(base)` runs its recipe, `made()` is the output of its shell,
 * `damage(edit)` edits its sessions, `sessions()` are their files.
 */
export async function openAgent(name) {
  const { recipe, program, script, node = process.execPath, command, history, env: own, settings } = AGENTS[name] ?? MORE_AGENTS[name];
  await install();
  if (!existsSync(join(packages, "node_modules", script))) throw new Skip(`${name} is not installed on this system`);
  const home = mkdtempSync(join(tmpdir(), "rethought-agent-"));
  const [cwd, bin] = [join(home, "work"), join(home, "bin")];
  for (const folder of [cwd, bin]) mkdirSync(folder, { recursive: true });
  // Outside of a repository Codex asks a person first.
  execFileSync("git", ["init", "--quiet"], { cwd });
  writeFileSync(join(bin, program), `#!/bin/sh\nexec ${node && `"${node}"`} "${join(packages, "node_modules", script)}" "$@"\n`);
  chmodSync(join(bin, program), 0o755);
  const env = { HOME: home, PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter), ...own };
  const startIn = (base, more) => {
    if (settings) writeJson(join(home, settings(base)[0]), settings(base)[1]);
    return startRecipe(recipe, base, { cwd, env, ...more });
  };
  return {
    home,
    history,
    start: (base, prompt, { env: others, ...more } = {}) => startIn(base, { command: command(prompt, more), env: { ...env, ...others } }),
    run: (base, prompt, more = {}) => startIn(base, { command: command(prompt, more), env: { ...env, ...more.env } }).ended,
    recipe: (base) => startIn(base, {}).ended,
    made: () => readFileSync(join(cwd, "made.txt"), "utf8"),
    damage: (edit) => filesIn(join(home, history)).filter((file) => rewrite(file, edit)).length,
    sessions: () => filesIn(join(home, history)).filter((file) => /\.jsonl?$/.test(file)),
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
