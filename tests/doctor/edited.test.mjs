// Files with edits in them, piece by piece: the same bytes as edits of the whole text.
import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { createHash } from "node:crypto";
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { editedChunks, replacedChunks } from "./node_modules/rethought/doctor/files/edited.js";
import { replaceFile } from "./node_modules/rethought/doctor/files/replace-file.js";
import { randomOf } from "./random.mjs";

const folder = mkdtempSync(join(tmpdir(), "rethought-edited-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const { below, letters, pick } = randomOf(7);
const MEGABYTE = 1 << 20;

test("random edits give the bytes that they give in the whole text", () => {
  const path = join(folder, "edits");
  for (let nth = 0; nth < 60; nth++) {
    const bytes = Buffer.from(letters(pick([0, 1, 50, 3000])) + "ä😀".repeat(below(20)));
    writeFileSync(path, bytes);
    const places = Array.from({ length: 2 * below(6) }, () => below(bytes.length + 1)).sort((one, other) => one - other);
    const edits = Array.from({ length: places.length / 2 }, (_, at) => ({ offset: places[2 * at], length: places[2 * at + 1] - places[2 * at], text: letters(below(30)) }));
    let [whole, end] = [[], 0];
    for (const { offset, length, text } of edits) [whole, end] = [[...whole, bytes.subarray(end, offset), Buffer.from(text)], offset + length];
    deepEqual(Buffer.concat([...editedChunks(path, [...edits].reverse(), bytes.length)]), Buffer.concat([...whole, bytes.subarray(end)]));
  }
});

test("edits that overlap or lie outside are refused", () => {
  const path = join(folder, "overlap");
  writeFileSync(path, "0123456789");
  throws(() => [...editedChunks(path, [{ offset: 2, length: 4, text: "" }, { offset: 5, length: 1, text: "" }], 10)], RangeError);
  throws(() => [...editedChunks(path, [{ offset: 8, length: 4, text: "" }], 10)], RangeError);
});

test("texts are replaced however the bytes are cut", () => {
  const texts = [['"sessionId":"one"', '"sessionId":"another"'], ['"id":"one"', '"id":"x"']];
  const source = 'a"sessionId":"one"b\\"sessionId\\":\\"one\\""id":"one""id":"one"c"sessionId":"on';
  const expected = source.replaceAll(...texts[0]).replaceAll(...texts[1]);
  for (let nth = 0; nth < 300; nth++) {
    const cuts = [0, ...Array.from({ length: below(8) }, () => below(source.length)).sort((one, other) => one - other), source.length];
    const chunks = cuts.slice(1).map((end, at) => Buffer.from(source.slice(cuts[at], end)));
    equal(Buffer.concat([...replacedChunks(chunks, texts)]).toString(), expected);
  }
});

test("a long file is written in memory that does not grow with it, and every other byte stays", () => {
  const size = (process.env.RETHOUGHT_LONG ? 1000 : 200) * MEGABYTE;
  const path = join(folder, "long");
  const file = openSync(path, "w");
  ftruncateSync(file, size);
  writeSync(file, "BAD", 150 * MEGABYTE);
  closeSync(file);
  const before = process.memoryUsage().rss;
  let most = 0;
  function* watched(chunks) {
    for (const chunk of chunks) {
      most = Math.max(most, process.memoryUsage().rss);
      yield chunk;
    }
  }
  replaceFile(path, watched(editedChunks(path, [{ offset: 150 * MEGABYTE, length: 3, text: "good" }], size)), () => {});
  equal(statSync(path).size, size + 1);
  const expected = createHash("sha256");
  for (let at = 0; at < size; at += MEGABYTE) {
    const zeros = Buffer.alloc(Math.min(MEGABYTE, size - at));
    expected.update(at === 150 * MEGABYTE ? Buffer.concat([Buffer.from("good"), zeros.subarray(3)]) : zeros);
  }
  const found = createHash("sha256");
  for (const chunk of editedChunks(path, [], size + 1)) found.update(chunk);
  equal(found.digest("hex"), expected.digest("hex"));
  ok(most - before < 100 * MEGABYTE, `${Math.round((most - before) / MEGABYTE)} MiB more`);
  rmSync(path);
});

test("a draft that is refused leaves the file, and no draft", () => {
  const path = join(folder, "refused");
  writeFileSync(path, "old");
  throws(() => replaceFile(path, [Buffer.from("new")], () => { throw new Error("no"); }), /^Error: no$/);
  equal(readFileSync(path, "utf8"), "old");
});
