// The command ends: gracefully, at once, or by a kill.
import { equal, ok } from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { newFolder, startCommand } from "../drive.mjs";
import { callFor, openSlowVendor, readFolder, streamOf } from "../slow-vendor.mjs";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

for (const signal of ["SIGTERM", "SIGINT"]) {
  test(`${signal} while it streams: open streams end, new calls are refused, nothing is lost`, async () => {
    const [vendor, folder] = [await openSlowVendor(15), newFolder()];
    const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--record", folder, "--record-texts"]);
    const ids = Array.from({ length: 8 }, (_, nth) => `n${nth}`);
    const responses = await Promise.all(ids.map((id) => fetch(`${proxy.url}/anthropic/v1/messages`, callFor(id))));
    const ended = proxy.end(signal);
    await pause(50);
    // On connections of their own: a load balancer asks until it has learned it.
    const fresh = { connection: "close" };
    const [late, ready, alive] = await Promise.all([fetch(`${proxy.url}/anthropic/v1/messages`, { ...callFor("late"), headers: { ...callFor("late").headers, ...fresh } }), fetch(`${proxy.url}/readyz`, { headers: fresh }), fetch(`${proxy.url}/healthz`, { headers: fresh })]);
    equal([late.status, ready.status, alive.status].join(), "503,503,200");
    equal((await ready.json()).reason, "the proxy is stopping");
    const texts = await Promise.all(responses.map((response) => response.text()));
    texts.forEach((text, nth) => equal(text, streamOf(ids[nth]), `stream ${nth}`));
    equal(await ended, 0, proxy.printed.faults);
    const { exchanges, faults } = await readFolder(folder);
    equal([exchanges.length, faults.length].join(), `${ids.length},0`);
    for (const { stream, session } of exchanges) ok(ids.some((id) => Buffer.from(stream).toString() === streamOf(id)), `the stream of ${session} is not as it came`);
    await vendor.close();
  });
}

test("a second signal stops at once", async () => {
  const vendor = await openSlowVendor(200, 100);
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`]);
  const response = await fetch(`${proxy.url}/anthropic/v1/messages`, callFor("n0"));
  proxy.child.kill("SIGINT");
  await pause(100);
  const start = Date.now();
  equal(await proxy.end("SIGINT"), 1);
  ok(Date.now() - start < 2000, "it took too long");
  await response.text().catch(() => {});
  await vendor.close();
});

test("a stream that never ends does not keep it from stopping", async () => {
  const vendor = await openSlowVendor(1000, 1e9);
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--stop-after", "1"]);
  const response = await fetch(`${proxy.url}/anthropic/v1/messages`, callFor("n0"));
  equal(await proxy.end(), 0, proxy.printed.faults);
  ok(await response.text().then(() => false, () => true), "the stream looks whole");
  await vendor.close();
});

test("kill -9 in the middle: every transcript can be read, nothing in it is half, and the next start goes on in the same file", async (t) => {
  const [vendor, folder] = [await openSlowVendor(1, 5), newFolder()];
  let known = 0;
  for (let round = 0; round < 6; round++) {
    const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--record", folder, "--record-texts"]);
    let finished = 0;
    const calls = Array.from({ length: 40 }, (_, nth) => fetch(`${proxy.url}/anthropic/v1/messages`, callFor(`n${nth % 4}`)).then((response) => response.text()).then(() => finished++, () => {}));
    while (finished < 5 + round * 3) await pause(1);
    equal(await proxy.end("SIGKILL"), "SIGKILL");
    await Promise.all(calls);
    const { exchanges, faults } = await readFolder(folder);
    equal(faults.length, 0, JSON.stringify(faults[0]));
    for (const { request, stream } of exchanges) ok(JSON.parse(Buffer.from(request)) && /message_stop/.test(Buffer.from(stream)), "half of an exchange");
    ok(exchanges.length > known, "nothing was recorded");
    known = exchanges.length;
  }
  equal(readdirSync(folder).length, 4);
  // A machine that dies may leave half of a line.
  for (const file of readdirSync(folder)) appendFileSync(join(folder, file), readFileSync(join(folder, file)).subarray(0, 300));
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--record", folder, "--record-texts"]);
  for (const nth of [0, 1, 2, 3]) await (await fetch(`${proxy.url}/anthropic/v1/messages`, callFor(`n${nth}`))).text();
  equal(await proxy.end(), 0);
  const { exchanges, faults } = await readFolder(folder);
  equal([exchanges.length, faults.length].join(), `${known + 4},4`);
  await vendor.close();
  t.diagnostic(`${known} exchanges over 6 kills`);
});
