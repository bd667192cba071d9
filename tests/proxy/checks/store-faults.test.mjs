// A store of the gateway that cannot be used: it is not ready and says why, it stops in time, and wrong addresses and files are refused with a sentence.
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pkg } from "../../../scripts/paths.mjs";
import { bodiesOf } from "../../guard/provider.mjs";
import { Skip, test } from "../../skip.mjs";
import { listenOn, newFolder, startCommand } from "../drive.mjs";

const { request, response } = bodiesOf();
const [KEY, OTHER] = ["a".repeat(64), "b".repeat(64)];
const openVendor = () => listenOn(createServer((incoming, reply) => incoming.resume().on("end", () => reply.writeHead(200, { "content-type": "application/json" }).end(response))));
const post = async ({ url }) => (await fetch(`${url}/anthropic/v1/messages`, { method: "POST", headers: { "content-type": "application/json", "x-api-key": "k" }, body: request })).text();
const readiness = async ({ url }) => {
  const answer = await fetch(`${url}/readyz`);
  return [answer.status, (await answer.json()).reason];
};

/** Returns a folder with a driver of Postgres whose queries end as a function says. */
function folderWithDriver(query) {
  const cwd = newFolder();
  mkdirSync(join(cwd, "node_modules", "pg"), { recursive: true });
  writeFileSync(join(cwd, "node_modules", "pg", "index.js"), `exports.Pool = class { on() {} query = ${query}; connect = async () => ({ query: this.query, release() {}, on() {} }); end = () => new Promise(() => {}); };`);
  return cwd;
}

test("/readyz says why an encrypted store cannot be used", async () => {
  const [vendor, cwd] = [await openVendor(), newFolder()];
  const start = (args, env) => startCommand(["--upstream", `anthropic=${vendor.url}`, "--store", "ledger", ...args], env, { cwd });
  const first = await start(["--encrypt-env", "KEY"], { KEY });
  await post(first);
  deepEqual(await readiness(first), [200, undefined]);
  equal(await first.end(), 0);
  for (const [args, env, reason] of [[["--encrypt-env", "KEY"], { KEY: OTHER }, /^the store was encrypted with another key\. Give the key that encrypted it\./], [[], {}, /^the store is encrypted, and no key was given\. .*--encrypt-env/]]) {
    const proxy = await start(args, env);
    equal(await post(proxy), response, "calls are answered all the same");
    const [status, said] = await readiness(proxy);
    equal(status, 503);
    match(said, reason);
    ok(![KEY, OTHER].some((key) => said.includes(key)));
    await proxy.end("SIGKILL");
  }
  await vendor.close();
});

test("/readyz says why a database cannot be used, without its address", async () => {
  const vendor = await openVendor();
  const failures = {
    'async () => { throw Object.assign(new Error("no user:hunter2@host"), { code: "28P01" }); }': /^the store refuses the user or the password/,
    'async () => { throw Object.assign(new Error("no user:hunter2@host"), { code: "XX000" }); }': /^the store failed \(XX000\)/,
    "async (text) => ({ rows: /AS has/.test(text.text ?? text) ? [{ has: true }] : [] })": /^the table rethought_ledger is missing, and this user may not create it/,
    "async (text) => ({ rows: /AS has/.test(text.text ?? text) ? [{ has: true }] : /pg_attribute/.test(text.text ?? text) ? [{ name: \"id\" }] : [] })": /^the table rethought_ledger has no columns key, value, so it belongs to something else\. Use another database or schema/,
    "() => new Promise(() => {})": /^the store does not answer$/,
  };
  for (const [query, reason] of Object.entries(failures)) {
    const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--store", "postgres://user:hunter2@host/db"], {}, { cwd: folderWithDriver(query) });
    const [status, said] = await readiness(proxy);
    equal(status, 503, query);
    match(said, reason);
    ok(!said.includes("hunter2"));
    await proxy.end("SIGKILL");
  }
  await vendor.close();
});

/** A database that reads, and whose disk is full. */
const FULL = `async (text, values) => {
  const said = text.text ?? text;
  if (/INSERT/.test(said)) throw Object.assign(new Error("could not extend file"), { code: "53100" });
  if (/pg_attribute/.test(said)) return { rows: ["key", "value", "name", "keys", "packed", "recorded_at", "account", "conversation"].map((name) => ({ name })) };
  if (/AS has/.test(said)) return { rows: [{ has: !/LIKE|key >=|EXISTS/.test(said) }] };
  return { rows: /is_value/.test(said) ? values[0].map(() => ({ value: null, packed: null, is_value: false })) : [] };
}`;

