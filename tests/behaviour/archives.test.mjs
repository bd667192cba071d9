// Zip archives: what is in them, however they are packed, cut and damaged. fflate, which shares no code with the package, makes them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { strToU8, Zip, ZipDeflate, zipSync } from "fflate";
import { readTranscript } from "rethought";
import { diagnose, filesInArchive, readSession } from "rethought/sessions";

const BIN = fileURLToPath(new URL("./node_modules/.bin/rethought", import.meta.url));
const LINE = (word) => strToU8(`${JSON.stringify({ request: { model: "claude-opus-4-5", max_tokens: 9, messages: [{ role: "user", content: word }] }, response: { id: "msg_1", type: "message", role: "assistant", model: "claude-opus-4-5", content: [{ type: "text", text: word }], stop_reason: "end_turn" } })}\n`);
const SAMPLE = strToU8(JSON.stringify({ id: 1, epoch: 1, uuid: "s1", input: "Hi", target: "", messages: [], output: {}, events: [{ event: "model", uuid: "e1", model: "anthropic/claude-opus-4-5", call: { request: { model: "claude-opus-4-5", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }, response: null } }] }));
const JOURNAL = { "_journal/start.json": strToU8('{"version":2,"eval":{},"plan":{}}'), "header.json": strToU8('{"version":2,"status":"success","eval":{},"plan":{}}'), "summaries.json": strToU8("[]") };

