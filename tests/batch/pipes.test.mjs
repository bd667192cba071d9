// The pipes around the filter: packed, slow, cut, closed or full; threads and processes that die. Each ends in a record or a sentence.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from "node:fs";
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
    // Damaged bytes may be unpacked to something before the damage shows.
    assert.deepEqual(records.slice(0, 9000).map(({ id, verdict }) => [id, verdict]), Array.from({ length: 9000 }, (_, nth) => [nth, "accepted"]));
    assert.match(told, sentence);
  }
});

test("gzip with a wrong checksum, a wrong length or other bytes behind gives every line, then a sentence and exit code 2", async () => {
  const wrong = (packed, at) => Object.assign(Buffer.from(packed), { [packed.length - at]: packed[packed.length - at] ^ 1 });
  const faults = [(packed) => Buffer.concat([packed, Buffer.from("junk")]), (packed) => wrong(packed, 8), (packed) => wrong(packed, 4), (packed) => Buffer.concat([packed, gzipSync(GOOD).subarray(0, -9)])];
  for (const count of [1, 2_000])
    for (const [nth, damage] of faults.entries()) {
      const { code, records, closing, told } = await run(["audit", "--ndjson"], damage(gzipSync(`${many(count)}\n`)));
      assert.deepEqual([code, closing, records.length], [2, undefined, count], `fault ${nth} after ${count} lines`);
      assert.match(told, /^rethought: standard input cannot be read to its end: the gzip (is damaged|ends too early)/);
    }
});

test("gzip is unpacked whatever its header has, and wherever its pieces end", async () => {
  const bare = gzipSync(lines);
  const named = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 4 + 8 + 16 + 2, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3]), Buffer.from("n".repeat(2_000)), Buffer.from("\0a comment\0cc"), bare.subarray(10)]);
  const members = Buffer.concat(lines.split("\n").map((line) => gzipSync(`${line}\n`)));
  // Stored, so that the data ends at the end of a piece of the reader.
  const stored = [16_379, 16_380, 16_384, 16_393].map((size) => gzipSync(`${lines}\n${" ".repeat(Math.max(0, 4 * 16_384 - lines.length + size))}`, { level: 0 }));
  for (const packed of [named, members, ...stored]) {
    const { code, records } = await run(["audit", "--ndjson"], packed);
    assert.deepEqual([code, records.length], [0, 300]);
  }
});

test("bytes that begin as gzip does and are none are reported", async () => {
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

test("a file that is not there, or a folder without lines, is reported before anything is written", async () => {
  const good = fileOf("good.ndjson", lines);
  mkdirSync(`${folder}/empty`);
  for (const [path, sentence] of [[`${folder}/none.ndjson`, ": no such file\n"], [`${folder}/empty`, ": the folder has no .ndjson, .jsonl, .ndjson.gz or .jsonl.gz files"]]) {
    const { code, bytes, told } = await run(["audit", "--ndjson", good, path]);
    assert.deepEqual([code, bytes.length], [2, 0]);
    assert.ok(told.startsWith(`rethought: ${path}${sentence}`), told);
  }
});

test("a file that vanishes while it is read is read to its end", async () => {
  const file = fileOf("vanishing.ndjson", many(15_000));
  const { code, closing } = await run(["audit", "--ndjson", "--jobs", "1", file], (child) => new Promise((resolve) => child.stdout.once("data", () => resolve(rmSync(file)))));
  assert.deepEqual([code, closing?.results, existsSync(file)], [0, 15_000, false]);
});

test("a line that its thread dies of is an error, and the lines around it are judged", async () => {
  // A text of that length does not fit into a heap of 48 MB; the lines before and after it do.
  const request = { model: "claude-opus-4-5", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] };
  const killer = JSON.stringify({ id: "killer", request, time: "x".repeat(60_000_000), wire: "anthropic-messages" });
  const input = `${GOOD}\n${killer}\n${GOOD}\n${killer}\n${GOOD}\n`;
  const { code, records, closing } = await run(["audit", "--ndjson", "--jobs", "2"], input, { node: ["--max-old-space-size=48"] });
  assert.equal(code, 0);
  assert.deepEqual(records.map(({ id, verdict, error }) => [id, verdict ?? error.code]), [[1, "accepted"], ["killer", "E_INTERNAL"], [1, "accepted"], ["killer", "E_INTERNAL"], [1, "accepted"]]);
  assert.match(records[1].error.message, /the thread that checked it died/);
  assert.deepEqual([closing.errors, closing.results], [2, 3]);
});

test("a filter that is killed leaves whole records in order and no closing record", async () => {
  const { signal, lines: given, closing } = await run(["audit", "--ndjson", fileOf("long.ndjson", many(isLong ? 400_000 : 30_000))], (child) => new Promise((resolve) => child.stdout.once("data", () => resolve(child.kill("SIGKILL")))));
  assert.equal(signal, "SIGKILL");
  assert.equal(closing, undefined);
  assert.ok(given.length > 0);
  assert.deepEqual(given.map((line) => JSON.parse(line).id), given.map((_, nth) => nth));
});

test("standard input without end is refused at the limit of a body, and no more of it is read", async () => {
  const limit = 1 << 26;
  const chunk = Buffer.alloc(1 << 20, "y\n");
  for (const command of ["classify", "audit"]) {
    let read = 0;
    const feed = (child) => {
      const more = () => child.stdin.write(chunk, (error) => error || ((read += chunk.length), read < 4 * limit && more()));
      more();
    };
    const { code, told } = await run([command], feed);
    assert.equal(code, 2);
    assert.match(told, /^rethought: stdin: longer than 67108864 bytes, the limit of a body\n$/);
    assert.ok(read <= limit + 2 * chunk.length, `${command} has read ${read} bytes`);
  }
});

test("a file of the longest length is read, and one of a byte more has a typed error in its row", async () => {
  const [fits, over] = [0, 1].map((more) => fileOf(`long-${more}.txt`, Buffer.alloc((1 << 26) + more, " ")));
  const { code, bytes } = await run(["classify", fits, over, "--format", "json"]);
  const rows = JSON.parse(bytes);
  assert.deepEqual([code, rows[0].classified, rows[1].error.code], [2, null, "E_JSON_SIZE"]);
  for (const file of [fits, over]) rmSync(file);
});
