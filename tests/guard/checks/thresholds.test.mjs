// The threshold of a block, the level of reports, and a store that fails while nobody listens.
import { deepEqual, equal, match, throws } from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import test from "node:test";
import { guards } from "../drive.mjs";
import { bodiesOf, MESSAGES, noted } from "../provider.mjs";

const { request, next, damaged, response } = bodiesOf();
const unsigned = next.replace(/,"signature":"[^"]*"/, "");
const post = (fetch, body) => fetch(MESSAGES, { method: "POST", body });

/** Records the exchange and sends a request after it. Returns the sent request, and the results of the caller and the hooks. */
async function after(body, options) {
  const [sent, { told, hooks }] = [[], noted()];
  const fetch = guards.guard(async (_, init) => (sent.push(init.body), new Response(response)), { mode: "block", ...hooks, ...options });
  await (await post(fetch, request)).text();
  await fetch.settled();
  const answer = await post(fetch, body);
  return { isSent: sent.length === 2, status: answer.status, text: await answer.text(), told };
}

test("failOn is the lowest severity that is blocked", async () => {
  const passed = await after(damaged, {});
  deepEqual([passed.isSent, passed.told.report[1].report.verdict], [true, "degraded"], "without failOn only what is certain to be refused is blocked");
  equal((await after(damaged, { failOn: "reject" })).isSent, true, "a loss is not a refusal");
  for (const failOn of ["degrade", "advice"]) {
    const { isSent, status, text, told } = await after(damaged, { failOn });
    deepEqual([isSent, status, told.refused.map(({ blocked, predicted }) => [blocked, predicted])], [false, 400, [[true, false]]], failOn);
    match(JSON.parse(text).error.message, /\(not sent: rethought found [a-z-]+ at \/messages\/1\/content\/0/);
  }
  const refused = await after(unsigned, { failOn: "degrade" });
  match(refused.text, /thinking-without-signature/, "the worst finding is named");
  equal(refused.told.refused[0].predicted, true);
});

test("level is the lowest severity that events list", async () => {
  const rules = async (level, body = damaged) => (await after(body, { mode: "observe", level })).told.report[1].report.findings.map(({ severity }) => severity);
  deepEqual(await rules(undefined), ["degrade"]);
  deepEqual(await rules("degrade"), ["degrade"]);
  deepEqual(await rules("reject"), []);
  deepEqual((await rules("reject", unsigned)).filter((severity) => severity !== "reject"), []);
  const { told } = await after(damaged, { mode: "repair", level: "reject" });
  deepEqual([told.repaired.length, told.repaired[0].before.findings.length, told.repaired[0].before.verdict], [1, 0, "degraded"], "repairs and verdicts do not depend on it");
});

test("thresholds that do nothing are refused", () => {
  const wrong = (options, pointer, message) => throws(() => guards.guard(undefined, options), { code: "E_INPUT", pointer, message });
  wrong({ failOn: "degrade" }, "/failOn", 'failOn has no effect in mode observe. Set mode to "block"');
  wrong({ mode: "block", failOn: "error" }, "/failOn", "failOn must be advice, degrade or reject (got error)");
  wrong({ level: "warning" }, "/level", "level must be advice, degrade or reject (got warning)");
  wrong({ mode: "block", failOn: "degrade", level: "reject" }, "/level", "level reject hides findings that failOn degrade blocks");
});

/** Returns the warnings that are printed while calls are sent with a store that fails. */
async function warnings(options) {
  const [before, printed] = [console.warn, []];
  console.warn = (text) => printed.push(text);
  try {
    const down = async () => Promise.reject(new Error("connect ECONNREFUSED \u001b[2J"));
    const fetch = guards.guard(async () => new Response(response), { store: { getMany: down, setMany: down }, ...options });
    for (const body of [request, next]) await (await post(fetch, body)).text();
    await fetch.settled();
    fetch[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  } finally {
    console.warn = before;
  }
  return printed;
}

test("a store that fails is printed once if nobody listens", async () => {
  for (const mode of ["observe", "repair", "block"])
    deepEqual(await warnings({ mode }), ["rethought: the store failed: connect ECONNREFUSED \\u001b[2J. Requests are audited without it, and are sent. Set onError to handle this. Later failures are not printed."], mode);
  deepEqual(await warnings({ onError() {} }), [], "onError listens");
  const listen = () => {};
  subscribe("rethought:guard", listen);
  deepEqual(await warnings({}), [], "the channel has a listener");
  unsubscribe("rethought:guard", listen);
});

test("a failure that is not the store's is not printed", async () => {
  const bad = () => { throw new Error("the hook is wrong"); };
  deepEqual(await warnings({ store: undefined, onReport: bad, onRecorded: bad }), []);
});
