// Input that is not a request: each gets one helpful sentence and exit code 2, and the other files are checked.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("./node_modules/.bin/rethought", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rethought-bad-"));
const run = (args, input) => {
  const { status, stdout, stderr } = spawnSync(BIN, args, { input, encoding: "utf8", cwd: folder });
  return { status, stdout, stderr };
};
const GOOD = '{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"}]}';
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
mkdirSync(join(folder, "empty"));
mkdirSync(join(folder, "texts"));
const FILES = { "good.json": GOOD, "image.json": PNG, "blob.json": Buffer.from([1, 2, 0, 3]), "blank.json": " \n", "texts/notes.txt": "x" };
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);

const CASES = {
  empty: "empty: the folder has no .json or .jsonl files",
  texts: "texts: the folder has no .json or .jsonl files",
  "image.json": 'image.json: a PNG image, not a request. A request is JSON, such as {"model": …, "messages": […]}.',
  "blob.json": 'blob.json: a binary file, not a request. A request is JSON, such as {"model": …, "messages": […]}.',
  "blank.json": "blank.json: the file is empty",
  "none.json": "none.json: no such file",
  "none/*.json": "none/*.json: no file matches this pattern",
  "https://example.com/request.json": "https://example.com/request.json: this is a URL, and no calls are made. Download it first: curl -sS https://example.com/request.json > request.json",
};

test("each has one sentence that helps, exit code 2, and nothing on standard output", () => {
  for (const [word, sentence] of Object.entries(CASES)) assert.deepEqual(run(["audit", word]), { status: 2, stdout: "", stderr: `rethought: ${sentence}\n` });
});

test("standard input that is empty is no request", () => {
  for (const command of ["audit", "fix", "classify", "decode"]) assert.deepEqual(run([command], ""), { status: 2, stdout: "", stderr: "rethought: stdin: standard input is empty. Name a file, or pipe one in: < request.json\n" });
});

test("a file that may not be read says so", { skip: process.getuid?.() === 0 && "the superuser may read every file" }, () => {
  writeFileSync(join(folder, "secret.json"), GOOD);
  chmodSync(join(folder, "secret.json"), 0);
  assert.deepEqual(run(["audit", "secret.json"]), { status: 2, stdout: "", stderr: "rethought: secret.json: you may not read this file. Change its permissions, or run the command as its owner.\n" });
});

test("one bad file does not stop the others, and all are reported", () => {
  const words = Object.keys(CASES);
  const { status, stdout, stderr } = run(["audit", ...words, "good.json"]);
  assert.equal(status, 2);
  assert.equal(stderr, Object.values(CASES).map((sentence) => `rethought: ${sentence}\n`).join(""));
  assert.match(stdout, new RegExp(`^good\\.json: No problems found\\..*\n1 file checked: no problems found\\. ${words.length} files could not be checked\\.\n$`));
  const rows = JSON.parse(run(["audit", ...words, "good.json", "--format", "json"]).stdout);
  assert.deepEqual(rows.map(({ file }) => file), [...words, "good.json"]);
  assert.equal(rows.filter(({ error }) => error).length, words.length);
});

test("a request that no rule fits was not checked: exit code 2, with the reason in every format", () => {
  const args = ["audit", "good.json", "--host", "api.openai.com"];
  const reason = "api.openai.com is not known to accept `anthropic-messages` requests";
  const text = run(args);
  assert.equal(text.status, 2);
  assert.ok(text.stdout.startsWith(`good.json: Not checked: ${reason}.`), text.stdout);
  for (const format of ["json", "sarif", "github", "junit", "markdown"]) {
    const { status, stdout, stderr } = run([...args, "--format", format]);
    assert.deepEqual([status, stderr], [2, `rethought: good.json: not checked: ${reason}\n`]);
    if (format === "json") assert.deepEqual([JSON.parse(stdout).verdict, JSON.parse(stdout).reason], ["unknown", reason]);
    if (format === "sarif") assert.equal(JSON.parse(stdout).runs[0].invocations[0].toolExecutionNotifications[0].message.text, `good.json: not checked: ${reason}`);
  }
  assert.equal(run([...args, "--exit-zero"]).status, 2);
});

test("a model that is not in the tables is checked as far as can be: exit code 0, and a line says so", () => {
  const { status, stdout } = run(["audit", "--wire", "anthropic-messages"], GOOD.replace("claude-opus-4-5", "claude-opus-99"));
  assert.equal(status, 0);
  assert.match(stdout, /^Unknown model claude-opus-99; checked as .+, so results are likely, not certain\.$/m);
});
