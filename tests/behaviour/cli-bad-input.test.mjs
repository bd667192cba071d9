// Input that is not a request: each gets one helpful sentence and exit code 2, and the other files are checked.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("./node_modules/.bin/rethought", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rethought-bad-"));
const run = (args, input) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], { input, encoding: "utf8", cwd: folder });
  return { status, stdout, stderr };
};
const GOOD = '{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"}]}';
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
mkdirSync(join(folder, "empty"));
mkdirSync(join(folder, "texts"));
const NO_MESSAGES = 'no `messages`, `input` or `contents` list, so this is not a request. A request is JSON, such as {"model": …, "messages": […]}.';
const OTHERS = { "page.html": "\n<html>", "lines.jsonl": `${GOOD}\n${GOOD}\n`, "nothing.json": "{}", "list.json": "[]", "messages.json": '[{"role":"user","content":"a"}]', "envelope.json": `{"target":{},"request":${GOOD}}`, "target.json": `{"target":5,"request":${GOOD}}` };
const FILES = { ...OTHERS, "good.json": GOOD, "image.json": PNG, "blob.json": Buffer.from([1, 2, 0, 3]), "blank.json": " \n", "zero.json": "", "texts/notes.txt": "x" };
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);

symlinkSync("loop.json", join(folder, "loop.json"));

const CASES = {
  empty: "empty: the folder has no .json or .jsonl files",
  texts: "texts: the folder has no .json or .jsonl files",
  "texts/notes.txt": 'texts/notes.txt: not JSON (byte 0). A request is JSON, such as {"model": …, "messages": […]}.',
  "page.html": 'page.html: not JSON (byte 1). A request is JSON, such as {"model": …, "messages": […]}.',
  "lines.jsonl": "lines.jsonl: not one request: a request on each line. Run: rethought audit --ndjson lines.jsonl",
  "nothing.json": `nothing.json: ${NO_MESSAGES}`,
  "list.json": `list.json: ${NO_MESSAGES}`,
  "messages.json": 'messages.json: a list of messages, not a request. Put it into one: {"model": …, "messages": […]}',
  "target.json": 'target.json: `target` must be an object, such as {"host": "api.anthropic.com"} (got 5)',
  "image.json": 'image.json: a PNG image, not a request. A request is JSON, such as {"model": …, "messages": […]}.',
  "blob.json": 'blob.json: a binary file, not a request. A request is JSON, such as {"model": …, "messages": […]}.',
  "blank.json": "blank.json: the file is empty",
  "none.json": "none.json: no such file",
  "none/*.json": "none/*.json: no file matches this pattern",
  "[z-a].json": "[z-a].json: not a valid pattern. A range such as [a-z] must go from the lower letter to the higher one.",
  [`${"n".repeat(300)}.json`]: `${"n".repeat(300)}.json: the name is too long for a file`,
  "loop.json": "loop.json: a symbolic link that leads to itself",
  "https://example.com/request.json": "https://example.com/request.json: this is a URL, and no calls are made. Download it first: curl -sS https://example.com/request.json > request.json",
};

test("each has one sentence that helps, exit code 2, and nothing on standard output", () => {
  for (const [word, sentence] of Object.entries(CASES)) assert.deepEqual(run(["audit", word]), { status: 2, stdout: "", stderr: `rethought: ${sentence}\n` });
});

test("standard input that is empty is not a request", () => {
  for (const command of ["audit", "fix", "classify", "decode"]) assert.deepEqual(run([command], ""), { status: 2, stdout: "", stderr: "rethought: stdin: standard input is empty. Name a file, or pipe one in: < request.json\n" });
});

test("a file that may not be read says so", { skip: process.getuid?.() === 0 && "the superuser may read every file" }, () => {
  writeFileSync(join(folder, "secret.json"), GOOD);
  chmodSync(join(folder, "secret.json"), 0);
  assert.deepEqual(run(["audit", "secret.json"]), { status: 2, stdout: "", stderr: "rethought: secret.json: you may not read this file. Change its permissions, or run the command as its owner.\n" });
});

test("what a folder holds and cannot be read is an error, and its other files are checked", () => {
  mkdirSync(join(folder, "partly", "locked"), { recursive: true });
  symlinkSync("loop.json", join(folder, "partly", "loop.json"));
  for (const name of ["a.json", "locked/b.json"]) writeFileSync(join(folder, "partly", name), GOOD);
  const looped = "rethought: partly/loop.json: a symbolic link that leads to itself\n";
  assert.deepEqual((({ status, stderr }) => [status, stderr])(run(["audit", "partly"])), [2, looped]);
  assert.deepEqual((({ status, stderr }) => [status, stderr])(run(["audit", "partly/**/*.json"])), [2, looped]);
  const { stdout } = run(["audit", "partly"]);
  assert.match(stdout, /^partly\/a\.json: No problems found[^]*1 file could not be checked\.\n$/);
});

