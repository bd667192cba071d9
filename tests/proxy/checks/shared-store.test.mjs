// Several proxies on one store behave as one, and a store that is down fails no call.
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ensureRedis } from "../../../scripts/databases.mjs";
import { ensurePackages } from "../../../scripts/npm.mjs";
import { root } from "../../../scripts/paths.mjs";
import { bodiesOf } from "../../guard/provider.mjs";
import { Servers } from "../../services/databases-stores/servers.mjs";
import { Skip, test } from "../../skip.mjs";
import { listenOn, newFolder, startCommand } from "../drive.mjs";

/** A busy machine makes a store slow, which must not decide a check. */
const PATIENT = ["--store-timeout", "20000"];
/** The drivers are installed there. */
const cwd = join(root, "tests");
await ensurePackages(cwd);

/** Opens a vendor that answers each conversation with its own answer, and keeps what it got. */
async function openVendor() {
  const seen = [];
  const server = createServer(async (incoming, reply) => {
    const body = Buffer.concat(await incoming.toArray()).toString();
    seen.push(body);
    reply.writeHead(200, { "content-type": "application/json" }).end(bodiesOf(/Oslo(\d+)\?/.exec(body)[1]).response);
  });
  return { seen, ...(await listenOn(server)) };
}

const post = async (proxy, body) => {
  const answer = await fetch(`${proxy.url}/anthropic/v1/messages`, { method: "POST", headers: { "content-type": "application/json", "x-api-key": "k" }, body });
  return [answer.status, await answer.text()];
};

async function freePort() {
  const { url, close } = await listenOn(createServer());
  await close();
  return Number(new URL(url).port);
}

/** Starts a Redis that is reached by a port. */
async function startRedis() {
  const program = await ensureRedis();
  if (!program) throw new Skip("there is no redis-server, and it cannot be installed");
  const port = await freePort();
  const child = spawn(program, ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], { stdio: "ignore" });
  process.on("exit", () => child.kill("SIGKILL"));
  for (let nth = 0; nth < 100; nth++) {
    const isThere = await new Promise((resolve) => connect(port, "127.0.0.1").on("connect", () => resolve(true)).on("error", () => resolve(false)));
    if (isThere) return { address: `redis://127.0.0.1:${port}`, end: () => child.kill("SIGKILL") };
    await pause(50);
  }
  throw new Error("Redis does not start");
}

async function startPostgres() {
  const folder = newFolder();
  const servers = new Servers(folder);
  const { folder: socket } = await servers.reach("postgres");
  return { address: `postgres://rethought@/postgres?host=${encodeURIComponent(socket)}`, end: () => servers.stop() };
}

/** Node has SQLite since 22.13. */
function nodeWithSqlite() {
  if (process.getBuiltinModule?.("node:sqlite")) return process.execPath;
  const program = join(cwd, "node_modules", `node24-${process.arch}`, "bin", "node");
  if (!existsSync(program)) throw new Skip("there is no Node with SQLite");
  return program;
}

const PLACES = {
  "a folder": async () => ({ address: join(newFolder(), "ledger"), end() {} }),
  SQLite: async () => ({ address: `sqlite:${join(newFolder(), "ledger.db")}`, node: nodeWithSqlite(), end() {} }),
  Redis: startRedis,
  Postgres: startPostgres,
};

for (const [name, open] of Object.entries(PLACES)) {
  test(`two proxies on one store of ${name} restore each other's thoughts`, async () => {
    const [vendor, { address, node, end }] = [await openVendor(), await open()];
    try {
      const args = ["--upstream", `anthropic=${vendor.url}`, "--mode", "repair", "--store-env", "LEDGER_URL", ...PATIENT];
      const proxies = await Promise.all([0, 1].map(() => startCommand(args, { LEDGER_URL: address }, { cwd, node })));
      const marks = Array.from({ length: 12 }, (_, nth) => `${nth}`);
      for (const proxy of proxies) equal((await fetch(`${proxy.url}/readyz`)).status, 200);
      await Promise.all(marks.map((mark, nth) => post(proxies[nth % 2], bodiesOf(mark).request)));
      await untilRecorded(proxies, marks.length);
      vendor.seen.length = 0;
      // Each next step is sent through the other proxy.
      await Promise.all(marks.map((mark, nth) => post(proxies[(nth + 1) % 2], bodiesOf(mark).damaged)));
      deepEqual(vendor.seen.sort(), marks.map((mark) => bodiesOf(mark).next).sort());
      for (const proxy of proxies) equal(await proxy.end(), 0, proxy.printed.faults);
      for (const proxy of proxies) equal(proxy.printed.faults.replace(/^.*ExperimentalWarning.*\n.*\n/m, ""), "");
    } finally {
      await end();
      await vendor.close();
    }
  });
}

