// rethought inspect: the files it serves, its clients, and its end.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";

const BIN = fileURLToPath(new URL("./node_modules/.bin/rethought", import.meta.url));
const PACKAGE = fileURLToPath(new URL("./node_modules/rethought/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rethought-inspect-"));
const TEXT = '{"messages":[{"role":"user","content":"</script><b>Grüße</b> & $& \ud83d\ude00"}]}';
writeFileSync(join(folder, "request.json"), TEXT);
writeFileSync(join(folder, "packed.json.gz"), gzipSync(TEXT));
mkdirSync(join(folder, "sessions"));

const running = new Set();
after(() => running.forEach((child) => child.kill("SIGKILL")));

/** Starts the command. Resolves when it has printed an address for each file. */
async function inspect(args, { input } = {}) {
  const child = spawn(BIN, ["inspect", "--no-open", ...args], { cwd: folder });
  running.add(child);
  child.stdin.end(input);
  let [printed, complained] = ["", ""];
  child.stderr.on("data", (chunk) => (complained += chunk));
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => (running.delete(child), resolve(code ?? signal))));
  await new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => ((printed += chunk), printed.includes("Ctrl+C") && resolve()));
    ended.then(() => reject(new Error(`it ended: ${printed}${complained}`)));
  });
  const addresses = printed.match(/http:\/\/\S+/g);
  return { printed, addresses, address: addresses[0], complained: () => complained, end: (signal) => (child.kill(signal), ended) };
}

/** Sends a request with any headers, and for a path that no client would request. */
const ask = (address, { path, ...options } = {}) =>
  new Promise((resolve, reject) => request(address, { ...(path === undefined ? {} : { path }), ...options }, (response) => (response.resume(), resolve(response))).on("error", reject).end());
const dataIn = (html) => JSON.parse(/<script type="application\/json" id="data">([^]*?)<\/script>/.exec(html)[1]);

test("it serves the page with the file in it and a strict policy, and ends on Ctrl+C", async () => {
  const { address, printed, end } = await inspect(["request.json"]);
  assert.match(printed, /^request\.json is at http:\/\/127\.0\.0\.1:\d+\/[\w-]{24}\/\nThe page sends nothing\. Press Ctrl\+C to stop\.\n$/);
  const answer = await fetch(address);
  const html = await answer.text();
  assert.equal(answer.status, 200);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)[1];
  assert.match(policy, /^default-src 'none'; connect-src 'none'; script-src 'sha256-/);
  assert.equal(answer.headers.get("content-security-policy"), `${policy}; frame-ancestors 'none'`);
  const expected = { "content-type": "text/html; charset=utf-8", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin", "cross-origin-opener-policy": "same-origin", "cache-control": "no-store" };
  for (const [name, value] of Object.entries(expected)) assert.equal(answer.headers.get(name), value);
  assert.equal(answer.headers.get("access-control-allow-origin"), null);
  assert.deepEqual(dataIn(html), { name: "request.json", path: "request.json", text: TEXT });
  assert.equal(await end("SIGINT"), 0);
});

test("the parts of the page are those of the package, byte for byte", async () => {
  const { address, end } = await inspect([]);
  const html = await (await fetch(address)).text();
  const block = (id) => gunzipSync(Buffer.from(new RegExp(`id="${id}">([^<]*)<`).exec(html)[1], "base64"));
  assert.ok(block("wasm").equals(readFileSync(join(PACKAGE, "wasm", "rethought.wasm"))));
  assert.equal(JSON.stringify(block("cards").toString()), /"(?:[^"\\]|\\.)*"/.exec(readFileSync(join(PACKAGE, "cards", "index.js"), "utf8"))[0]);
  assert.ok(JSON.parse(block("examples")).length > 0 && JSON.parse(block("known")));
  assert.match(html, /id="data"><\/script>/);
  assert.equal(await end("SIGTERM"), 0);
});

