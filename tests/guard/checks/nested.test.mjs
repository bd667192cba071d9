// Guards inside of guards: the outer one reports and repairs a call, and the inner ones pass it on.
import { deepEqual, equal } from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { pkg } from "../../../scripts/paths.mjs";
import { guards } from "../drive.mjs";
import { bodiesOf, MESSAGES } from "../provider.mjs";

const { request, next, damaged, response } = bodiesOf();
const bytes = (text) => new TextEncoder().encode(text);
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

/** What stands between the two guards. */
const BETWEEN = {
  nothing: (inner) => inner,
  "a wrapper that copies the options": (inner) => (url, init) => inner(url, { ...init }),
  "a wrapper that waits": (inner) => async (url, init) => (await pause(), inner(url, { ...init })),
  "another guard": (inner) => guards.guard(inner),
};
const BODIES = { "a text": (text) => [MESSAGES, { method: "POST", body: text }], bytes: (text) => [MESSAGES, { method: "POST", body: bytes(text) }], "a Request": (text) => [new Request(MESSAGES, { method: "POST", body: text })] };

for (const [what, wrap] of Object.entries(BETWEEN))
  for (const [kind, argsOf] of Object.entries(BODIES)) {
    if (kind === "a Request" && what.startsWith("a wrapper")) continue;
    test(`one report for a call through two guards: ${what} between them, ${kind}`, async () => {
      const told = [];
      const sent = [];
      const provider = async (input, init) => (sent.push(await new Response(init?.body ?? input.body).text()), new Response(response));
      const inner = guards.guard(provider, { onReport: () => told.push("inner") });
      const outer = guards.guard(wrap(inner), { mode: "repair", onReport: () => told.push("outer") });
      for (const body of [request, damaged]) {
        await (await outer(...argsOf(body))).text();
        await outer.settled();
      }
      deepEqual(told, ["outer", "outer"]);
      equal(sent[1], next, "the outer one repairs");
      await (await inner(...argsOf(request))).text();
      await inner.settled();
      deepEqual(told, ["outer", "outer", "inner"], "a call of its own is guarded");
    });
  }

test("calls at once with one object of options are all guarded, by one guard or by two", async () => {
  const told = [];
  const open = (name) => guards.guard(async () => (await pause(), new Response(response)), { onReport: () => told.push(name) });
  const [one, other] = [open("one"), open("other")];
  const init = { method: "POST", body: request };
  await Promise.all([one, one, other, one].map(async (fetch) => (await fetch(MESSAGES, init)).text()));
  await Promise.all([one.settled(), other.settled()]);
  deepEqual(told.sort(), ["one", "one", "one", "other"]);
});

test("another call inside of a guarded one has a guard of its own", async () => {
  const told = [];
  const other = guards.guard(async () => new Response(response), { onReport: () => told.push("other") });
  const outer = guards.guard(async () => (await (await other(MESSAGES, { method: "POST", body: next })).text(), new Response(response)), { onReport: () => told.push("outer") });
  await (await outer(MESSAGES, { method: "POST", body: request })).text();
  await Promise.all([outer.settled(), other.settled()]);
  deepEqual(told, ["outer", "other"]);
});

test("one report in a runtime without an async context", () => {
  const program = `
    const modules = process.getBuiltinModule;
    process.getBuiltinModule = (name) => (name === "node:async_hooks" ? undefined : modules(name));
    const { guard } = await import(${JSON.stringify(pathToFileURL(join(pkg, "entry", "guard.js")).href)});
    const told = [];
    const inner = guard(async () => new Response(${JSON.stringify(response)}), { onReport: () => told.push("inner") });
    const direct = guard(inner, { onReport: () => told.push("outer") });
    const copying = guard((url, init) => inner(url, { ...init }), { onReport: () => told.push("outer") });
    for (const fetch of [direct, copying, inner]) await (await fetch(${JSON.stringify(MESSAGES)}, { method: "POST", body: ${JSON.stringify(request)} })).text();
    await inner.settled();
    console.log(told.join());`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  equal(stdout, "outer,outer,inner\n", stderr);
});
