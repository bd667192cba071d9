// The pipes around the filter: packed, slow, cut, closed or full; threads and processes that die. Each ends in a record or a sentence.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, rmSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { CLI, fileOf, folder, isLong, run } from "./filter.mjs";

const GOOD = '{"id":1,"request":{"model":"gpt-5","messages":[{"role":"user","content":"Go on."}]},"wire":"openai-chat"}';
const many = (count) => Array.from({ length: count }, (_, nth) => GOOD.replace('"id":1', `"id":${nth}`)).join("\n");
const lines = many(300);
const plain = await run(["audit", "--ndjson"], lines);

test("gzip is unpacked, from a file and from standard input, in several members, with zeros behind", async () => {
  const half = lines.indexOf("\n", lines.length / 2) + 1;
  const packed = Buffer.concat([gzipSync(lines.slice(0, half)), gzipSync(lines.slice(half))]);
  const file = fileOf("packed.gz", packed);
  for (const outcome of [await run(["audit", "--ndjson", file]), await run(["audit", "--ndjson", "-"], packed), await run(["audit", "--ndjson"], Buffer.concat([packed, Buffer.alloc(512)]))]) assert.ok(outcome.bytes.equals(plain.bytes));
});

test("gzip that is cut or damaged gives the results before it, a sentence, exit code 2 and no closing record", async () => {
  const packed = gzipSync(many(15_000));
  const damaged = Buffer.from(packed);
  damaged.fill(0xff, damaged.length - 2000, damaged.length - 1000);
  for (const [bytes, sentence] of [[packed.subarray(0, -1000), /ends too early/], [damaged, /is damaged/]]) {
    const { code, records, closing, told } = await run(["audit", "--ndjson"], bytes);
    assert.deepEqual([code, closing], [2, undefined]);
    // Bytes that are damaged may be unpacked to something before that shows.
    assert.deepEqual(records.slice(0, 9000).map(({ id, verdict }) => [id, verdict]), Array.from({ length: 9000 }, (_, nth) => [nth, "accepted"]));
    assert.match(told, sentence);
  }
});

test("bytes that begin as gzip does and are none are told", async () => {
  const { code, told } = await run(["audit", "--ndjson"], Buffer.from([0x1f, 0x8b, 1, 2, 3, 4]));
  assert.equal(code, 2);
  assert.match(told, /^rethought: standard input cannot be read to its end: /);
});

test("an input that pauses has the lines before the pause judged", async () => {
  const child = spawn(process.execPath, [CLI, "audit", "--ndjson"]);
  child.stdin.write(`${GOOD}\n{"id":2`);
  const [first] = await new Promise((resolve) => child.stdout.once("data", (chunk) => resolve(String(chunk).split("\n"))));
  assert.equal(JSON.parse(first).id, 1);
  child.stdin.end(GOOD.slice('{"id":1'.length));
  const rest = await new Promise((resolve) => {
    let text = "";
    child.stdout.on("data", (chunk) => (text += chunk)).on("end", () => resolve(text));
  });
  assert.deepEqual(rest.trim().split("\n").map((line) => JSON.parse(line).id ?? JSON.parse(line).results), [2, 2]);
});

test("no input at all is an empty output with its closing record, if standard input is empty and if it is closed", async () => {
  for (const command of [`"$0" "$1" audit --ndjson < /dev/null`, `"$0" "$1" audit --ndjson <&-`]) {
    const { status, stdout } = spawnSync("sh", ["-c", command, process.execPath, CLI], { encoding: "utf8" });
    assert.equal(status, 0, command);
    assert.deepEqual([JSON.parse(stdout).rethought, JSON.parse(stdout).lines], ["end", 0]);
  }
});

test("a reader that stops early ends the filter quietly, even if the input goes on", async () => {
  const child = spawn(process.execPath, [CLI, "audit", "--ndjson"]);
  let told = "";
  child.stderr.on("data", (chunk) => (told += chunk));
  child.stdin.on("error", () => {});
  const feed = setInterval(() => child.stdin.write(`${lines}\n`), 5);
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.on("exit", resolve));
  clearInterval(feed);
  assert.deepEqual([code, told], [0, ""]);
});

test("a disk that is full ends the filter with a sentence and exit code 2", { skip: !existsSync("/dev/full") && "there is no /dev/full" }, async () => {
  const full = openSync("/dev/full", "w");
  const { code, told } = await run(["audit", "--ndjson"], lines, { stdio: ["pipe", full, "pipe"] });
  closeSync(full);
  assert.equal(code, 2);
  assert.match(told, /^rethought: the output cannot be written: ENOSPC.*\n$/);
});

test("an output that may not grow further loses nothing in silence", async () => {
  const file = `${folder}/short.ndjson`;
  const { status, stderr } = spawnSync("sh", ["-c", `trap '' XFSZ; ulimit -f 8; exec "$0" "$1" audit --ndjson > "$2"`, process.execPath, CLI, file], { input: lines, encoding: "utf8" });
  assert.equal(status, 2);
  assert.match(stderr, /the output cannot be written: EFBIG/);
});

test("a file that is not there, is a folder or may not be read is told before anything is written", async () => {
  const good = fileOf("good.ndjson", lines);
  for (const path of [`${folder}/none.ndjson`, folder]) {
    const { code, bytes, told } = await run(["audit", "--ndjson", good, path]);
    assert.deepEqual([code, bytes.length], [2, 0]);
    assert.ok(told.startsWith(`rethought: ${path} cannot be read: `), told);
  }
});

test("a file that vanishes while it is read is read to its end", async () => {
  const file = fileOf("vanishing.ndjson", many(15_000));
  const { code, closing } = await run(["audit", "--ndjson", "--jobs", "1", file], (child) => new Promise((resolve) => child.stdout.once("data", () => resolve(rmSync(file)))));
  assert.deepEqual([code, closing?.results, existsSync(file)], [0, 15_000, false]);
});

test("a line that its thread dies of is an error, and the lines around it are judged", async () => {
  // So many findings do not fit into a heap of 48 MB; what is judged before and after them does.
  const content = [{ type: "thinking", thinking: "" }, { type: "tool_use", id: "toolu_1", name: "look", input: {} }];
  const killer = JSON.stringify({ id: "killer", request: { model: "claude-opus-4-5", max_tokens: 9, messages: Array(40_000).fill({ role: "assistant", content }) }, wire: "anthropic-messages" });
  const input = `${GOOD}\n${killer}\n${GOOD}\n${killer}\n${GOOD}\n`;
  const { code, records, closing } = await run(["audit", "--ndjson", "--jobs", "2"], input, { node: ["--max-old-space-size=48"] });
  assert.equal(code, 0);
  assert.deepEqual(records.map(({ id, verdict, error }) => [id, verdict ?? error.code]), [[1, "accepted"], ["killer", "E_INTERNAL"], [1, "accepted"], ["killer", "E_INTERNAL"], [1, "accepted"]]);
  assert.match(records[1].error.message, /the thread that judged it died/);
  assert.deepEqual([closing.errors, closing.results], [2, 3]);
});

test("a filter that is killed leaves whole records in order and no closing record", async () => {
  const { signal, lines: given, closing } = await run(["audit", "--ndjson", fileOf("long.ndjson", many(isLong ? 400_000 : 30_000))], (child) => new Promise((resolve) => child.stdout.once("data", () => resolve(child.kill("SIGKILL")))));
  assert.equal(signal, "SIGKILL");
  assert.equal(closing, undefined);
  assert.ok(given.length > 0);
  assert.deepEqual(given.map((line) => JSON.parse(line).id), given.map((_, nth) => nth));
});
