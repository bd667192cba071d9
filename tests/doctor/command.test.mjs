// rethought doctor, as a person calls it.
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { BIN, CLAUDE, claudeSession, ID, openHome } from "./homes.mjs";

const DEAD = claudeSession({ signature: "REDACTED" });
const HEALTHY = claudeSession();
const REPAIRED = DEAD.replace('{"type":"thinking","thinking":"I look outside.","signature":"REDACTED"},', "");

/** Every file below a folder, with its bytes and its time. */
function stateOf(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort().map((path) => [path, readFileSync(path, "utf8"), statSync(path).mtimeMs]);
}

test("the list has a line for each session, with its verdict, and writes nothing", () => {
  const { home, put, run } = openHome();
  put(CLAUDE, DEAD);
  put(CLAUDE.replace("5d0c", "6e1d"), claudeSession({ id: ID.replace("5d0c", "6e1d") }));
  const before = stateOf(home);
  const { status, stdout, stderr } = run();
  equal(status, 1, stderr);
  match(stdout, /^dead +Claude Code {2,}2026-11-18 09:30 shop +5d0c4a57$/m);
  match(stdout, /^healthy +Claude Code {2,}2026-11-18 09:30 shop +6e1d4a57$/m);
  match(stdout, /^2 sessions: 1 cannot go on\. To see one: rethought doctor 5d0c4a57$/m);
  deepEqual(stateOf(home), before);
});

test("a page says what killed a session, the edit, its loss and the command to resume, and writes nothing", () => {
  const { home, put, run } = openHome();
  const file = put(CLAUDE, DEAD);
  const before = stateOf(home);
  for (const word of [file, ID, ID.slice(0, 8)]) {
    const { status, stdout } = run(word);
    equal(status, 1);
    match(stdout, /^Claude Code: dead$/m);
    match(stdout, /invalid-thinking-signature at line 2, byte \d+: `signature` is `REDACTED`/);
    match(stdout, /The repair edits 1 line and replaces \d+ bytes\. All other bytes stay\./);
    match(stdout, /1 thought is lost/);
    match(stdout, new RegExp(`claude --resume ${ID}`));
    ok(stdout.includes(`rethought doctor ${word === file ? file : ID} --write`));
  }
  deepEqual(stateOf(home), before);
});

test("a healthy session ends with 0, and --write and --copy have nothing to do", () => {
  const { home, put, run } = openHome();
  const file = put(CLAUDE, HEALTHY);
  const before = stateOf(home);
  equal(run(file).status, 0);
  for (const action of ["--write", "--copy"]) {
    const { status, stderr } = run(file, action);
    equal(status, 0);
    match(stderr, /nothing to repair/);
  }
  deepEqual(stateOf(home), before);
});

test("--write repairs the file, --restore puts the backup back, --clean removes the backups", () => {
  const { home, put, run } = openHome();
  const file = put(CLAUDE, DEAD);
  const written = run(ID, "--write");
  equal(written.status, 0, written.stderr);
  match(written.stdout, /repaired, and checked again\. 1 thought is lost/);
  equal(readFileSync(file, "utf8"), REPAIRED);
  equal(run(ID).status, 0);
  equal(run(ID, "--restore").status, 0);
  equal(readFileSync(file, "utf8"), DEAD);
  const cleaned = run("--clean");
  match(cleaned.stdout, /^2 backups removed, \d+ bytes\.$/m);
  ok(!readdirSync(join(home, "state/rethought/backups")).length);
  match(run(ID, "--restore").stderr, /there is no backup of this session/);
});

test("--copy makes a session with a new id, which is healthy", () => {
  const { home, put, run } = openHome();
  const file = put(CLAUDE, DEAD);
  const { status, stdout } = run(file, "--copy", "--json");
  equal(status, 0);
  const { path, id, resume } = JSON.parse(stdout);
  equal(readFileSync(path, "utf8"), REPAIRED.replaceAll(ID, id));
  equal(resume, `claude --resume ${id}`);
  equal(dirname(path), join(home, dirname(CLAUDE)));
  equal(readFileSync(file, "utf8"), DEAD);
  equal(run(id).status, 0);
});