test("it answers under no other name, path or method", async () => {
  const { address, end } = await inspect(["request.json"]);
  const { port, pathname, origin } = new URL(address);
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `127.0.0.1:${Number(port) + 1}`, `127.0.0.1.evil.example:${port}`, `[::1]:${port}`]) assert.equal((await ask(address, { headers: { host } })).statusCode, 403, host);
  assert.equal((await ask(address, { headers: { host: `localhost:${port}` } })).statusCode, 200);
  const paths = ["/", pathname.slice(0, -1), `${pathname}request.json`, `${pathname}../package.json`, `${pathname}..%2f..%2fetc/passwd`, "/../../../../etc/passwd", "//etc/passwd", "/%2e%2e/", `${pathname}?x`, `http://evil.example${pathname}`, pathname.toLowerCase(), "*"];
  for (const path of paths) if (path !== pathname) assert.equal((await ask(origin, { path })).statusCode, 404, path);
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) assert.equal((await ask(address, { method })).statusCode, 404, method);
  const head = await ask(address, { method: "HEAD" });
  assert.equal(head.statusCode, 200);
  assert.equal(await end("SIGINT"), 0);
});

test("two starts have nothing in common that one could guess, and no other machine is listened to", async () => {
  const [one, other] = [await inspect(["request.json"]), await inspect(["request.json"])];
  assert.notEqual(new URL(one.address).pathname, new URL(other.address).pathname);
  const { port } = new URL(one.address);
  const outside = Object.values(networkInterfaces()).flat().filter(({ internal, family }) => !internal && family === "IPv4");
  for (const { address } of outside) {
    const reached = await new Promise((resolve) => connect({ host: address, port, timeout: 2000 }).on("connect", () => resolve(true)).on("error", () => resolve(false)).on("timeout", () => resolve(false)));
    assert.equal(reached, false, address);
  }
  await Promise.all([one.end("SIGINT"), other.end("SIGINT")]);
});

