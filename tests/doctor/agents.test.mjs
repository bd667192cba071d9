// What the doctor says about the sessions of one agent or another: their names, their subagents, their copies, and the command to resume.
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { claudeSignature } from "./handles.mjs";
import { BIN, CLAUDE, claudeSession, ID, openHome } from "./homes.mjs";

const DEAD = claudeSession({ signature: "REDACTED" });
const lines = (rows) => `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;

/** A session of pi, which is that of OpenClaw too. */
function piSession(signature, id = ID) {
  const about = { api: "anthropic-messages", provider: "anthropic", model: "claude-sonnet-4-5", stopReason: "stop" };
  const row = (nth, message) => ({ type: "message", id: `line-${nth}`, parentId: nth ? `line-${nth - 1}` : null, timestamp: "2026-11-18T09:00:00.000Z", message });
  return lines([
    { type: "session", version: 3, id, timestamp: "2026-11-18T09:00:00.000Z", cwd: "/shop" },
    row(0, { role: "user", content: [{ type: "text", text: "Is it warm?" }] }),
    row(1, { role: "assistant", content: [{ type: "thinking", thinking: "I look.", thinkingSignature: signature }, { type: "text", text: "Yes." }], ...about }),
  ]);
}

/** A chat of Gemini CLI, whose file has the first letters of its id in its name. */
const GEMINI = ".gemini/tmp/shop/chats/session-2026-11-18T09-00-7d0f2a51.jsonl";
const geminiSession = (id) => lines([
  { sessionId: id, projectHash: "5e1f", startTime: "2026-11-18T09:00:00.000Z", kind: "main" },
  { id: "m1", timestamp: "2026-11-18T09:00:01.000Z", type: "user", content: [{ text: "Is it warm?" }] },
  { id: "m2", timestamp: "2026-11-18T09:00:02.000Z", type: "gemini", content: "Yes.", thoughts: [], model: "gemini-2.5-pro" },
]);

test("a session of OpenClaw has its own command, and no copy", () => {
  const { put, run } = openHome();
  put(`.openclaw/agents/main/sessions/${ID}.jsonl`, piSession("REDACTED"));
  const { stdout } = run(ID);
  match(stdout, /^OpenClaw: dead$/m);
  match(stdout, /^ {2}then resume +openclaw resume$/m);
  ok(!stdout.includes("--copy") && !stdout.includes("pi --session"));
  const copy = run(ID, "--copy");
  equal(copy.status, 2);
  match(copy.stderr, /a copy of a session of OpenClaw cannot be resumed\. Repair the file: /);
});

test("the command for a copy has the new id, whatever the file is called", () => {
  const { home, put, run } = openHome();
  put("session.jsonl", piSession("REDACTED"));
  put("claude.jsonl", DEAD);
  for (const [name, command] of [["session.jsonl", "pi --session"], ["claude.jsonl", "claude --resume"]]) {
    const { id, path, resume } = JSON.parse(run(name, "--copy", "--json").stdout);
    equal(resume, `${command} ${id}`);
    ok(readFileSync(join(home, path), "utf8").includes(id));
  }
});

test("a session of Gemini CLI is found by the id that its command names", () => {
  const { put, run } = openHome();
  const id = "7d0f2a51-0000-4000-8000-000000000001";
  put(GEMINI, geminiSession(id));
  for (const word of [id, "7d0f2a51", "7d0f", id.slice(0, 13)]) match(run(word).stdout, new RegExp(`gemini --resume ${id}`), word);
  equal(run(id.replace("0001", "0002")).status, 2);
});

test("the session of a subagent is listed after its own, and is repaired by its name", () => {
  const { put, run } = openHome();
  put(CLAUDE, claudeSession());
  const file = put(`${CLAUDE.replace(".jsonl", "")}/subagents/agent-a1.jsonl`, DEAD);
  const { stdout } = run();
  match(stdout, /^healthy .* 5d0c4a57\ndead .* 5d0c4a57-[-0-9a-f]+\/agent-a1$/m);
  const word = `${ID}/agent-a1`;
  ok(stdout.trimEnd().endsWith(`To see one: rethought doctor ${word}`));
  equal(run(word, "--copy").status, 2);
  equal(run(word, "--write").status, 0);
  equal(run(file).status, 0);
  match(run(file).stdout, /^Claude Code: healthy$/m);
});

test("the hint names a file by its path", () => {
  const { put, run } = openHome();
  put("sessions/a-long-name.jsonl", DEAD);
  put("sessions/b-long-name.jsonl", claudeSession());
  match(run("sessions").stdout, /To see one: rethought doctor sessions\/a-long-name\.jsonl$/m);
});

test("a file that is packed with gzip is read, and not offered for a repair in place", () => {
  const { put, run } = openHome();
  const bytes = gzipSync(DEAD);
  const file = put("packed.jsonl.gz", bytes);
  const { stdout } = run("packed.jsonl.gz");
  ok(!stdout.includes("packed.jsonl.gz --write"));
  match(stdout, /gunzip < packed\.jsonl\.gz > session\.jsonl/);
  for (const action of ["--write", "--copy"]) {
    const { status, stderr } = run("packed.jsonl.gz", action);
    equal(status, 2);
    match(stderr, /it is packed with gzip, and is not written\. Unpack it first: /);
  }
  deepEqual(readFileSync(file), bytes);
});

test("a session that was deleted after its repair is put back, by its path and by its id", () => {
  const { put, run } = openHome();
  const file = put(CLAUDE, DEAD);
  for (const word of [file, ID]) {
    equal(run(ID, "--write").status, 0);
    rmSync(file);
    const { status, stdout, stderr } = run(word, "--restore");
    equal(status, 0, stderr);
    match(stdout, /the backup was put back/);
    equal(readFileSync(file, "utf8"), DEAD);
  }
});

test("backups of a session behind a linked folder are removed by its id", () => {
  const { home, put, run } = openHome();
  mkdirSync(join(home, "real"));
  symlinkSync(join(home, "real"), join(home, ".claude"));
  put(CLAUDE, DEAD);
  equal(run(ID, "--write").status, 0);
  match(run(ID, "--clean").stdout, /^1 backup removed/);
});

test("an export has one command, and no resume with the old id", () => {
  const { put, run } = openHome();
  const session = "ses_0123456789abCDEFGHIJKLMNOP";
  const part = (nth, more) => ({ id: `prt_0123456789ab${String(nth).padStart(14, "0")}`, messageID: "msg_0123456789ab00000000000002", sessionID: session, ...more });
  const messages = [
    { info: { id: "msg_0123456789ab00000000000001", sessionID: session, role: "user", time: { created: 1 } }, parts: [{ ...part(1, { type: "text", text: "Q?" }), messageID: "msg_0123456789ab00000000000001" }] },
    { info: { id: "msg_0123456789ab00000000000002", sessionID: session, role: "assistant", providerID: "anthropic", modelID: "claude-sonnet-4-5" }, parts: [part(2, { type: "reasoning", text: "T", metadata: { anthropic: { signature: claudeSignature(1).slice(0, 60) } } }), part(3, { type: "text", text: "Yes." })] },
  ];
  put("export.json", JSON.stringify({ info: { id: session, directory: "/shop" }, messages }));
  const { stdout } = run("export.json");
  match(stdout, /^ {2}repair +rethought doctor export\.json --copy$/m);
  ok(!stdout.includes("resume"));
});

test("--report of a damaged line prints no control character", () => {
  const { put, run } = openHome();
  put("torn.jsonl", `${DEAD}{"torn \u001b]0;owned\u0007\u001b[2J \u009b31m\u202e\n`);
  const { status, stdout, stderr } = run("torn.jsonl", "--report");
  equal(status, 0, stderr);
  ok(stdout.includes("owned") && !/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/.test(stdout));
});