test("a session that may not be written says why, and offers a copy", async () => {
  const { home, put, run, env } = openHome();
  const file = put(CLAUDE, DEAD);
  linkSync(file, `${file}.other`);
  const linked = run(file, "--write");
  equal(linked.status, 2);
  match(linked.stderr, /the file has hard links, which a replacement would break\. Make a repaired copy: rethought doctor .* --copy/);
  rmSync(`${file}.other`);
  const child = spawn(process.execPath, ["-e", `require("node:fs").openSync(${JSON.stringify(file)}, "a"); console.log("ready"); setInterval(() => {}, 1000);`], { env, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const opened = run(file, "--write");
  child.kill();
  equal(opened.status, 2);
  match(opened.stderr, new RegExp(`the session may be in use: process ${child.pid} has .* open\\. Make a repaired copy`));
  const outside = put("shared.jsonl", DEAD);
  rmSync(file);
  symlinkSync(outside, file);
  const out = run(ID, "--write");
  equal(out.status, 2);
  match(out.stderr, /it is a link to .*shared\.jsonl, outside of the folder of Claude Code/);
  equal(readFileSync(join(home, "shared.jsonl"), "utf8"), DEAD);
});

test("an error that the file does not hold is given with --because", () => {
  const { put, run } = openHome();
  const file = put(CLAUDE, HEALTHY);
  const { stdout } = run(file, "--because", "messages.1.content.0: Invalid `signature` in `thinking` block");
  match(stdout, /The provider refused it:\n +messages\.1\.content\.0: Invalid `signature` in `thinking` block\n +rethought explain invalid-thinking-signature/);
});

test("the commands that it prints repeat the options of the call", () => {
  const { put, run } = openHome();
  const { stdout } = run(put(CLAUDE, DEAD), "--host", "api.anthropic.com", "--model", "claude-sonnet-4-5");
  match(stdout, /^ {2}repair the file\s+rethought doctor \S+ --model claude-sonnet-4-5 --host api\.anthropic\.com --write$/m);
});

test("--report has no secrets and no long text, and shows the same fault", () => {
  const { put, run, home } = openHome();
  const secret = `sk-ant-api03-${"aB3dE5gH7jK9".repeat(8)}-AAAA`;
  const file = put(CLAUDE, claudeSession({ signature: "REDACTED", text: `The key is ${secret}. ${"Long words. ".repeat(50)}`, project: `${home}/shop` }));
  const { status, stdout, stderr } = run(file, "--report");
  equal(status, 0, stderr);
  ok(!stdout.includes(secret) && !stdout.includes("Long words. ".repeat(20)) && !stdout.includes(home));
  const report = put("report.jsonl", stdout);
  const told = JSON.parse(run(report, "--json").stdout);
  deepEqual([told.state, told.findings[0].rule, told.findings[0].line], ["dead", "invalid-thinking-signature", 2]);
});

test("--json of a page and of the list are data", () => {
  const { put, run } = openHome();
  put(CLAUDE, DEAD);
  const one = JSON.parse(run(ID, "--json").stdout);
  const [row] = JSON.parse(run("--json").stdout);
  deepEqual(one, row);
  deepEqual([one.agent, one.state, one.next, one.project, one.edits.length], ["Claude Code", "dead", "rejected", "/shop", 1]);
});

test("hostile text prints no escape sequence and no line of its own", () => {
  const { put, run } = openHome();
  const hostile = "\u001b]0;title\u0007\u001b[2J\u202e\n::error::x";
  put(CLAUDE, claudeSession({ signature: `${hostile}REDACTED`, project: `/shop/${hostile}` }));
  for (const words of [[], [ID], [ID, "--because", `400 ${hostile}`]]) {
    const { stdout, stderr } = run(...words);
    ok(!/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/.test(stdout + stderr), JSON.stringify(stdout));
    ok(!/^\s*::error/m.test(stdout + stderr));
  }
});

test("files that are not a session say what they are, with exit code 2", () => {
  const { put, run } = openHome();
  for (const [name, text] of [["a.md", "# Notes\n"], ["a.db", "SQLite format 3\0aaaaaaaa"], ["a.zip", "PK\u0003\u0004aaaa"], ["empty.jsonl", ""], ["request.json", '{"model":"claude-opus-4-5","messages":[]}']]) {
    const { status, stdout, stderr } = run(put(name, text));
    equal(status, 2, `${name}: ${stdout}${stderr}`);
    ok((stdout + stderr).trim().length > 10 && !/ at .*\.js:\d+/.test(stdout + stderr), `${name}: ${stdout}${stderr}`);
  }
});

test("wrong words are refused with a sentence", () => {
  const { put, run } = openHome();
  put(CLAUDE, DEAD);
  for (const [words, pattern] of [
    [["nothing"], /nothing: no such file, and no session has this id\. List all: rethought doctor/],
    [["/dev/null"], /\/dev\/null: neither a file nor a folder\. To read a pipe: rethought doctor - < \/dev\/null/],
    [["--write", "--copy", ID], /--write and --copy exclude each other/],
    [["--account", "mine", ID], /--account must be other \(got mine\)/],
    [["--wrte", ID], /Unknown option --wrte\. Did you mean --write\?/],
  ]) {
    const { status, stderr } = run(...words);
    equal(status, 2);
    match(stderr, pattern);
  }
});

test("a folder and a pattern are listed", () => {
  const { put, run, home } = openHome();
  put("sessions/one.jsonl", DEAD);
  put("sessions/two.jsonl", HEALTHY);
  for (const word of [join(home, "sessions"), join(home, "sessions/*.jsonl")]) match(run(word).stdout, /2 sessions: 1 cannot go on/);
});

test("--watch reports a session when it dies, and makes a repaired copy", async () => {
  const { home, put, env } = openHome();
  const file = put(CLAUDE, HEALTHY);
  const child = spawn(process.execPath, [BIN, "doctor", "--watch"], { cwd: home, env });
  let [told, noted] = ["", ""];
  child.stdout.on("data", (chunk) => (told += chunk));
  await new Promise((resolve) => child.stderr.on("data", (chunk) => /Watching 1 session/.test((noted += chunk)) && resolve()));
  writeFileSync(file, DEAD);
  await new Promise((resolve) => child.stdout.on("data", () => /resume/.test(told) && resolve()));
  child.kill("SIGTERM");
  equal(await new Promise((resolve) => child.on("close", resolve)), 0);
  match(told, new RegExp(`^Claude Code ${ID}: dead \\(invalid-thinking-signature\\)$`, "m"));
  const [, id] = /claude --resume ([-0-9a-f]{36})/.exec(told);
  equal(readFileSync(join(home, dirname(CLAUDE), `${id}.jsonl`), "utf8"), REPAIRED.replaceAll(ID, id));
  equal(readFileSync(file, "utf8"), DEAD);
});

test("many sessions are listed by threads, in their order", () => {
  const { put, run } = openHome();
  for (let nth = 0; nth < 60; nth++) put(CLAUDE.replace("2f6a3c9b7e10", String(nth).padStart(12, "0")), claudeSession({ id: ID.replace("2f6a3c9b7e10", String(nth).padStart(12, "0")), signature: nth % 3 ? undefined : "REDACTED" }));
  const { status, stdout } = run("--json");
  equal(status, 1);
  const rows = JSON.parse(stdout);
  equal(rows.length, 60);
  for (const { id, sessions, state } of rows) deepEqual([sessions.at(-1), state], [id, Number(id.slice(-12)) % 3 ? "healthy" : "dead"]);
});

test("classify of a session finds its last refusal, with its place", () => {
  const { put, home } = openHome();
  const error = { type: "error", error: { type: "invalid_request_error", message: "messages.1.content.0: Invalid `signature` in `thinking` block" } };
  const refused = JSON.stringify({ parentUuid: "00000000-0000-4000-8000-000000000003", sessionId: ID, type: "assistant", isApiErrorMessage: true, error: "invalid_request", uuid: "00000000-0000-4000-8000-000000000009", timestamp: "2026-11-18T09:31:00.000Z", message: { id: "m", model: "<synthetic>", role: "assistant", type: "message", content: [{ type: "text", text: `API Error: 400 ${JSON.stringify(error)}` }] } });
  const user = JSON.stringify({ parentUuid: "00000000-0000-4000-8000-000000000002", sessionId: ID, type: "user", uuid: "00000000-0000-4000-8000-000000000003", timestamp: "2026-11-18T09:30:59.000Z", message: { role: "user", content: "More." } });
  const lines = claudeSession({ turns: 1 }).replaceAll("000000000001", "000000000002");
  put("session.jsonl", `${lines}${user}\n${refused}\n`);
  put("healthy.jsonl", HEALTHY);
  const classify = (...words) => spawnSync(process.execPath, [BIN, "classify", ...words], { cwd: home, encoding: "utf8" });
  const { status, stdout, stderr } = classify("session.jsonl");
  equal(status, 0, stderr);
  match(stdout, /^session\.jsonl, line \d, byte \d+: invalid-thinking-signature$/m);
  equal(JSON.parse(classify("session.jsonl", "--format", "json").stdout).rule, "invalid-thinking-signature");
  const none = classify("healthy.jsonl");
  equal(none.status, 2);
  match(none.stderr, /the session has no refusal/);
});

test("nothing is sent: not by the list, a page or a repair", () => {
  const { home, put, env } = openHome();
  put(CLAUDE, DEAD);
  const guarded = fileURLToPath(new URL("./no-network.cjs", import.meta.url));
  const run = (...words) => spawnSync(process.execPath, ["--require", guarded, ...words], { cwd: home, env, encoding: "utf8" }).status;
  equal(run("--eval", "fetch('http://127.0.0.1:4321').catch(() => {})"), 77);
  deepEqual([run(BIN, "doctor"), run(BIN, "doctor", ID), run(BIN, "doctor", ID, "--write")], [1, 1, 0]);
});

test("help is on the command", () => {
  const { stdout, status } = spawnSync(process.execPath, [BIN, "help", "doctor"], { encoding: "utf8" });
  equal(status, 0);
  match(stdout, /--because <error>/);
  ok(existsSync(BIN));
});
