// Transcripts in gzip: recognised in any chunks, closed when the reader stops, and with the place of their end.
import assert from "node:assert/strict";
import { createReadStream, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { constants, gunzipSync, gzipSync } from "node:zlib";
import { Gunzip } from "fflate";
import { readTranscript } from "rethought";
import { InputError } from "rethought/errors";
import { randomOf } from "./random.mjs";

const { next } = randomOf(14);
/** Returns words that do not pack well, so that a cut is between exchanges. */
const noise = (length) => Array.from({ length }, () => Math.floor(next() * 36).toString(36)).join("");
const request = (nth, length) => JSON.stringify({ model: "claude-opus-4-5", max_tokens: nth + 1, messages: [{ role: "user", content: noise(length) }] });
const pair = (nth, length = 300) => `${JSON.stringify({ url: "https://api.anthropic.com/v1/messages", status: 200, request: request(nth, length), response: "{}" })}\n`;
const text = Array.from({ length: 30 }, (_, nth) => pair(nth)).join("");
const packed = gzipSync(text);

/** Returns the exchanges of a source, and the error that ended it. */
async function outcome(source, options) {
  const exchanges = [];
  try {
    for await (const record of readTranscript(source, options)) if (record.type === "exchange") exchanges.push(record);
  } catch (error) {
    return { exchanges, error };
  }
  return { exchanges };
}
const inPieces = (bytes, size) => Array.from({ length: Math.ceil(bytes.length / size) }, (_, nth) => bytes.subarray(nth * size, (nth + 1) * size));

test("gzip is recognised whatever the first chunks are", async () => {
  const whole = (await outcome([text])).exchanges;
  assert.equal(whole.length, 30);
  const none = new Uint8Array(0);
  for (const chunks of [[packed.subarray(0, 1), packed.subarray(1)], [none, packed.subarray(0, 1), none, packed.subarray(1)], inPieces(packed, 1), inPieces(packed, 700), [packed]]) assert.deepEqual(await outcome(chunks), { exchanges: whole });
  assert.deepEqual(await outcome(inPieces(Buffer.from(text), 1)), { exchanges: whole });
});

test("a file that is cut off gives every exchange before the cut, and then an error with the place", async () => {
  for (let end = 18; end < packed.length; end += 97)
    for (const size of [end, 1000]) {
      const cut = packed.subarray(0, end);
      const { exchanges, error } = await outcome(inPieces(cut, size));
      assert.ok(error instanceof InputError, `cut at ${end}`);
      assert.deepEqual([error.code, error.offset], ["E_GZIP_TRUNCATED", end]);
      // Another unpacker shows the number of readable lines.
      const readable = gunzipSync(cut, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
      assert.equal(exchanges.length, readable.split("\n").length - 1, `cut at ${end}, in pieces of ${size}`);
    }
});

test("whatever packed it, a text comes out as it went in, and several files are one", async () => {
  const texts = ["", "a", noise(5_000), "ab".repeat(100_000), noise(80_000) + "xyz".repeat(30_000) + noise(10)].map((given) => given && JSON.stringify({ model: "m", max_tokens: 1, messages: [{ role: "user", content: given }] }));
  for (const given of texts.slice(1))
    for (const level of [0, 1, 9])
      for (const strategy of [constants.Z_DEFAULT_STRATEGY, constants.Z_HUFFMAN_ONLY, constants.Z_FIXED]) {
        const [{ request }] = (await outcome(inPieces(gzipSync(given, { level, strategy }), 1021))).exchanges;
        assert.ok(Buffer.from(request).equals(Buffer.from(given)), `${given.length} letters, level ${level}, strategy ${strategy}`);
      }
  const named = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3, 2, 0, 1, 2]), Buffer.from("name\0comment\0"), Buffer.from([0, 0]), gzipSync(text).subarray(10)]);
  const zeros = Buffer.alloc(512);
  assert.equal((await outcome(inPieces(Buffer.concat([gzipSync(text), named, zeros]), 100))).exchanges.length, 60);
});

test("a file that is damaged gives the exchanges before the damage, and an error that says so", async () => {
  const damaged = Buffer.from(packed);
  const half = packed.length >> 1;
  damaged.fill(0xff, half, half + 40);
  const { exchanges, error } = await outcome(inPieces(damaged, 500));
  assert.ok(error instanceof InputError);
  assert.equal(error.code, "E_GZIP_DAMAGED");
  assert.ok(error.offset >= half && exchanges.length > 5 && exchanges.length < 30);
});

