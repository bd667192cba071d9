// fix --write: only the text of the file changes, and it is never half written.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("./node_modules/.bin/rethought", import.meta.url));
const BAD = '{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"b"},{"type":"text","text":"c"}]},{"role":"user","content":"d\u202e\u007f"}]}';
const GOOD = BAD.replace('{"type":"thinking","thinking":"b"},', "");
const WRITE = ["--allow", "unsafe", "--write"];

function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "rethought-write-"));
  const run = (args, input) => spawnSync(BIN, ["fix", ...args], { input, encoding: "utf8", cwd: folder });
  const file = (name, text = BAD) => (writeFileSync(join(folder, name), text), join(folder, name));
  return { folder, run, file };
}

test("the mode is kept, whatever it is, and the text is the mended one to the byte", () => {
  const { folder, run, file } = scratch();
  for (const mode of [0o600, 0o640, 0o644, 0o664, 0o755, 0o4755]) {
    const path = file("request.json");
    chmodSync(path, mode);
    const { status, stdout } = run(["request.json", ...WRITE]);
    assert.deepEqual([status, stdout], [0, ""]);
    assert.equal((statSync(path).mode & 0o7777).toString(8), mode.toString(8));
    assert.equal(readFileSync(path, "utf8"), GOOD);
  }
  assert.deepEqual(readdirSync(folder), ["request.json"]);
});

test("the owner is kept where the system lets us", { skip: process.getuid?.() !== 0 && "only the superuser may give files away" }, () => {
  const { run, file } = scratch();
  const path = file("request.json");
  chownSync(path, 12345, 23456);
  chmodSync(path, 0o640);
  assert.equal(run(["request.json", ...WRITE]).status, 0);
  const { uid, gid, mode } = statSync(path);
  assert.deepEqual([uid, gid, mode & 0o7777], [12345, 23456, 0o640]);
  assert.equal(readFileSync(path, "utf8"), GOOD);
});

test("a symbolic link stays one, and its target is rewritten where it is", () => {
  const { folder, run, file } = scratch();
  mkdirSync(join(folder, "deep"));
  const path = file("deep/request.json");
  symlinkSync("deep/request.json", join(folder, "one.json"));
  symlinkSync("one.json", join(folder, "two.json"));
  assert.equal(run(["two.json", ...WRITE]).status, 0);
  assert.equal(readFileSync(path, "utf8"), GOOD);
  assert.ok(lstatSync(join(folder, "two.json")).isSymbolicLink() && readlinkSync(join(folder, "one.json")) === "deep/request.json");
  assert.ok(lstatSync(path).isFile());
  assert.deepEqual([readdirSync(folder).sort(), readdirSync(join(folder, "deep"))], [["deep", "one.json", "two.json"], ["request.json"]]);
});

test("a read-only file and one with several names are refused with a sentence, and stay as they are", () => {
  const { folder, run, file } = scratch();
  const path = file("request.json");
  chmodSync(path, 0o444);
  const refused = run(["request.json", ...WRITE]);
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /^rethought: request\.json: the file is read-only, so it was not written$/m);
  chmodSync(path, 0o644);
  linkSync(path, join(folder, "other.json"));
  const parted = run(["request.json", ...WRITE]);
  assert.equal(parted.status, 2);
  assert.match(parted.stderr, /^rethought: request\.json: the file has hard links/m);
  assert.equal(readFileSync(path, "utf8"), BAD);
  assert.deepEqual(readdirSync(folder).sort(), ["other.json", "request.json"]);
});

test("a file that needs no mending is not touched", () => {
  const { run, file } = scratch();
  const path = file("request.json", GOOD);
  const before = statSync(path, { bigint: true });
  assert.equal(run(["request.json", ...WRITE]).status, 0);
  const after = statSync(path, { bigint: true });
  assert.deepEqual([after.ino, after.mtimeNs], [before.ino, before.mtimeNs]);
});

test("standard input cannot be written to: it is said, and no file appears", () => {
  const { folder, run, file } = scratch();
  file("request.json");
  for (const args of [["-", ...WRITE], [...WRITE], ["request.json", "-", ...WRITE]]) {
    const { status, stdout, stderr } = run(args, BAD);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, /^rethought: --write needs a file[^]*--help/);
  }
  assert.deepEqual(readdirSync(folder), ["request.json"]);
  assert.equal(readFileSync(join(folder, "request.json"), "utf8"), BAD);
});

test("where the disk takes no more, the old file stays, and nothing is left beside it", { skip: process.platform !== "linux" && "the limit is set by a shell of Linux" }, () => {
  const { folder, file } = scratch();
  const long = BAD.replace('"a"', JSON.stringify("a".repeat(50_000)));
  const path = file("request.json", long);
  const { status, stderr } = spawnSync("bash", ["-c", `trap "" XFSZ; ulimit -f 8; exec "$0" "$@"`, process.execPath, BIN, "fix", "request.json", ...WRITE], { cwd: folder, encoding: "utf8" });
  assert.equal(status, 2);
  assert.match(stderr, /^rethought: request\.json: EFBIG/m);
  assert.equal(readFileSync(path, "utf8"), long);
  assert.deepEqual(readdirSync(folder), ["request.json"]);
});

test("of several files each is written, and one that is refused does not stop the rest", () => {
  const { folder, run, file } = scratch();
  ["a.json", "b.json", "c.json"].forEach((name) => file(name));
  chmodSync(join(folder, "b.json"), 0o400);
  const { status } = run(["a.json", "b.json", "none.json", "c.json", ...WRITE]);
  assert.equal(status, 2);
  assert.deepEqual(["a.json", "b.json", "c.json"].map((name) => readFileSync(join(folder, name), "utf8")), [GOOD, BAD, GOOD]);
});
