// Every snippet of the README, run from the packed tarball exactly as it is written, in order, in one folder.
// The word after the language of a block says what it is: a file name, `install`, `serves` (it runs until it is stopped), `exits 1`, `picture`, `clone`.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { data, root } from "../../../scripts/paths.mjs";
import { KEYS, recipeProject } from "../recipe-project.mjs";
import { openVendor } from "../vendor.mjs";

const MOST_BYTES = 10_240;
const README = readFileSync(join(root, "README.md"), "utf8");
const BLOCKS = [...README.matchAll(/^```(\w+)(?: ([^\n]+))?\n([^]*?)^```$/gm)].map(([, language, about = "", text]) => ({ language, about, text }));

const project = await recipeProject();
const vendor = await openVendor(9);
test.after(async () => {
  stopServer();
  await vendor.close();
  project.remove();
});
const { folder } = project;
const env = { ...process.env, ...KEYS, RETHOUGHT_SIMULATOR: `http://127.0.0.1:${vendor.port}`, NODE_OPTIONS: "--no-warnings --import=./redirect.mjs", npm_config_offline: "true", ...placesOf(folder) };

/** The folders of agents, and of the doctor: those of the machine are not looked at. */
function placesOf(place) {
  const variables = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "XDG_DATA_HOME", "PI_CODING_AGENT_DIR", "OPENCLAW_STATE_DIR", "QWEN_HOME", "COPILOT_HOME", "XDG_STATE_HOME"];
  return Object.fromEntries(variables.map((name) => [name, join(place, "agents")]));
}

/** What a reader has: a session that died of a signature that a log masked, and recorded requests. */
function layReadersFiles() {
  const line = (message, nth) => JSON.stringify({ type: message.role, sessionId: "0b6c1f0e-6a3c-4f0a-8a55-0c9d2b7e4a11", uuid: `line-${nth}`, parentUuid: nth ? `line-${nth - 1}` : null, message });
  const thinking = { type: "thinking", thinking: "I look outside.", signature: "REDACTED" };
  const messages = [{ role: "user", content: "Is it warm?" }, { id: "msg_01A", type: "message", role: "assistant", model: "claude-opus-4-5", content: [thinking, { type: "text", text: "Yes." }] }];
  writeFileSync(join(folder, "session.jsonl"), `${messages.map(line).join("\n")}\n`);
  mkdirSync(join(folder, "requests"));
  const { request } = JSON.parse(readFileSync(join(data, "rules", "thinking-without-signature", "bad-1.json"), "utf8"));
  writeFileSync(join(folder, "requests", "broken.json"), JSON.stringify(request));
}

let server;
function stopServer() {
  if (server) process.kill(-server.pid);
  server = undefined;
}

/** Starts a command that serves until it is stopped, and asks the address that it prints. */
async function serves(text) {
  stopServer();
  server = spawn("sh", ["-e", "-c", text], { cwd: folder, env, detached: true });
  let printed = "";
  const address = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      printed += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+[^\s]*/.exec(printed);
      if (found) resolve(found[0]);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.on("exit", () => reject(new Error(`it ended: ${printed}`)));
  });
  const response = await fetch(address);
  await response.text();
  assert.ok(response.status < 500, `${address}: ${response.status}`);
}

async function shell(text, code = 0) {
  const ended = await promisify(execFile)("sh", ["-e", "-c", text], { cwd: folder, env }).then((printed) => ({ code: 0, ...printed }), (error) => error);
  assert.equal(ended.code, code, `${ended.stdout}${ended.stderr}`);
  assert.ok(ended.stdout.trim().length > 10, text);
  return ended.stdout;
}

/** Runs a program. What a comment after `console.log(…);` says, up to an ellipsis, is printed. */
async function program(name, text) {
  writeFileSync(join(folder, name), text);
  const { stdout } = await promisify(execFile)(process.execPath, [name], { cwd: folder, env });
  for (const [, expected] of text.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)) assert.ok(stdout.includes(expected.split(" …")[0]), `${expected} is not in ${stdout}`);
  assert.ok(stdout.trim().length > 10, stdout);
}

/** The picture names the finding, the provider's words and the two fixes of its example, as the package gives them. */
async function picture(text) {
  const check = `import { audit, Ledger } from "rethought";
const ask = { model: "claude-opus-4-8", max_tokens: 4096, messages: [{ role: "user", content: "Is it warm?" }] };
const answer = [{ type: "thinking", thinking: "I look outside.", signature: "EqQBCkYIAxgCKkDcEqQB" }, { type: "text", text: "Yes." }];
const kept = answer.map(({ signature, ...part }) => part);
const request = { ...ask, messages: [...ask.messages, { role: "assistant", content: kept }, { role: "user", content: "And tomorrow?" }] };
const target = { host: "api.anthropic.com", wire: "anthropic-messages" };
const ledger = new Ledger();
ledger.record({ request: ask, response: { id: "msg_1", type: "message", role: "assistant", model: "claude-opus-4-8", content: answer }, target });
const [plain] = audit(request, target).findings;
const recorded = ledger.audit(request, target).findings.find(({ fix }) => fix?.safety === "safe");
console.log(JSON.stringify([plain.rule, plain.message, plain.upstream, plain.pointer, \`fix (\${plain.fix.safety}): \${plain.fix.title}\`, \`fix (\${recorded.fix.safety}), with a ledger: \${recorded.fix.title}\`]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", check], { cwd: folder, env });
  for (const fact of JSON.parse(stdout)) assert.ok(text.includes(fact), `the picture does not have: ${fact}`);
}

function installs(text) {
  for (const [, name] of text.matchAll(/^npm install (\S+)$/gm)) assert.ok(existsSync(join(folder, "node_modules", name, "package.json")), name);
}

/** The commands of a clone are the two of CONTRIBUTING.md. Who runs this test has run the second. */
function clone(text) {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const [, name] of text.matchAll(/^npm (?:run )?(\w+)/gm)) assert.ok(scripts[name], name);
}

async function runBlock({ language, about, text }) {
  if (about === "picture") return picture(text);
  if (about === "install") return installs(text);
  if (about === "clone") return clone(text);
  if (about === "serves") return serves(text);
  if (language === "js") return program(about, text);
  assert.equal(language, "sh", "a block of the README is a program, a command or the picture");
  return shell(text, Number(/^exits (\d)$/.exec(about)?.[1] ?? 0));
}

test("the README has at most 10,240 bytes", () => assert.ok(statSync(join(root, "README.md")).size <= MOST_BYTES));

test("there are as many rules as the README says", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", 'import { explain } from "rethought"; console.log(explain().length)'], { cwd: folder, env });
  const [, claimed] = /There are rules for more than (\d+) such reasons/.exec(README);
  assert.ok(Number(stdout) > Number(claimed), stdout);
});

test("the relative links of the README lead to files, in the repository and in the package", () => {
  const links = (text) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to).filter((to) => !/^https?:/.test(to));
  assert.ok(links(README).length > 5);
  for (const to of links(README)) assert.ok(existsSync(join(root, to.split("#")[0])), to);
  const packed = join(folder, "node_modules", "rethought");
  for (const to of links(readFileSync(join(packed, "README.md"), "utf8"))) assert.ok(existsSync(join(packed, to.split("#")[0])), to);
});

test("every snippet of the README runs from the tarball as it is written", async (t) => {
  assert.ok(BLOCKS.length >= 12, String(BLOCKS.length));
  layReadersFiles();
  for (const block of BLOCKS) await t.test(`${block.language} ${block.about}: ${block.text.split("\n")[0].slice(0, 60)}`, () => runBlock(block));
});