const KILLED_AFTER = process.env.RETHOUGHT_LONG ? 500 : 60;

for (const [name, open] of Object.entries(PLACES)) {
  test(`kill -9 of a durable proxy loses no answer that a client received whole - ${name}`, async (t) => {
    const [vendor, { address, node, end }] = [await openVendor(), await open()];
    try {
      const args = ["--upstream", `anthropic=${vendor.url}`, "--mode", "repair", "--store-env", "LEDGER_URL", "--durable", ...PATIENT];
      const killed = await startCommand(args, { LEDGER_URL: address }, { cwd, node });
      const received = [];
      let count = 0;
      const work = async () => {
        for (let mark = `${++count}`; ; mark = `${++count}`) {
          const [, text] = await post(killed, bodiesOf(mark).request);
          if (text === bodiesOf(mark).response) received.push(mark);
          if (received.length >= KILLED_AFTER) killed.child.kill("SIGKILL");
        }
      };
      await Promise.allSettled(Array.from({ length: 20 }, work));
      equal(await killed.ended, "SIGKILL");
      const next = await startCommand(args, { LEDGER_URL: address }, { cwd, node });
      vendor.seen.length = 0;
      for (const mark of received) await post(next, bodiesOf(mark).damaged);
      const restored = vendor.seen.filter((body, nth) => body === bodiesOf(received[nth]).next).length;
      equal(`${restored} of ${received.length}`, `${received.length} of ${received.length}`);
      t.diagnostic(`${received.length} received, ${restored} restored`);
      equal(await next.end(), 0, next.printed.faults);
    } finally {
      await end();
      await vendor.close();
    }
  });
}

/** Waits until two proxies have recorded so many answers. */
async function untilRecorded(proxies, wanted) {
  for (let nth = 0; nth < 200; nth++) {
    const texts = await Promise.all(proxies.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
    const recorded = texts.reduce((sum, text) => sum + Number(/^rethought_recorded_total\{.*\} (\d+)$/m.exec(text)?.[1] ?? 0), 0);
    if (recorded >= wanted) return;
    await pause(50);
  }
  throw new Error("not all answers are recorded");
}

for (const [scheme, port] of [["redis", 1], ["postgres", 1]]) {
  test(`a ${scheme} that is down fails no call, is reported once without its password, and makes the proxy not ready`, async () => {
    const vendor = await openVendor();
    const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--mode", "repair", "--store-env", "LEDGER_URL"], { LEDGER_URL: `${scheme}://me:hunter2@127.0.0.1:${port}/0` }, { cwd });
    const { request, response } = bodiesOf("1");
    for (let nth = 0; nth < 5; nth++) deepEqual(await post(proxy, request), [200, response]);
    const ready = await fetch(`${proxy.url}/readyz`);
    equal(ready.status, 503);
    match(await ready.text(), /the store/);
    equal((await fetch(`${proxy.url}/healthz`)).status, 200);
    match(await (await fetch(`${proxy.url}/metrics`)).text(), /^rethought_store_errors_total\{/m);
    await proxy.end();
    equal(proxy.printed.faults.match(/the store cannot be reached\. Check that the database runs/g)?.length, 1, proxy.printed.faults);
    ok(!/hunter2/.test(proxy.printed.faults + proxy.printed.text), "the password is printed");
    await vendor.close();
  });
}
