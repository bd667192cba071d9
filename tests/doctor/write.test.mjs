// Writing a session: backup, one replace, restore, and everything that forbids it.
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { spawn } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { backupsOf, removeBackups } from "./node_modules/rethought/doctor/files/backup.js";
import { copySession } from "./node_modules/rethought/doctor/files/copy.js";
import { NotWritten } from "./node_modules/rethought/doctor/files/not-written.js";
import { restoreBackup, writeEdits } from "./node_modules/rethought/doctor/files/write.js";
import { stampOf } from "./node_modules/rethought/doctor/source.js";
import { sessionAt } from "./node_modules/rethought/doctor/places/find.js";

const ID = "5d0c4a57-1b7e-4e0b-9d58-2f6a3c9b7e10";
const homes = [];
after(() => homes.forEach((home) => rmSync(home, { recursive: true, force: true })));
const OLD = `{"sessionId":"${ID}","a":"bad ä"}\n{"sessionId":"${ID}","b":2}\n`;
const NEW = OLD.replace("bad", "good");
const EDITS = [{ line: 1, offset: OLD.indexOf("bad"), length: 3, text: "good" }];

/** A home folder with one session of an agent. */
function open(path = `.claude/projects/-shop/${ID}.jsonl`, text = OLD) {
  const home = mkdtempSync(join(tmpdir(), "rethought-doctor-"));
  homes.push(home);
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
  const where = { env: { XDG_STATE_HOME: join(home, "state") }, home };
  const session = { ...sessionAt(file, where), project: "/shop" };
  const write = (more) => writeEdits(session, EDITS, { stamp: stampOf(file), audit: () => {}, where, ...more });
  return { home, file, where, session, write };
}

const refused = (call, pattern) => rejects(call, (error) => error instanceof NotWritten && pattern.test(error.message));

test("the edit is written, all else stays, and the backup has the old bytes and the mode", async () => {
  for (const mode of [0o600, 0o640, 0o644]) {
    const { file, where, write } = open();
    chmodSync(file, mode);
    const backup = await write();
    equal(readFileSync(file, "utf8"), NEW);
    equal(readFileSync(backup, "utf8"), OLD);
    deepEqual([file, backup].map((path) => statSync(path).mode & 0o7777), [mode, mode]);
    equal(statSync(dirname(backup)).mode & 0o7777, 0o700);
    deepEqual(backupsOf(file, where), [backup]);
    deepEqual(readdirSync(dirname(file)), [`${ID}.jsonl`]);
  }
});

test("a backup is put back, and put back again it is undone", async () => {
  const { file, where, session, write } = open();
  await write();
  await restoreBackup(session, { where });
  equal(readFileSync(file, "utf8"), OLD);
  await restoreBackup(session, { where });
  equal(readFileSync(file, "utf8"), NEW);
  equal(backupsOf(file, where).length, 3);
  deepEqual(removeBackups(file, where).count, 3);
  await refused(() => restoreBackup(session, { where }), /there is no backup/);
});

test("all backups are removed at once, with their bytes counted", async () => {
  const { where, write } = open();
  await write();
  deepEqual(removeBackups(undefined, where), { count: 1, bytes: Buffer.byteLength(OLD) });
  deepEqual(removeBackups(undefined, where), { count: 0, bytes: 0 });
});

test("a file that the audit refuses is not written", async () => {
  const { file, write } = open();
  let audited;
  await rejects(write({ audit: (draft) => { audited = readFileSync(draft, "utf8"); throw new Error("still dead"); } }), /still dead/);
  equal(audited, NEW);
  equal(readFileSync(file, "utf8"), OLD);
  deepEqual(readdirSync(dirname(file)), [`${ID}.jsonl`]);
});

test("a session that grows before or during the repair is not written", async () => {
  const { file, write } = open();
  const stamp = stampOf(file);
  appendFileSync(file, "{}\n");
  await refused(() => write({ stamp }), /changed while it was repaired/);
  await refused(() => write({ audit: () => appendFileSync(file, "{}\n") }), /changed while it was repaired/);
  equal(readFileSync(file, "utf8"), `${OLD}{}\n{}\n`);
});

test("a symbolic link inside the agent's folder stays one, and one that leads out is refused", async () => {
  const { home, file, where } = open();
  const link = join(dirname(file), "11111111-1b7e-4e0b-9d58-2f6a3c9b7e10.jsonl");
  symlinkSync(`${ID}.jsonl`, link);
  const session = { ...sessionAt(file, where), path: link };
  await writeEdits(session, EDITS, { stamp: stampOf(file), audit: () => {}, where });
  ok(lstatSync(link).isSymbolicLink());
  equal(readFileSync(file, "utf8"), NEW);
  const outside = join(home, "shared.jsonl");
  writeFileSync(outside, OLD);
  rmSync(link);
  symlinkSync(outside, link);
  await refused(() => writeEdits(session, EDITS, { stamp: stampOf(outside), audit: () => {}, where }), /it is a link to .*shared\.jsonl, outside of the folder of Claude Code/);
  equal(readFileSync(outside, "utf8"), OLD);
});