test("gzip goes as the bytes it is; standard input and several files are a list, whose files the page asks for", async () => {
  const { address, end } = await inspect(["packed.json.gz"]);
  const data = dataIn(await (await fetch(address)).text());
  assert.ok(Buffer.from(data.base64, "base64").equals(readFileSync(join(folder, "packed.json.gz"))));
  await end("SIGINT");
  const several = await inspect(["request.json", "none.json", "-"], { input: "x" });
  assert.equal(several.addresses.length, 1);
  assert.match(several.complained(), /^rethought: none\.json: no such file, and no session has this id/);
  const html = await (await fetch(several.address)).text();
  assert.match(html, /connect-src 'self'; script-src 'sha256-/);
  assert.ok(!html.includes("forbids every connection"));
  const files = [{ name: "request.json", size: Buffer.byteLength(TEXT), path: "request.json" }, { name: "stdin", path: "stdin" }];
  assert.deepEqual(dataIn(html), { name: "2 sessions", follow: false, files });
  const asked = async (path) => (await fetch(new URL(path, several.address))).text();
  assert.deepEqual([await asked("files/0?from=0"), await asked("files/0?from=5"), await asked("files/1?from=0")], [TEXT, TEXT.slice(5), "x"]);
  for (const path of ["files/2?from=0", "files/0", "files/0?from=-1", "files/00000000?from=0", "files/../0?from=0", "files/0?from=0&x", "files/-1?from=0"]) assert.equal((await fetch(new URL(path, several.address))).status, 404, path);
  assert.equal((await fetch(new URL("files/0?from=0", new URL("/", several.address)))).status, 404);
  const other = await ask(new URL("files/0?from=0", several.address), { headers: { host: "evil.example" } });
  assert.equal(other.statusCode, 403);
  assert.equal(await several.end("SIGINT"), 2);
});

test("a page that is loaded again shows the file as it is then", async () => {
  writeFileSync(join(folder, "growing.jsonl"), "1\n");
  const { address, end } = await inspect(["growing.jsonl"]);
  assert.equal(dataIn(await (await fetch(address)).text()).text, "1\n");
  writeFileSync(join(folder, "growing.jsonl"), "1\n2\n");
  assert.equal(dataIn(await (await fetch(address)).text()).text, "1\n2\n");
  rmSync(join(folder, "growing.jsonl"));
  const gone = await fetch(address);
  assert.deepEqual([gone.status, gone.headers.get("content-type")], [500, "text/plain; charset=utf-8"]);
  assert.match(await gone.text(), /^The transcript cannot be read: ENOENT/);
  await end("SIGINT");
});

test("a port can be chosen; one that is taken, an empty folder and a file that is not there are reported in a sentence", async () => {
  const taken = createServer();
  await new Promise((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address();
  mkdirSync(join(folder, "empty"));
  // A sparse file: it takes no space.
  writeFileSync(join(folder, "huge.ndjson"), "");
  truncateSync(join(folder, "huge.ndjson"), (128 << 20) + 1);
  const run = (...args) => spawnSync(BIN, ["inspect", "--no-open", ...args], { cwd: folder, encoding: "utf8" });
  const wrong = [
    [["--port", String(port)], /^rethought: port \d+ cannot be opened: another program uses it$/m],
    [["--port", "x"], /^rethought: --port must be a number up to 65535 \(got x\)$/m],
    [["--port", "65536"], /--port must be a number/],
    [["empty"], /^rethought: empty: the folder has no transcripts$/m],
    [["none.json"], /^rethought: none\.json: no such file, and no session has this id\. List all sessions: rethought doctor$/m],
    [["--follow", "a.jsonl", "b.jsonl"], /^rethought: --follow needs one file \(got 2\)/m],
    [["--follow", "-"], /^rethought: --follow needs one file \(got standard input\)/m],
    [["huge.ndjson"], /^rethought: huge\.ndjson: longer than 134217728 bytes, the limit of the page\. Start rethought inspect without a file, and open this file on the page\.$/m],
  ];
  for (const [args, sentence] of wrong) {
    const { status, stdout, stderr } = run(...args);
    assert.deepEqual([status, stdout], [2, ""], args.join(" "));
    assert.match(stderr, sentence);
  }
  await new Promise((resolve) => taken.close(resolve));
  const { address, end } = await inspect(["--port", String(port)]);
  assert.equal(new URL(address).port, String(port));
  await end("SIGINT");
});

test("a file that is followed is asked for from any byte, with a mark that changes with the file", async () => {
  writeFileSync(join(folder, "live.jsonl"), "");
  const { address, end } = await inspect(["--follow", "live.jsonl"]);
  const look = async (from) => {
    const answer = await fetch(new URL(`files/0?from=${from}`, address));
    return [await answer.text(), answer.headers.get("x-rethought-file")];
  };
  const [nothing, mark] = await look(0);
  assert.equal(nothing, "");
  writeFileSync(join(folder, "live.jsonl"), "one\ntwo\n");
  assert.deepEqual(await look(4), ["two\n", mark]);
  assert.deepEqual(await look(99), ["", mark]);
  writeFileSync(join(folder, "next.jsonl"), "three\n");
  renameSync(join(folder, "next.jsonl"), join(folder, "live.jsonl"));
  const [text, other] = await look(0);
  assert.equal(text, "three\n");
  assert.notEqual(other, mark);
  rmSync(join(folder, "live.jsonl"));
  const gone = await fetch(new URL("files/0?from=0", address));
  assert.equal(gone.status, 500);
  assert.match(await gone.text(), /ENOENT/);
  await end("SIGINT");
});

test("the files in a zip archive are a list", async () => {
  writeFileSync(join(folder, "all.zip"), zipSync({ "a/one.json": strToU8(TEXT), "two.json": [strToU8(TEXT), { level: 0 }], "a/": new Uint8Array(0), ".hidden": strToU8("x") }));
  const { address, end } = await inspect(["all.zip"]);
  const { name, files } = dataIn(await (await fetch(address)).text());
  assert.deepEqual([name, files.map((file) => file.name)], ["all.zip", ["all.zip/a/one.json", "all.zip/two.json"]]);
  for (const nth of [0, 1]) assert.equal(await (await fetch(new URL(`files/${nth}?from=0`, address))).text(), TEXT);
  await end("SIGINT");
});

test("the transcripts of a folder are a list", async () => {
  for (const name of ["one.jsonl", "two.json"]) writeFileSync(join(folder, "sessions", name), TEXT);
  const { address, printed, end } = await inspect(["sessions"]);
  assert.match(printed, /^2 sessions are at http/);
  assert.deepEqual(dataIn(await (await fetch(address)).text()).files.map(({ name }) => name), ["sessions/one.jsonl", "sessions/two.json"]);
  await end("SIGINT");
});