test("a folder that may not be read says so", { skip: process.getuid?.() === 0 && "the superuser may read every folder" }, () => {
  mkdirSync(join(folder, "half", "locked"), { recursive: true });
  for (const name of ["a.json", "locked/b.json"]) writeFileSync(join(folder, "half", name), GOOD);
  chmodSync(join(folder, "half", "locked"), 0);
  const { status, stdout, stderr } = run(["audit", "half"]);
  chmodSync(join(folder, "half", "locked"), 0o755);
  assert.equal(stderr, "rethought: half/locked: you may not read this folder, so its files were not checked\n");
  assert.equal(status, 2);
  assert.match(stdout, /^half\/a\.json: No problems found[^]*1 file could not be checked\.\n$/);
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

test("other commands refuse the same files with one sentence", () => {
  const url = CASES["https://example.com/request.json"];
  const image = "image.json: a PNG image, not";
  const nothing = "rethought: The file has no results, so no report was written.\n";
  for (const [args, sentence, more = ""] of [
    [["classify", "image.json"], `${image} an error of a provider. Give the body of its answer, such as {"error": …}.`],
    [["decode", "image.json"], `${image} an answer. An answer is the JSON or the stream that a provider sends.`],
    [["tables", "--check", "image.json"], `${image} tables of models and hosts. For an example run: rethought tables`],
    [["inspect", "--no-open", "image.json"], `${image} a session or a trace`],
    [["classify", "envelope.json"], "envelope.json: a request, not an error. To check it: rethought audit envelope.json"],
    [["doctor", "image.json"], "image.json: a PNG image, not a session of an agent"],
    [["inspect", "--no-open", "zero.json"], "zero.json: the file is empty"],
    [["inspect", "--no-open", "https://example.com/request.json"], url],
    [["report", "https://example.com/request.json"], url, nothing],
    [["report", "image.json"], "image.json: Not a results file. First run: rethought audit --ndjson traces.ndjson > results.ndjson", nothing],
    [["audit", "--ndjson", "none.ndjson"], "none.ndjson: no such file"],
    [["audit", "--ndjson", "https://example.com/request.json"], url],
    [["audit", ""], '"": the name of a file is empty'],
    [["audit", "good.json", "--config", "texts"], "texts: a folder, not a file", "See: rethought audit --help\n"],
    [["audit", "good.json", "--baseline", "texts"], "texts is not a baseline: a folder, not a file", "See: rethought audit --help\n"],
    [["audit", "good.json", "--models", "texts"], "texts: a folder, not a file", "See: rethought audit --help\n"],
  ]) {
    assert.deepEqual(run(args), { status: 2, stdout: "", stderr: `rethought: ${sentence}\n${more}` }, args.join(" "));
  }
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
  const fixed = run(["fix", "good.json", "--host", "api.openai.com"]);
  assert.deepEqual([fixed.status, fixed.stdout, fixed.stderr], [2, `${GOOD}\n`, `rethought: good.json: not checked: ${reason}\n`]);
});

test("a model that is not in the tables is checked as far as can be: exit code 0, and a line says so", () => {
  const { status, stdout } = run(["audit", "--wire", "anthropic-messages"], GOOD.replace("claude-opus-4-5", "claude-opus-99"));
  assert.equal(status, 0);
  assert.match(stdout, /^Unknown model claude-opus-99; checked as .+, so results are likely, not certain\.$/m);
});

test("a wire that is not clear is named by the option of the command, and an error body has its own command", () => {
  const body = '{"model":"acme","input":[]}';
  const named = (option) => `Unknown wire. Name it: ${option} openai-responses (all: rethought help wires)`;
  for (const [args, option] of [[["audit"], "--wire"], [["fix"], "--wire"], [["convert", "--to", "openai-chat"], "--from"]]) assert.equal(run(args, body).stderr, `rethought: stdin: ${named(option)}\n`);
  assert.equal(run(["audit"], '{"error":{"message":"bad"}}').stderr, "rethought: stdin: an error of a provider, not a request. To classify it: rethought classify -\n");
});

test("a host may be an address, one that is none is refused, and a near name is offered", () => {
  assert.match(run(["audit", "good.json", "--host", "https://API.anthropic.com/v1"]).stdout, /^good\.json: No problems found/);
  for (const [args, sentence] of [
    [["--host", "a b"], "--host must be a domain, such as api.anthropic.com (got a b)"],
    [["--host", "anthropic"], "--host must be a domain, such as api.anthropic.com (got anthropic). Did you mean api.anthropic.com?"],
    [["--host", "opnai"], "--host must be a domain, such as api.anthropic.com (got opnai). Did you mean api.openai.com?"],
    [["--host", "12"], "--host must be a domain, such as api.anthropic.com (got 12)"],
    [["--url", "https://"], "--url must be an address, such as https://api.anthropic.com/v1/messages (got https://)"],
    [["--url", "foo"], "--url must be an address, such as https://api.anthropic.com/v1/messages (got foo)"],
    [["--era", "2026-13-45"], "--era must be a day, such as 2026-04-24 (got 2026-13-45)"],
    [["--models", "nothing.json"], "nothing.json must be a list of rows, each with `if` and `set`, or with `name`"],
    [["--off", ","], '--off needs a value: <rule> (got ",")'],
    [["--beta", ""], '--beta needs a value: <name> (got "")'],
  ]) {
    // The error is in an option, so it is one for all files.
    const { status, stderr } = run(["audit", "good.json", "good.json", ...args]);
    assert.deepEqual([status, stderr], [2, `rethought: ${sentence}\nSee: rethought audit --help\n`]);
  }
  for (const host of ["localhost", "litellm:4000", "http://litellm", "vllm", "127.0.0.1"]) assert.equal(run(["audit", "good.json", "--host", host]).stderr, "", host);
  assert.equal(run(["audit", "good.json", "--host", "api.anthropic.con"]).stderr, "The host api.anthropic.con is unknown. Did you mean api.anthropic.com?\n");
  for (const host of ["api.anthropic.com", "eu.api.anthropic.com", "localhost:8080", "llm.example.com", "vllm"]) assert.equal(run(["audit", "good.json", "--host", host]).stderr.includes("Did you mean"), false, host);
});
