// The next call at once, before the answer that it continues is recorded. It waits until that is known in memory, in any spelling of its earlier messages, and no
// other call waits. Nobody waits for a write.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { front, guards } from "../drive.mjs";
import { gatedStore, idle, NEVER } from "../gated-store.mjs";
import { bodiesOf, MESSAGES, noted } from "../provider.mjs";
import { respelled } from "../respelled.mjs";

const post = async (fetch, url, body) => (await fetch(url, { method: "POST", body })).text();

/** Returns a store whose calls take some turns of the event loop. */
function slowStore() {
  const inner = front.memoryStore();
  const slow = (name) => async (given) => (await new Promise((resolve) => setTimeout(resolve, 3)), inner[name](given));
  return { getMany: slow("getMany"), setMany: slow("setMany") };
}

/** Sends a request and the next at once. Returns the sent body and the report of the next. */
async function atOnce({ url, request, response, next }, options) {
  const sent = [];
  const { told, hooks } = noted();
  const guarded = guards.guard(async (_, init) => (sent.push(init.body), new Response(response, { headers: { "content-type": "application/json" } })), { mode: "repair", storeTimeout: NEVER, ...hooks, ...options });
  await post(guarded, url, request);
  await post(guarded, url, next);
  await guarded.settled();
  return { sent: sent[1], report: told.report[1].report, errors: told.error };
}

for (const kind of ["memory", "store", "store and name"]) {
  test(`a respelled request is reported and restored at once, ${kind}`, async (t) => {
    for (const one of respelled) {
      const options = { ...(kind === "memory" ? {} : { store: slowStore() }), ...(kind === "store and name" ? { conversation: "c" } : {}) };
      const { sent, report, errors } = await atOnce(one, options);
      equal(errors.join(), "", `${one.name}: errors`);
      ok(report.findings.length > 0, `${one.name}: nothing was reported`);
      ok(sent.includes(one.mark), `${one.name}: nothing was restored in ${sent}`);
    }
    t.diagnostic(`${respelled.length} of ${respelled.length}`);
  });
}

test("a stream that has said its end is waited for before its connection ends", async () => {
  const { request, stream, next, damaged } = bodiesOf();
  const sent = [];
  let end;
  const open = new ReadableStream({ start: (controller) => (controller.enqueue(new TextEncoder().encode(stream)), (end = () => controller.close())) });
  const guarded = guards.guard(async (_, init) => (sent.push(init.body), new Response(sent.length === 1 ? open : "{}", { headers: { "content-type": "text/event-stream" } })), { mode: "repair", storeTimeout: NEVER });
  const reader = (await guarded(MESSAGES, { method: "POST", body: request })).body.getReader();
  await reader.read();
  await post(guarded, MESSAGES, damaged);
  equal(sent[1], next, "what was sent");
  end();
});

test("no call waits for a write of the store, and one that continues an answer finds it before it is written", async () => {
  const { gate, store } = gatedStore();
  const [mine, yours] = [bodiesOf("Anna"), bodiesOf("Bert")];
  const sent = [];
  const guarded = guards.guard(async (_, init) => (sent.push(init.body), new Response(mine.response)), { mode: "repair", store, storeTimeout: NEVER });
  gate.held.add("setMany");
  await post(guarded, MESSAGES, mine.request);
  // Another conversation, the same request again, and one that only begins like it.
  for (const body of [yours.request, yours.next, mine.request, mine.request.replace("Oslo", "Oslo or Rome")]) await post(guarded, MESSAGES, body);
  equal(sent.length, 5, "calls that were sent");
  await post(guarded, MESSAGES, mine.damaged);
  equal(sent[5], mine.next, "what was sent");
  gate.release();
  await guarded.settled();
});

test("a call with the same prompt that has no response yet is not waited for", async () => {
  const { request, response, damaged, next } = bodiesOf();
  const sent = [];
  const never = new Promise(() => {});
  const guarded = guards.guard(async (_, init) => (sent.push(init.body), sent.length === 1 ? never : new Response(response)), { mode: "repair", storeTimeout: NEVER });
  post(guarded, MESSAGES, request);
  await post(guarded, MESSAGES, request);
  await post(guarded, MESSAGES, damaged);
  equal(sent[2], next, "what was sent");
});

test("an answer is found by an id or a handle before it is written, though earlier messages were edited", async () => {
  const { gate, store } = gatedStore();
  const { request, response, damaged } = bodiesOf("Carl");
  const drawn = (text) => text.replaceAll("toolu_1", "toolu_01A09q90qw90lq917835lq9");
  const { told, hooks } = noted();
  const guarded = guards.guard(async () => new Response(drawn(response)), { mode: "observe", store, storeTimeout: NEVER, ...hooks });
  gate.held.add("setMany");
  await post(guarded, MESSAGES, request);
  await post(guarded, MESSAGES, drawn(damaged).replace("How warm is it", "Summary: the weather"));
  for (let nth = 0; nth < 20 && told.report.length < 2; nth++) await idle();
  ok(told.report[1].report.findings.length > 0, "the changed thought was not reported");
  gate.release();
  await guarded.settled();
});