test("what unpacks to more than the limit is stopped there, by an error that names the option", async () => {
  const bomb = gzipSync(Buffer.concat([Buffer.from(text), Buffer.alloc(8 << 20, "\n")]));
  assert.ok(bomb.length < 30_000);
  const { exchanges, error } = await outcome([bomb], { maxUnpackedBytes: 1 << 20 });
  assert.ok(error instanceof InputError);
  assert.equal(error.code, "E_GZIP_SIZE");
  assert.match(error.message, /longer than 1048576 bytes.*maxUnpackedBytes/);
  assert.equal(exchanges.length, 30);
  assert.equal((await outcome([bomb])).error, undefined);
  assert.equal((await outcome([packed], { maxUnpackedBytes: text.length })).error, undefined);
  assert.equal((await outcome([packed], { maxUnpackedBytes: text.length - 1 })).error.code, "E_GZIP_SIZE");
  assert.equal((await outcome([packed], { maxUnpackedBytes: Infinity })).error, undefined);
  for (const wrong of [-1, 1.5, "9", 9n, NaN]) assert.equal((await outcome([packed], { maxUnpackedBytes: wrong })).error.code, "E_INPUT", String(wrong));
});

test("leaving early closes the source, packed or not", async () => {
  for (const bytes of [Buffer.from(text.repeat(40)), gzipSync(text.repeat(40))]) {
    let closed = 0;
    async function* source() {
      try {
        for (let at = 0; at < bytes.length; at += 4000) yield bytes.subarray(at, at + 4000);
        await new Promise(() => {});
      } finally {
        closed++;
      }
    }
    for await (const record of readTranscript(source())) if (record.type === "exchange") break;
    assert.equal(closed, 1);
    let cancelled = 0;
    const stream = new ReadableStream({ pull: (controller) => controller.enqueue(bytes.subarray(0, 200_000)), cancel: () => void cancelled++ });
    for await (const record of readTranscript(stream)) if (record.type === "exchange") break;
    assert.equal(cancelled, 1);
  }
});

test("fifty files that were left early are fifty files closed", { skip: process.platform !== "linux" && "descriptors are counted in /proc" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "rethought-gzip-"));
  const long = gzipSync(text.repeat(40), { level: 0 });
  const open = () => readdirSync("/proc/self/fd").length;
  const before = open();
  const closed = [];
  for (let nth = 0; nth < 50; nth++) {
    const path = join(folder, `${nth}.gz`);
    writeFileSync(path, long);
    const stream = createReadStream(path);
    closed.push(new Promise((resolve) => stream.on("close", resolve)));
    for await (const record of readTranscript(stream)) if (record.type === "exchange") break;
  }
  await Promise.race([Promise.all(closed), wait(10_000, undefined, { ref: false }).then(() => assert.fail("some were never closed"))]);
  assert.ok(open() <= before + 2, `${open()} descriptors, ${before} before`);
});

test("a hundred lines of something else before a session cost no exchange", async () => {
  const whole = (await outcome([text])).exchanges.length;
  for (const line of ['{"level":"info","message":"listening"}\n', "2026-11-16 listening on 8080\n", "[info] listening\n"])
    for (const pack of [(given) => Buffer.from(given), gzipSync]) assert.equal((await outcome([pack(line.repeat(100) + text)])).exchanges.length, whole, line);
});

test("a fault of the source is thrown as it is", async () => {
  const fault = new Error("the disk is gone");
  async function* source() {
    yield packed.subarray(0, 2000);
    throw fault;
  }
  assert.equal((await outcome(source())).error, fault);
});

/** Returns the bytes from another unpacker, and whether it found an error. */
async function byPlatform(bytes) {
  let length = 0;
  try {
    for await (const chunk of new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))) length += chunk.length;
  } catch {
    return { length, isFault: true };
  }
  return { length, isFault: false };
}

function byFflate(bytes) {
  let length = 0;
  try {
    new Gunzip((chunk) => (length += chunk.length)).push(new Uint8Array(bytes), true);
  } catch {
    return { length, isFault: true };
  }
  return { length, isFault: false };
}

test("other unpackers lose the text of a file whose end is damaged, or do not see the damage", async () => {
  const damaged = Buffer.from(packed);
  damaged[damaged.length - 5] ^= 1;
  const { exchanges, error } = await outcome([damaged]);
  assert.deepEqual([exchanges.length, error.code], [30, "E_GZIP_DAMAGED"]);
  assert.deepEqual(await byPlatform(damaged), { length: 0, isFault: true });
  assert.deepEqual(byFflate(damaged), { length: text.length, isFault: false });
});
