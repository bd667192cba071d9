// Conversations are separated by content, by name and by context. A call waits only for the conversation that it continues.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { front, guards } from "../drive.mjs";
import { gatedStore, NEVER } from "../gated-store.mjs";
import { bodiesOf, json, MESSAGES, noted, wait, withProvider } from "../provider.mjs";

const post = async (fetch, body, init = {}) => (await fetch(MESSAGES, { method: "POST", body, ...init })).text();

/** Returns a provider that gives each answer once, to any request. */
function answering(...answers) {
  const sent = [];
  return { sent, fetch: async (_, init) => (sent.push(init.body), new Response(answers[(sent.length - 1) % answers.length])) };
}

/** Two users with the same question and different answers. */
const [mine, yours] = ["Anna", "Bert"].map((name) => {
  const bodies = bodiesOf(name);
  const plain = (text) => text.replaceAll(`Oslo${name}?`, "Oslo?");
  return { ...bodies, request: plain(bodies.request), next: plain(bodies.next), damaged: plain(bodies.damaged) };
});

test("two users with one prompt: what one lost is put back from his own answer", async () => {
  equal(mine.request, yours.request, "one prompt");
  const { sent, fetch } = answering(mine.response, yours.response);
  const guarded = guards.guard(fetch, { mode: "repair" });
  await post(guarded, mine.request);
  await post(guarded, yours.request);
  for (const own of [mine, yours]) {
    await post(guarded, own.damaged);
    equal(sent.at(-1), own.next, "what was sent");
  }
  // Equal input with an equal visible answer is one conversation, and both were made from it: the latest is restored.
  const bare = mine.next.replace(/\{"type":"thinking"[^}]*\},/, "");
  await post(guarded, bare);
  equal(sent.at(-1), yours.next, "what was sent");
});

test("what was emitted under one name is unknown under another, and known under its own again", async () => {
  const { sent, fetch } = answering(mine.response);
  const store = front.memoryStore();
  const open = (conversation) => guards.guard(fetch, { mode: "repair", store, conversation });
  await post(open("one"), mine.request);
  const first = open("one");
  await post(first, mine.request);
  await first.settled();
  for (const name of ["two", "one ", "oNe", "\ud800", undefined]) {
    await post(open(name), mine.damaged);
    equal(sent.at(-1), mine.damaged, `under ${JSON.stringify(name)}`);
  }
  await post(open("one"), mine.damaged);
  equal(sent.at(-1), mine.next, "under its own name, by another guard");
});

test("the name comes from the context, or from a header, and the context comes first", async () => {
  const { fetch } = answering(mine.response);
  const { told, hooks } = noted();
  const guarded = guards.guard(fetch, { ...hooks, conversation: (url, headers) => headers.get("session-id") ?? undefined });
  const { withConversation } = guards;
  await Promise.all(Array.from({ length: 20 }, (_, nth) => withConversation(`user-${nth}`, async () => {
    await wait(nth % 3);
    await post(guarded, mine.request, { headers: { "session-id": "header" } });
  })));
  equal(told.report.map(({ conversation }) => conversation).sort().join(), Array.from({ length: 20 }, (_, nth) => `user-${nth}`).sort().join(), "names");
  await post(guarded, mine.request, { headers: { "session-id": "header" } });
  await post(guarded, mine.request);
  equal(told.report.slice(-2).map(({ conversation }) => String(conversation)).join(), "header,undefined", "names");
  equal(withConversation("x", () => 7), 7, "result");
  equal(told.error.length, 0, "errors");
});

test("a name that cannot be reported leaves the call unguarded, and a name with one ledger too", async () => {
  const { sent, fetch } = answering(mine.response);
  const { told, hooks } = noted();
  for (const conversation of [() => { throw new Error("no session"); }, () => 7, () => ""]) await post(guards.guard(fetch, { ...hooks, conversation, mode: "repair" }), mine.request);
  equal(told.report.length, 0, "reports");
  equal(told.error.length, 3, "errors");
  const ledger = new front.Ledger();
  const guarded = guards.guard(fetch, { ...hooks, ledger });
  await guards.withConversation("x", () => post(guarded, mine.request));
  await guarded.settled();
  equal(ledger.length, 0, "recorded");
  equal(sent.length, 4, "sent");
});

test("a request waits for the answer that it goes on from, and no request for another's stream", () =>
  withProvider((request, reply, body) => {
    const text = body.toString();
    if (text.includes("slow")) return void reply.writeHead(200, { "content-type": "text/event-stream" }).write(": open\n\n");
    json(reply, mine.response);
  }, async (provider) => {
    // The store writes nothing until the end: an answer is found as soon as it is known in this process.
    const { gate, store } = gatedStore();
    gate.held.add("setMany");
    const { told, hooks } = noted();
    const guarded = guards.guard(provider.fetch, { ...hooks, mode: "repair", store, storeTimeout: NEVER });
    const slow = await guarded(MESSAGES, { method: "POST", body: bodiesOf("slow").request });
    await post(guarded, mine.request);
    await post(guarded, mine.damaged);
    equal(provider.received.at(-1).body.toString(), mine.next, "what was sent");
    const [unrelated, same] = [bodiesOf("other").request, bodiesOf("slow").request];
    for (const body of [unrelated, same]) {
      const before = performance.now();
      const answer = await guarded(MESSAGES, { method: "POST", body });
      ok(performance.now() - before < 10_000, "it waited for a stream");
      await answer.body.cancel();
    }
    await slow.body.cancel();
    gate.release();
    equal(told.error.length, 0, `${told.error}`);
  }));

test("marks of the cache that move do not hide what a request goes on from", async () => {
  const mark = ',"cache_control":{"type":"ephemeral"}';
  const content = (text, marked) => `[{"type":"text","text":${JSON.stringify(text)}${marked ? mark : ""}}]`;
  const head = mine.request.slice(0, mine.request.indexOf('"messages":['));
  const first = `${head}"messages":[{"role":"user","content":${content("Go.", true)}}]}`;
  const thought = /\{"type":"thinking"[^}]*\}/.exec(mine.next)[0];
  const second = `${head}"messages":[{"role":"user","content":${content("Go.", false)}},{"role":"assistant","content":[${thought},{"type":"tool_use","id":"toolu_1","name":"weather","input":{"city":"Oslo"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"4"${mark}}]}]}`;
  const inner = front.memoryStore();
  const store = { getMany: inner.getMany, setMany: async (entries) => (await wait(30), inner.setMany(entries)) };
  const { sent, fetch } = answering(mine.response);
  const guarded = guards.guard(fetch, { mode: "repair", store });
  await post(guarded, first);
  await post(guarded, second.replace("Ask the", "Ask a"));
  equal(sent[1], second, "what was sent");
});

test("parallel calls of one conversation are each answered and recorded as their own", async () => {
  const bodies = Array.from({ length: 40 }, (_, nth) => bodiesOf(`p${nth}x`));
  const sent = new Map();
  const guarded = guards.guard(async (_, init) => {
    const own = bodies.find(({ request }) => request.slice(0, -2) === init.body.slice(0, request.length - 2));
    sent.set(own, [...(sent.get(own) ?? []), init.body]);
    await wait(Math.random() * 10);
    return new Response(own.stream, { headers: { "content-type": "text/event-stream" } });
  }, { mode: "repair" });
  await Promise.all(bodies.map(async ({ request, damaged }) => {
    await post(guarded, request);
    await post(guarded, damaged);
  }));
  for (const own of bodies) equal(sent.get(own)[1], own.next, "what was sent");
});
