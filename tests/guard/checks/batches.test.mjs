// Many answers at once with a store: it gets a few calls, each of bounded size, and everything is recorded.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { front, guards } from "../drive.mjs";
import { gatedStore, idle } from "../gated-store.mjs";
import { bodiesOf, MESSAGES, noted } from "../provider.mjs";

const ANSWERS = 200;
/** Formerly each answer took five calls in a row. */
const MOST_CALLS = ANSWERS;
const MOST_KEYS = 500;

/** Returns a store that takes a turn of the event loop for each call, and counts them. */
function countingStore() {
  const inner = front.memoryStore();
  const counts = { calls: 0, keys: 0, atOnce: 0, most: 0 };
  const counted = (name) => async (list) => {
    counts.calls++;
    counts.keys = Math.max(counts.keys, list.length);
    counts.most = Math.max(counts.most, ++counts.atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    counts.atOnce--;
    return inner[name](list);
  };
  return { counts, store: { getMany: counted("getMany"), setMany: counted("setMany") } };
}

const post = async (fetch, body) => (await fetch(MESSAGES, { method: "POST", body })).text();

test(`${ANSWERS} answers at once take less than a call of the store each, and all are recorded`, async (t) => {
  const { counts, store } = countingStore();
  const all = Array.from({ length: ANSWERS }, (_, nth) => bodiesOf(`User${nth}`));
  const sent = [];
  const provider = async (_, { body }) => (sent.push(body), new Response(all.find(({ request }) => request === body)?.response ?? "{}"));
  const { told, hooks } = noted();
  const guarded = guards.guard(provider, { mode: "repair", store, storeTimeout: 60_000, ...hooks });
  await Promise.all(all.map(({ request }) => post(guarded, request)));
  await guarded.settled();
  equal(`${told.recorded.length} ${told.error.length}`, `${ANSWERS} 0`, "recorded, and errors");
  ok(counts.calls < MOST_CALLS, `${counts.calls} calls of the store`);
  ok(counts.keys <= MOST_KEYS, `${counts.keys} keys in a call`);
  ok(counts.most <= 8, `${counts.most} calls at once`);
  const { calls } = counts;
  sent.length = 0;
  await Promise.all(all.map(({ damaged }) => post(guarded, damaged)));
  equal(sent.sort().join(), all.map(({ next }) => next).sort().join(), "each is mended by its own answer");
  t.diagnostic(`${calls} calls to record, at most ${counts.most} at once, ${counts.keys} keys`);
});

test("a call of the store that never ends does not stop those after it", async () => {
  const { gate, store } = gatedStore();
  const { told, hooks } = noted();
  const guarded = guards.guard(async () => new Response(bodiesOf().response), { store, storeTimeout: 20, ...hooks });
  gate.held.add("getMany");
  for (let nth = 0; nth < 8; nth++) await post(guarded, bodiesOf(`Lost${nth}`).next);
  await guarded.settled();
  // New calls of the store work, the old ones never end.
  gate.held.clear();
  for (let nth = 0; nth < 100 && !told.recorded.length; nth++) {
    await guarded.settled();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await idle();
  ok(told.recorded.length > 0, "nothing was recorded");
});