/** An archive that was written to a pipe: sizes and sums come after each member. */
function piped(files) {
  const parts = [];
  const zip = new Zip((error, part) => (error ? assert.fail(error) : parts.push(part)));
  for (const [name, bytes] of Object.entries(files)) {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return new Uint8Array(Buffer.concat(parts));
}

/** Changes the first of some bytes. */
const changed = (bytes, at, to) => Object.assign(bytes.slice(), { [at]: to });
/** Sets the method of compression in the header and the directory of an archive with one file. */
function withMethod(archive, method) {
  const next = archive.slice();
  const view = new DataView(next.buffer);
  for (let at = 0; at < next.length - 4; at++) {
    if (view.getUint32(at, true) === 0x04034b50) view.setUint16(at + 8, method, true);
    if (view.getUint32(at, true) === 0x02014b50) view.setUint16(at + 10, method, true);
  }
  return next;
}
const withFlag = (archive) => {
  const at = Buffer.from(archive).indexOf("PK\x01\x02", 0, "latin1");
  return changed(archive, at + 8, archive[at + 8] | 1);
};
const ONE = zipSync({ "a.jsonl": LINE("Hi") });
const LONG = strToU8(Buffer.from(LINE("Hi")).toString().repeat(4000));

/** Each archive, with the conversations of its exchanges and the reasons of its faults, or with the error of the archive. */
const CASES = {
  "one file": [ONE, ["a.jsonl 1"], []],
  "a file without compression": [zipSync({ "a.jsonl": [LINE("Hi"), { level: 0 }] }), ["a.jsonl 1"], []],
  "files in folders": [zipSync({ "b/a.jsonl": LINE("Hi"), "b/c/d.jsonl": LINE("Ho") }), ["b/a.jsonl 1", "b/c/d.jsonl 1"], []],
  "sizes after the data": [piped({ "a.jsonl": LINE("Hi"), "b.jsonl": LINE("Ho") }), ["a.jsonl 1", "b.jsonl 1"], []],
  "a comment": [zipSync({ "a.jsonl": LINE("Hi") }, { comment: "of ours" }), ["a.jsonl 1"], []],
  "extra fields": [zipSync({ "a.jsonl": [LINE("Hi"), { extra: { 0x9901: Uint8Array.of(1, 2, 3) } }] }), ["a.jsonl 1"], []],
  "hidden files and those of macOS": [zipSync({ ".a.jsonl": LINE("x"), "__MACOSX/._a.jsonl": LINE("x"), "a.jsonl": LINE("Hi") }), ["a.jsonl 1"], []],
  "a folder of its own": [zipSync({ "b/": new Uint8Array(0), "b/a.jsonl": LINE("Hi") }), ["b/a.jsonl 1"], []],
  "no files": [zipSync({}), [], []],
  "a log of Inspect": [zipSync({ ...JOURNAL, "samples/1_epoch_1.json": SAMPLE }), ["samples/1_epoch_1.json s1"], []],
  "two samples of Inspect": [zipSync({ ...JOURNAL, "samples/1_epoch_1.json": SAMPLE, "samples/2_epoch_1.json": SAMPLE }), ["samples/1_epoch_1.json s1", "samples/2_epoch_1.json s1"], []],
  "a log of Inspect in Zstandard": [withMethod(zipSync({ "header.json": strToU8("{}"), "samples/1_epoch_1.json": SAMPLE }), 93), [], [/^samples\/1_epoch_1\.json is packed with Zstandard .*inspect log convert --to json/]],
  "a kind of compression that is not read": [withMethod(ONE, 12), [], [/^a\.jsonl is packed with bzip2 in its zip archive, which is not read\. Unpack it/]],
  "an encrypted file": [withFlag(ONE), [], [/^a\.jsonl is encrypted in its zip archive\. Unpack it/]],
  "prose beside a session": [zipSync({ "README.md": strToU8("# Prose\n"), "a.jsonl": LINE("Hi") }), ["a.jsonl 1"], [/^README\.md: it looks like no transcript/]],
  "a broken line": [zipSync({ "a.jsonl": new Uint8Array(Buffer.concat([LINE("Hi"), Buffer.from("{broken\n")])) }), ["a.jsonl 1"], [/^a\.jsonl: /]],
  "an archive in it": [zipSync({ "b.zip": ONE, "a.jsonl": LINE("Hi") }), ["a.jsonl 1"], [/^b\.zip: this looks like a zip archive\. Unpack it/]],
  "gzip in it": [zipSync({ "a.jsonl.gz": [new Uint8Array((await import("node:zlib")).gzipSync(LINE("Hi"))), { level: 0 }] }), ["a.jsonl.gz 1"], []],
  "a damaged member": [changed(ONE, 45, ONE[45] ^ 0xff), undefined, [/^a\.jsonl: .*damaged/]],
  "a name of other scripts": [zipSync({ "привет.jsonl": LINE("Hi") }), ["привет.jsonl 1"], []],
  "without its end": [ONE.slice(0, -30), /no directory at its end/],
  "only its first bytes": [ONE.slice(0, 10), /no directory at its end/],
  "a directory outside of it": [changed(ONE, ONE.length - 3, 0x7f), /its directory is outside of it/],
};

async function read(chunks) {
  const [sessions, faults] = [[], []];
  for await (const record of readSession(chunks)) (record.type === "fault" ? faults : sessions).push(record);
  return { sessions: sessions.map(({ session }) => session), faults: faults.map(({ reason }) => reason), numbers: sessions.map(({ nth }) => nth) };
}

for (const [name, [archive, sessions, faults]] of Object.entries(CASES)) {
  test(`${name}: its files are read, however it is cut`, async () => {
    for (const size of [archive.length, 1, 7, 64]) {
      const chunks = Array.from({ length: Math.ceil(archive.length / size) }, (_, nth) => archive.subarray(nth * size, (nth + 1) * size));
      if (sessions instanceof RegExp) {
        await assert.rejects(read(chunks), (error) => error.code.startsWith("E_ZIP_") && sessions.test(error.message));
        continue;
      }
      const found = await read(chunks);
      if (sessions) assert.deepEqual(found.sessions, sessions);
      assert.deepEqual(found.numbers, found.numbers.map((_, nth) => nth));
      assert.equal(found.faults.length, faults.length, found.faults.join("\n"));
      faults.forEach((fault, nth) => assert.match(found.faults[nth], fault));
    }
  });
}

test("any beginning of an archive, and any changed byte, gives an InputError or a fault, and never a trap", async () => {
  const archive = zipSync({ "a.jsonl": LINE("Hi"), "b.jsonl": [LINE("Ho"), { level: 0 }] });
  const attempt = async (bytes) => {
    try {
      await read([bytes]);
    } catch (error) {
      assert.match(String(error.code), /^E_(?:ZIP_\w+|INPUT|GZIP_\w+)$/, error.stack);
    }
  };
  for (let end = 1; end < archive.length; end += 3) await attempt(archive.slice(0, end));
  for (let at = 0; at < archive.length; at++) for (const to of [0, 0xff, archive[at] ^ 1]) await attempt(changed(archive, at, to));
});

test("an archive that unpacks to more than the limit is refused", async () => {
  const archive = zipSync({ "a.jsonl": LONG, "b.jsonl": LONG });
  await assert.rejects(async () => {
    for await (const _ of readTranscript([archive], { maxUnpackedBytes: LONG.length + archive.length })) _;
  }, { code: "E_GZIP_SIZE" });
});

test("the files of an archive are sources of their own", async () => {
  const files = await filesInArchive(new Blob([zipSync({ "a.jsonl": LINE("Hi"), "b.jsonl": [LINE("Ho"), { level: 0 }] })]));
  assert.deepEqual(files.map(({ name, size }) => [name, size]), [["a.jsonl", LINE("Hi").length], ["b.jsonl", LINE("Ho").length]]);
  for (const file of files) {
    let count = 0;
    for await (const { type } of readTranscript(file)) count += type === "exchange";
    assert.equal(count, 1);
    assert.equal((await diagnose(file)).format, "pairs");
  }
  await assert.rejects(filesInArchive(new Blob(["no archive"])), { code: "E_INPUT" });
  await assert.rejects(diagnose([zipSync({})]), { code: "E_INPUT" });
});

test("the command line reads each file of an archive", () => {
  const folder = mkdtempSync(join(tmpdir(), "rethought-archives-"));
  const run = (...args) => spawnSync(BIN, args, { cwd: folder, encoding: "utf8" });
  const request = strToU8('{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]}');
  writeFileSync(join(folder, "requests.zip"), zipSync({ "one.json": request, "two.json": request, "odd.txt": strToU8("x") }));
  const audited = run("audit", "requests.zip", "--host", "api.anthropic.com");
  assert.match(audited.stdout, /requests\.zip\/one\.json[^]*requests\.zip\/two\.json[^]*2 files checked: no problems found\. 1 file could not be checked/);
  assert.equal(audited.status, 2);
  writeFileSync(join(folder, "errors.zip"), zipSync({ "error.json": strToU8('{"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0: Invalid `signature` in `thinking` block"}}') }));
  const classified = run("classify", "errors.zip");
  assert.match(classified.stdout, /^errors\.zip\/error\.json: invalid-thinking-signature/);
  assert.equal(classified.status, 0);
  const transcripts = fileURLToPath(new URL("./transcripts/pi/", import.meta.url));
  const [name] = readdirSync(transcripts).filter((one) => one.startsWith("a-masked-handle") && one.endsWith(".jsonl"));
  writeFileSync(join(folder, "sessions.zip"), zipSync({ "dead.jsonl": new Uint8Array(readFileSync(join(transcripts, name))), "other.jsonl": LINE("Hi") }));
  const listed = run("doctor", "sessions.zip", "--json");
  assert.deepEqual(JSON.parse(listed.stdout).map(({ path, state }) => [path, state]), [["sessions.zip/dead.jsonl", "dead"], ["sessions.zip/other.jsonl", "not checked"]]);
  writeFileSync(join(folder, "dead.zip"), zipSync({ "dead.jsonl": new Uint8Array(readFileSync(join(transcripts, name))) }));
  const written = run("doctor", "dead.zip", "--write");
  assert.equal(written.status, 2);
  assert.match(written.stderr, /it is inside of another file, which is not written\. Unpack the file/);
  writeFileSync(join(folder, "cut.zip"), ONE.slice(0, -30));
  for (const command of ["audit", "classify", "doctor", "inspect"]) {
    const { status, stderr } = run(command, "cut.zip");
    assert.deepEqual([status, /no directory at its end/.test(stderr)], [2, true], `${command}: ${stderr}`);
  }
});
