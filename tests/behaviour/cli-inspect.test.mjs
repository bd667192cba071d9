// rethought inspect: the files it serves, its clients, and its end.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

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
  assert.deepEqual(dataIn(html), { name: "request.json", text: TEXT });
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

test("gzip goes as the bytes it is; standard input and several files have a page each", async () => {
  const { address, end } = await inspect(["packed.json.gz"]);
  const data = dataIn(await (await fetch(address)).text());
  assert.ok(Buffer.from(data.base64, "base64").equals(readFileSync(join(folder, "packed.json.gz"))));
  await end("SIGINT");
  const several = await inspect(["request.json", "none.json", "-"], { input: "x" });
  assert.equal(several.addresses.length, 2);
  assert.match(several.complained(), /^rethought: none\.json: ENOENT/);
  const [first, second] = await Promise.all(several.addresses.map(async (each) => dataIn(await (await fetch(each)).text())));
  assert.deepEqual([first, second], [{ name: "request.json", text: TEXT }, { name: "stdin", text: "x" }]);
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

test("a port can be chosen; one that is taken, a folder and a file that is not there are told in a sentence", async () => {
  const taken = createServer();
  await new Promise((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address();
  writeFileSync(join(folder, "sessions", "a.jsonl"), "{}");
  // A sparse file: it takes no space.
  writeFileSync(join(folder, "huge.ndjson"), "");
  truncateSync(join(folder, "huge.ndjson"), (128 << 20) + 1);
  const run = (...args) => spawnSync(BIN, ["inspect", "--no-open", ...args], { cwd: folder, encoding: "utf8" });
  const wrong = [
    [["--port", String(port)], /^rethought: port \d+ cannot be opened: another program uses it$/m],
    [["--port", "x"], /^rethought: --port must be a number up to 65535 \(got x\)$/m],
    [["--port", "65536"], /--port must be a number/],
    [["sessions"], /^rethought: sessions: this is a folder\. Name a file in it, such as sessions\/a\.jsonl\.$/m],
    [["none.json"], /^rethought: none\.json: ENOENT/m],
    [["huge.ndjson"], /^rethought: huge\.ndjson: the file has 134217729 bytes, and the limit is 134217728\. Start rethought inspect without a file, and open this file on the page\.$/m],
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
