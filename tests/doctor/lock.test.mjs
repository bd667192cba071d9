// Two doctors at once: one wins. The lock of a dead doctor stops nobody.
import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { lockFile } from "./node_modules/rethought/doctor/files/lock.js";

const WRITER = fileURLToPath(new URL("./writer.mjs", import.meta.url));
const ID = "7b1f0f1e-6a3c-4f0a-8a55-0c9d2b7e4a11";
const home = mkdtempSync(join(tmpdir(), "rethought-lock-"));
after(() => rmSync(home, { recursive: true, force: true }));
const file = join(home, ".claude/projects/-shop", `${ID}.jsonl`);
mkdirSync(dirname(file), { recursive: true });
const lock = join(dirname(file), `.${ID}.jsonl.rethought-lock`);
const DEAD = { name: "0123456789abcdef", pid: 2 ** 22 + 1, beginning: "none" };

const output = (child) => new Promise((resolve) => {
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk)).on("close", () => resolve(text.trim()));
});

test("of several doctors at once one writes, and the others say who does", async () => {
  for (const stale of [false, true, true]) {
    writeFileSync(file, '{"a":"bad"}\n');
    if (stale) writeFileSync(lock, JSON.stringify(DEAD));
    const edits = JSON.stringify([{ offset: 6, length: 3, text: "good" }]);
    const children = Array.from({ length: 6 }, () => spawn(process.execPath, [WRITER, home, file, edits, "3000"], { stdio: ["ignore", "pipe", "inherit"] }));
    const told = await Promise.all(children.map(output));
    equal(told.filter((line) => line === "written").length, 1, told.join("; "));
    ok(told.every((line) => /^(?:written|another doctor \(process \d+\) repairs this session|the session changed .*|the session may be in use: .*)$/.test(line)), told.join("; "));
    equal(readFileSync(file, "utf8"), '{"a":"good"}\n');
    deepEqual(readdirSync(dirname(file)), [`${ID}.jsonl`]);
  }
});

test("a lock is freed, and one that is held is refused", () => {
  const free = lockFile(file);
  throws(() => lockFile(file), /another doctor \(process \d+\) repairs this session/);
  free();
  lockFile(file)();
  deepEqual(readdirSync(dirname(file)), [`${ID}.jsonl`]);
});

test("a lock of a dead doctor, or of a process that has its number now, is taken over, also twice", () => {
  for (const owner of [DEAD, { ...DEAD, pid: process.pid, beginning: "another time" }]) {
    writeFileSync(lock, JSON.stringify(owner));
    // A doctor that took over the lock of a dead one, and died too.
    writeFileSync(`${lock}-${owner.name}`, JSON.stringify({ ...DEAD, name: "fedcba9876543210" }));
    const free = lockFile(file);
    throws(() => lockFile(file), /another doctor/);
    free();
    deepEqual(readdirSync(dirname(file)), [`${ID}.jsonl`]);
  }
});

test("a lock without an owner is named, so that a person can remove it", () => {
  writeFileSync(lock, "");
  throws(() => lockFile(file), /If none runs, remove .*\.rethought-lock$/);
  rmSync(lock);
});