test("hard links and a read-only file forbid it", async () => {
  const { file, write } = open();
  linkSync(file, `${file}.other`);
  await refused(write, /hard links/);
  rmSync(`${file}.other`);
  chmodSync(file, 0o400);
  await rejects(write, /read-only/);
  equal(readFileSync(file, "utf8"), OLD);
});

/** Runs a program until the call ends; it prints a line when it is ready. */
async function during(program, words, call) {
  const child = spawn(process.execPath, ["-e", program, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await new Promise((resolve) => child.stdout.once("data", resolve));
    return await call(child.pid);
  } finally {
    child.kill();
    await new Promise((resolve) => child.once("close", resolve));
  }
}

const WAITS = 'console.log("ready"); setInterval(() => {}, 1000);';

test("a process that has the file open forbids it", { skip: process.platform === "win32" && "Windows has no open files by name" }, async () => {
  const { file, write } = open();
  await during(`require("node:fs").openSync(process.argv[1], "a"); ${WAITS}`, [file], (pid) => refused(write, new RegExp(`process ${pid} has ${ID}\\.jsonl open`)));
  await write();
  equal(readFileSync(file, "utf8"), NEW);
});

test("a running process that says that it has the session forbids it, a dead one does not", async () => {
  const { home, write } = open();
  mkdirSync(join(home, ".claude/sessions"));
  const owner = join(home, ".claude/sessions/1.json");
  await during(WAITS, [], async (pid) => {
    writeFileSync(owner, JSON.stringify({ pid, sessionId: ID }));
    await refused(write, new RegExp(`Claude Code \\(process ${pid}\\) has the session`));
    writeFileSync(owner, JSON.stringify({ pid, sessionId: "another" }));
    await write();
  });
  const other = open();
  mkdirSync(join(other.home, ".claude/sessions"));
  writeFileSync(join(other.home, ".claude/sessions/1.json"), JSON.stringify({ pid: 2 ** 22 + 1, sessionId: ID }));
  await other.write();
});

for (const [name, path, lock] of [
  ["Codex", `.codex/sessions/2026/11/18/rollout-2026-11-18T09-30-00-${ID}.jsonl`, () => `.codex/thread-writer-locks/${ID}.lock`],
  ["Copilot CLI", `.copilot/session-state/${ID}/events.jsonl`, (pid) => `.copilot/session-state/${ID}/inuse.${pid}.lock`],
  ["OpenClaw", `.openclaw/agents/main/sessions/${ID}.jsonl`, () => `.openclaw/agents/main/sessions/${ID}.jsonl.lock`],
  ["Qwen Code", `.qwen/projects/-shop/chats/${ID}.jsonl`, () => `.qwen/tmp/session-writer-locks/${ID}.lock`],
]) {
  test(`the lock of ${name} forbids it while its process runs`, async () => {
    const { home, file, write } = open(path);
    const lockOf = (pid) => {
      mkdirSync(dirname(join(home, lock(pid))), { recursive: true });
      writeFileSync(join(home, lock(pid)), JSON.stringify({ pid }));
      return join(home, lock(pid));
    };
    const made = await during(WAITS, [], async (pid) => {
      const place = lockOf(pid);
      await refused(write, new RegExp(`${name} \\(process ${pid}\\) has the session`));
      return place;
    });
    ok(existsSync(made));
    await write();
    equal(readFileSync(file, "utf8"), NEW);
  });
}

test("an agent without a lock forbids it while its program runs in the project", { skip: process.platform !== "linux" && "the program is named by /proc" }, async () => {
  const { home, file, session, where } = open(`.pi/agent/sessions/--shop--/2026-11-18T09-30-00-000Z_${ID}.jsonl`);
  const bin = join(home, "pi");
  symlinkSync(process.execPath, bin);
  const child = spawn(bin, ["-e", WAITS], { cwd: home, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const write = (project) => writeEdits({ ...session, project }, EDITS, { stamp: stampOf(file), audit: () => {}, where });
  await refused(() => write(home), new RegExp(`pi \\(process ${child.pid}\\) is running`));
  await refused(() => write(undefined), /pi \(process \d+\) is running/);
  await write("/another/project");
  child.kill();
  equal(readFileSync(file, "utf8"), NEW);
});

for (const [format, path, expected] of [
  ["claude-code", `.claude/projects/-shop/${ID}.jsonl`, /\/-shop\/[-0-9a-f]{36}\.jsonl$/],
  ["codex", `.codex/sessions/2026/11/18/rollout-2026-11-18T09-30-00-${ID}.jsonl`, /\/18\/rollout-2026-11-18T09-30-00-[-0-9a-f]{36}\.jsonl$/],
  ["gemini-cli", ".gemini/tmp/shop/chats/session-2026-11-18T09-30-5d0c4a57.jsonl", /\/chats\/session-\d{4}-\d\d-\d\dT\d\d-\d\d-[0-9a-f]{8}\.jsonl$/],
  ["pi", `.pi/agent/sessions/--shop--/2026-11-18T09-30-00-000Z_${ID}.jsonl`, /\/--shop--\/[-0-9TZ]+_[-0-9a-f]{36}\.jsonl$/],
  ["qwen-code", `.qwen/projects/-shop/chats/${ID}.jsonl`, /\/chats\/[-0-9a-f]{36}\.jsonl$/],
  ["copilot-cli", `.copilot/session-state/${ID}/events.jsonl`, /\/session-state\/[-0-9a-f]{36}\/events\.jsonl$/],
]) {
  test(`a copy of ${format} has the agent's name and new ids, and the old file stays`, async () => {
    const text = `{"${["codex", "pi"].includes(format) ? "id" : "sessionId"}":"${ID}","text":"faulty \\"sessionId\\":\\"${ID}\\" \\"id\\":\\"${ID}\\""}\n`;
    const { file, where } = open(path, text);
    writeFileSync(join(dirname(file), "workspace.yaml"), `id: ${ID}\n`);
    let audited;
    const { path: copy, id } = await copySession({ path: file, format, ids: [ID] }, [{ offset: text.indexOf("faulty"), length: 6, text: "good" }], { audit: (draft) => (audited = readFileSync(draft, "utf8")), where });
    match(copy, expected);
    equal(sessionAt(copy, where).agent.name, format);
    equal(readFileSync(copy, "utf8"), text.replace(ID, id).replace("faulty", "good"));
    equal(audited, readFileSync(copy, "utf8"));
    equal(readFileSync(file, "utf8"), text);
    equal(statSync(copy).mode & 0o7777, 0o600);
    if (format === "copilot-cli") equal(readFileSync(join(dirname(copy), "workspace.yaml"), "utf8"), `id: ${id}\n`);
  });
}

test("a copy of an export of OpenCode has new ids that keep their order, wherever the bytes are cut", async () => {
  const ids = ["ses_4c0b1f2e3d4aQwErTyUiOpAsDf", "msg_4c0b1f2e3d4bQwErTyUiOpAsDf", "prt_4c0b1f2e3d4cQwErTyUiOpAsDf"];
  const [session, message, part] = ids;
  const parts = Array.from({ length: 20000 }, (_, nth) => ({ id: part.replace("3d4c", nth.toString(16).padStart(4, "0")), messageID: message, sessionID: session, type: "text", text: `bad ä "id":"${part}"` }));
  const text = JSON.stringify({ info: { id: session }, messages: [{ info: { id: message, sessionID: session }, parts }] }, null, 2);
  const { file, where } = open("session.json", text);
  const { path, id } = await copySession({ path: file, format: "opencode", ids: [session] }, [{ offset: Buffer.byteLength(text.slice(0, text.indexOf("bad"))), length: 3, text: "good" }], { audit: () => {}, where });
  const made = JSON.parse(readFileSync(path, "utf8"));
  equal(made.info.id, id);
  ok(id !== session && id.startsWith(session.slice(0, 16)) && id.length === session.length);
  const renamed = made.messages[0].parts;
  deepEqual([renamed.length, renamed[0].text], [20000, `good ä "id":"${part}"`]);
  ok(renamed.every((one, nth) => one.sessionID === id && one.messageID === made.messages[0].info.id && one.id !== parts[nth].id && one.id.slice(0, 16) === parts[nth].id.slice(0, 16)));
});

test("a copy replaces no file: an export takes the next name", async () => {
  const text = JSON.stringify({ info: { id: "ses_4c0b1f2e3d4aQwErTyUiOpAsDf" }, bad: 1 });
  const { file, where } = open("session.json", text);
  const kept = file.replace(".json", ".repaired.json");
  writeFileSync(kept, "precious");
  const copy = () => copySession({ path: file, format: "opencode", ids: ["ses_4c0b1f2e3d4aQwErTyUiOpAsDf"] }, [], { audit: () => {}, where });
  equal((await copy()).path, file.replace(".json", ".repaired-2.json"));
  equal((await copy()).path, file.replace(".json", ".repaired-3.json"));
  equal(readFileSync(kept, "utf8"), "precious");
  deepEqual(readdirSync(dirname(file)).filter((name) => name.startsWith(".")), []);
});
