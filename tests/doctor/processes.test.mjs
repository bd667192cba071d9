// A running agent is known by its words, however it was started.
import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import { isCommand } from "./node_modules/rethought/doctor/files/processes.js";
import { AGENTS } from "./node_modules/rethought/doctor/places/agents.js";

const RUNNING = [
  ["gemini-cli", "node /usr/bin/gemini"],
  ["gemini-cli", "node --no-warnings=DEP0040 /usr/bin/gemini"],
  ["gemini-cli", "/usr/bin/node --max-old-space-size=8192 /usr/lib/node_modules/@google/gemini-cli/bundle/gemini.js"],
  ["gemini-cli", "node --require /opt/trace.cjs --import ./more.mjs /usr/bin/gemini --resume x"],
  ["claude-code", "claude --resume x"],
  ["claude-code", "node --enable-source-maps /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js"],
  ["claude-code", "/people/me/.local/share/claude/versions/2.1.326"],
  ["claude-code", "C:\\Users\\me\\AppData\\Local\\claude\\versions\\2.1.326.exe"],
  ["qwen-code", "bun run /usr/bin/qwen"],
  ["openclaw", "openclaw-gateway"],
  ["openclaw", "node /usr/lib/node_modules/openclaw/dist/index.js gateway"],
  ["openclaw", "node --disable-warning=ExperimentalWarning /usr/lib/node_modules/openclaw/openclaw.mjs"],
  ["opencode", "/usr/lib/node_modules/opencode-linux-x64/bin/opencode"],
  ["copilot-cli", "node --no-warnings /usr/lib/node_modules/@github/copilot/index.js"],
  ["codex", "codex-x86_64-unknown-linux-musl"],
  ["codex", "/usr/lib/node_modules/@openai/codex/vendor/x86_64-unknown-linux-musl/codex/codex"],
];
const OTHERS = [
  ["gemini-cli", "node /people/me/server.js gemini"],
  ["gemini-cli", "vim /usr/bin/gemini"],
  ["claude-code", "node --test /people/me/claude-notes.js"],
  ["claude-code", "/people/me/.nvm/versions/node/v24/bin/node server.js"],
  ["pi", "node /srv/node_modules/pig/index.js"],
];

const answers = (cases) => cases.map(([name, line]) => [name, line, isCommand({ words: line.split(" ") }, AGENTS.find((agent) => agent.name === name).commands)]);

test("the program of an agent is found behind the flags of its interpreter, in its package and by its version", () => {
  deepEqual(answers(RUNNING), RUNNING.map(([name, line]) => [name, line, true]));
});

test("a program that names an agent in its arguments is another one", () => {
  deepEqual(answers(OTHERS), OTHERS.map(([name, line]) => [name, line, false]));
});