test("a store that reads and does not write is logged once, however many answers it refuses", async () => {
  const vendor = await openVendor();
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--store", "postgres://host/db", "--stop-after", "1"], {}, { cwd: folderWithDriver(FULL) });
  for (let nth = 0; nth < 5; nth++) {
    const body = request.replace(/"model"/, `"metadata":{"user_id":"u${nth}"},"model"`);
    equal(await (await fetch(`${proxy.url}/anthropic/v1/messages`, { method: "POST", headers: { "content-type": "application/json", "x-api-key": "k" }, body })).text(), response);
    // A read succeeds in between, and the write has failed.
    while (!/disk/.test((await readiness(proxy))[1])) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await proxy.end();
  equal(proxy.printed.faults.match(/the disk of the store is full/g)?.length, 1, proxy.printed.faults);
  match(proxy.printed.faults, /the last 5 answers are not recorded/);
  await vendor.close();
});

test("faults of databases have a sentence that says what to do, and no word of their drivers", async () => {
  const { storeReason } = await import(pathToFileURL(join(pkg, "cli", "store-faults.js")).href);
  const failed = (message, members = {}) => storeReason(Object.assign(new Error(`${message} hunter2`), members));
  const known = [
    [failed("ERR DB index is out of range"), /^Redis has no database of this number\. Change /],
    [failed("WRONGTYPE Operation against a key holding the wrong kind of value script: f315, on @user_script:32."), /^Redis has other data .* Use another/],
    [failed("MISCONF Redis is configured to save RDB snapshots"), /^Redis cannot save to its disk/],
    [failed("MOVED 3999 127.0.0.1:6381"), /^the store is a Redis Cluster, .* Use a single/],
    [failed("NOPERM this user has no permissions"), /^the user of the store may not run the commands/],
    [failed("LOADING Redis is loading the dataset in memory"), /^the database is starting\. Wait/],
    [failed("READONLY You can't write against a read only replica."), /^the store is a replica, /],
    [failed("cannot execute INSERT in a read-only transaction", { code: "25006" }), /^the store is a replica, /],
    [failed("sorry, too many clients already", { code: "53300" }), /^the database has no free connection\. Raise /],
    [failed("self-signed certificate in certificate chain", { code: "SELF_SIGNED_CERT_IN_CHAIN" }), /^the certificate of the store is not trusted\. Set NODE_EXTRA_CA_CERTS/],
    [failed("The server does not support SSL connections"), /^the store does not use TLS\. .*remove sslmode/],
    [failed('no pg_hba.conf entry for host "10.0.0.1", user "ada", database "x", no encryption', { code: "28000" }), /^the store accepts connections by TLS alone\. Add \?sslmode=require/],
    [failed("Connection terminated unexpectedly"), /^the store cannot be reached\. Check /],
    [failed("database disk image is malformed", { code: "ERR_SQLITE_ERROR" }), /^the file of the store is damaged\. /],
  ];
  for (const [said, wanted] of known) {
    match(said, wanted);
    ok(!/hunter2/.test(said) && said.split(" ").length <= 25, said);
  }
});

test("a store that hangs does not keep the proxy from stopping", async () => {
  const vendor = await openVendor();
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--store", "postgres://host/db", "--stop-after", "1"], {}, { cwd: folderWithDriver("() => new Promise(() => {})") });
  equal(await post(proxy), response);
  const ended = await Promise.race([proxy.end(), new Promise((resolve) => setTimeout(() => resolve("it runs"), 8000))]);
  equal(ended, 0, proxy.printed.faults);
  match(proxy.printed.faults, /the store does not answer, so the last answers are not recorded/);
  await vendor.close();
});

test("addresses and files that are not a store are refused with what to do", () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, "text.db"), "no database at all, but a text of more than sixteen bytes");
  writeFileSync(join(cwd, "bad.pem"), "no certificate");
  const run = (...args) => spawnSync(process.execPath, [join(pkg, "cli", "index.js"), ...args], { cwd, encoding: "utf8", timeout: 20_000 });
  const wrong = [
    ["redis:localhost:6379", /needs two slashes after redis: such as redis:\/\/host:6379 \(got redis:…\)/],
    ["rediss:hunter2@host", /needs two slashes after rediss: such as redis:\/\/host:6379/],
    ["postgres:hunter2@host/db", /needs two slashes after postgres: such as postgres:\/\/host\/database \(got postgres:…\)/],
    ["mongodb:hunter2@host", /must be redis:\/\/…, postgres:\/\/…, sqlite:FILE or a folder \(got mongodb:…\)\. A folder with a colon in its name begins with \.\//],
    ...(process.getBuiltinModule("node:sqlite") ? [["sqlite:text.db", /text\.db is not a SQLite database\. Name another file/]] : []),
  ];
  for (const [address, sentence] of wrong)
    for (const words of [["proxy", "--port", "0", "--store", address], ["ledger", "stats", address]]) {
      const { status, stderr } = run(...words);
      equal(status, 2, stderr);
      match(stderr, sentence);
      ok(!stderr.includes("hunter2"), stderr);
    }
  // No folder can be made there, and `mkdir` of Node 20 never ended.
  if (process.platform === "linux") {
    const { status, stderr } = run("proxy", "--port", "0", "--store", "/proc/rethought");
    ok(status > 0, `exit ${status}`);
    match(stderr, /cannot be used as a store/);
  }
  // A relative folder may have a colon.
  if (process.platform !== "win32") {
    mkdirSync(join(cwd, "a:b"));
    match(run("ledger", "stats", "./a:b").stderr, /\.\/a:b holds no ledger/);
  }
});

test("a certificate and a key that do not fit are refused by their names", () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, "bad.pem"), "no certificate");
  const make = (name) => execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2", "-keyout", join(cwd, `${name}.key`), "-out", join(cwd, `${name}.pem`)], { stdio: "ignore" });
  try {
    for (const name of ["one", "two"]) make(name);
  } catch {
    throw new Skip("there is no openssl");
  }
  for (const [cert, key, sentence] of [["bad.pem", "one.key", /--tls-cert: bad\.pem is not a certificate in PEM format/], ["one.pem", "bad.pem", /--tls-key: bad\.pem is not a private key in PEM format/], ["one.pem", "two.key", /--tls-key: two\.key does not belong to the certificate one\.pem/]]) {
    const { status, stderr } = spawnSync(process.execPath, [join(pkg, "cli", "index.js"), "proxy", "--port", "0", "--tls-cert", cert, "--tls-key", key], { cwd, encoding: "utf8", timeout: 20_000 });
    equal(status, 2, stderr);
    match(stderr, sentence);
  }
});