test("--watch reports a death once, however often the dead session is tried", async () => {
  const { home, put, env } = openHome();
  const file = put(CLAUDE, claudeSession());
  const child = spawn(process.execPath, [BIN, "doctor", "--watch"], { cwd: home, env });
  let [told, noted] = ["", ""];
  child.stdout.on("data", (chunk) => (told += chunk));
  await new Promise((resolve) => child.stderr.on("data", (chunk) => /Watching/.test((noted += chunk)) && resolve()));
  writeFileSync(file, DEAD);
  await new Promise((resolve) => child.stdout.on("data", () => /resume/.test(told) && resolve()));
  appendFileSync(file, lines([{ parentUuid: "00000000-0000-4000-8000-000000000003", sessionId: ID, type: "user", uuid: "x1", cwd: "/shop", timestamp: "2026-11-18T09:35:00.000Z", message: { role: "user", content: "again" } }]));
  // Another session that dies later shows that the first one was looked at again.
  const other = ID.replace("5d0c", "6e1d");
  await new Promise((resolve) => setTimeout(resolve, 2500));
  put(CLAUDE.replace("5d0c", "6e1d"), claudeSession({ id: other, signature: "REDACTED" }));
  await new Promise((resolve) => child.stdout.on("data", () => told.includes(`${other}: dead`) && resolve()));
  child.kill("SIGTERM");
  await new Promise((resolve) => child.on("close", resolve));
  equal(told.split(`${ID}: dead`).length, 2);
  ok(existsSync(file) && readdirSync(dirname(file)).length <= 4);
});
