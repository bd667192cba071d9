// The guard's own failures: none of them affects a call.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { front, guards } from "../drive.mjs";
import { bodiesOf, MESSAGES, noted, wait } from "../provider.mjs";

const { request, next, damaged, response, stream } = bodiesOf();
const post = async (fetch, body = request) => (await fetch(MESSAGES, { method: "POST", body })).text();
const answering = () => {
  const sent = [];
  return { sent, fetch: async (_, init) => (sent.push(init.body), new Response(response)) };
};

test("a store that throws, rejects, lies or gives nonsense breaks no call", async () => {
  const bad = () => { throw new Error("down"); };
  const stores = [
    { getMany: bad, setMany: bad },
    { getMany: async () => bad(), setMany: async () => bad() },
    // These two can be read, so the next request finds the answer that waits in memory.
    { getMany: async (keys) => keys.map(() => undefined), setMany: bad },
    { getMany: async (keys) => keys.map(() => undefined), setMany: async () => {} },
    { getMany: async () => "no list", setMany: async () => {} },
    { getMany: async (keys) => keys.map(() => "0".repeat(64)), setMany: async () => {} },
    { getMany: async (keys) => keys.map(() => 7), setMany: async () => {} },
  ];
  for (const [nth, store] of stores.entries())
    for (const mode of ["observe", "repair", "block"])
      for (const conversation of [undefined, "x"]) {
        const [{ sent, fetch }, { told, hooks }] = [answering(), noted()];
        const guarded = guards.guard(fetch, { store, mode, conversation, ...hooks });
        for (const body of [request, next, damaged]) equal(await post(guarded, body), response, `store ${nth}`);
        const isKnown = mode === "repair" && [2, 3].includes(nth);
        equal(sent.join("|"), [request, next, isKnown ? next : damaged].join("|"), `sent with store ${nth}`);
        await guarded.settled();
        ok(told.error.length > 0, `store ${nth}: nobody was told`);
        equal(told.report.length, 3, `store ${nth}: audited`);
        guarded[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
      }
});

test("a failure of the store is reported once while it lasts, and again after the store has worked", async () => {
  const inner = front.memoryStore();
  const down = { getMany: false, setMany: false };
  const failing = (name) => async (given) => {
    if (down[name]) throw new Error(`${name} fails`);
    return inner[name](given);
  };
  const { fetch } = answering();
  const told = [];
  const guarded = guards.guard(fetch, { store: { getMany: failing("getMany"), setMany: failing("setMany") }, mode: "repair", onError: ({ message }, { call }) => told.push(`${call} ${message}`) });
  const calls = async (count) => {
    for (let nth = 0; nth < count; nth++) await post(guarded, damaged);
    await guarded.settled();
    await guarded.settled();
  };
  down.getMany = true;
  await calls(3);
  equal(told.splice(0).join(), "1 getMany fails", "reads fail");
  [down.getMany, down.setMany] = [false, true];
  await calls(3);
  equal(told.length, 1, told.join());
  equal(told.splice(0)[0].slice(2), "setMany fails", "writes fail");
  down.setMany = false;
  await calls(1);
  equal(told.join(), "", "the store works");
  down.getMany = true;
  await calls(2);
  equal(told.splice(0).join(), "8 getMany fails", "reads fail again");
});

test("a store that never answers holds up no call for long, and one that is back gets what was emitted meanwhile", async () => {
  const inner = front.memoryStore();
  let isDown = false;
  const store = { getMany: async (keys) => (isDown ? Promise.reject(new Error("down")) : inner.getMany(keys)), setMany: async (entries) => (isDown ? Promise.reject(new Error("down")) : inner.setMany(entries)) };
  const { sent, fetch } = answering();
  const { told, hooks } = noted();
  const guarded = guards.guard(fetch, { store, mode: "repair", ...hooks });
  isDown = true;
  await post(guarded, request);
  await guarded.settled();
  equal(told.recorded.length, 0, "told while the store was down");
  isDown = false;
  await guarded.settled();
  equal(told.recorded.map(({ response: id }) => id).join(), "msg_1", "told when it was recorded");
  await post(guarded, damaged);
  equal(sent[1], next, "what was sent");
  const stuck = guards.guard(fetch, { store: { getMany: () => new Promise(() => {}), setMany: () => new Promise(() => {}) } });
  const start = performance.now();
  await post(stuck, next);
  ok(performance.now() - start < 3500, "it waited too long");
  // It is also retried automatically.
  isDown = true;
  const later = guards.guard(fetch, { store: { ...store }, conversation: "later" });
  await post(later, request);
  await wait(20);
  isDown = false;
  const ledger = await front.Ledger.open(guards.conversationStore(inner, "later"));
  for (let nth = 0; nth < 40 && !(await ledger.conversation(next, "anthropic-messages")); nth++) await wait(50);
  ok(await ledger.conversation(next, "anthropic-messages"), "it was not recorded");
});

test("hooks that throw, reject or never end break and delay no call", async () => {
  const bad = [() => { throw new Error("hook"); }, async () => { throw new Error("hook"); }, () => new Promise(() => {})];
  for (const hook of bad) {
    const { fetch } = answering();
    const errors = [];
    const guarded = guards.guard(fetch, { onReport: hook, onRepaired: hook, onRefused: hook, onRecorded: hook, onError: (error) => (errors.push(error), hook()), mode: "repair" });
    for (const body of [request, damaged]) equal(await post(guarded, body), response, "answer");
    await guarded.settled();
    await wait(5);
    equal(errors.length, hook === bad[2] ? 0 : 5, "errors");
  }
});

test("a target or a ledger that throws breaks no call", async () => {
  const bad = () => { throw new Error("own"); };
  const { told, hooks } = noted();
  for (const options of [{ target: bad }, { target: () => 7 }, { target: () => ({ wire: "acme" }) }, { ledger: { audit: bad, repair: bad, record: bad } }, { ledger: { audit: () => undefined, repair: bad, record: bad } }]) {
    const { sent, fetch } = answering();
    equal(await post(guards.guard(fetch, { ...options, ...hooks, mode: "repair" }), damaged), response, JSON.stringify(options));
    equal(sent[0], damaged, "what was sent");
  }
  ok(told.error.length >= 5, `${told.error.length} errors`);
});

test("an answer that is none is passed on, and reported as an error", async () => {
  const { told, hooks } = noted();
  for (const body of ["<html>", "{", "", "data: {\n\n", "\u0000\u0000"]) {
    const guarded = guards.guard(async () => new Response(body, { headers: { "content-type": "application/json" } }), hooks);
    equal(await post(guarded), body, "answer");
    await guarded.settled();
  }
  ok(told.error.length >= 2, `${told.error.length} errors`);
});

test("an answer that is too long is passed on whole, and not kept", async () => {
  const piece = new Uint8Array(1 << 20).fill(0x20);
  const [ledger, { told, hooks }] = [new front.Ledger(), noted()];
  let count = 0;
  const body = new ReadableStream({ pull: (controller) => (count++ === 70 ? controller.close() : controller.enqueue(piece.slice())) });
  const guarded = guards.guard(async () => new Response(body), { ledger, ...hooks });
  const answer = await guarded(MESSAGES, { method: "POST", body: request });
  equal((await answer.arrayBuffer()).byteLength, 70 << 20, "bytes");
  await guarded.settled();
  equal(`${told.error[0]?.code} ${ledger.length}`, "E_JSON_SIZE 0", "told");
});

test("a guard that was disposed of passes calls as they are, and what was under way is recorded", async () => {
  const store = front.memoryStore();
  const { told, hooks } = noted();
  const guarded = guards.guard(async () => new Response(stream), { store, ...hooks });
  const answer = await guarded(MESSAGES, { method: "POST", body: request });
  guarded[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  guarded[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  await answer.text();
  await guarded.settled();
  equal(told.recorded.length, 1, "recorded");
  equal(await post(guarded), stream, "later");
  equal(told.report.length, 1, "reports");
});

for (const [name, options] of [["", {}], [" of a conversation with a name", { conversation: "x" }]]) {
  test(`a store that reads and whose writes never end costs no call anything, and its answers restore thoughts${name}`, async () => {
    const inner = front.memoryStore();
    const never = () => new Promise(() => {});
    for (const store of [{ ...inner, setMany: never, record: never }, { getMany: inner.getMany, setMany: never }]) {
      const { sent, fetch } = answering();
      const { told, hooks } = noted();
      const guarded = guards.guard(fetch, { store, mode: "repair", storeTimeout: 3000, ...options, ...hooks });
      await post(guarded, request);
      const begun = performance.now();
      for (let nth = 0; nth < 4; nth++) await post(guarded, damaged);
      ok(performance.now() - begun < 3000, "a call has waited for a write");
      equal(sent.slice(1).join("|"), Array(4).fill(next).join("|"), "what was sent");
      equal(told.error.length, 0, "errors");
    }
  });
}
