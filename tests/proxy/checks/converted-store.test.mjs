// Proxies that convert keep reasoning in a store: several on one store behave as one, a store that fails fails no call, and what is recorded can be forgotten.
import { deepEqual, equal, ok } from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "../../skip.mjs";
import { front, listenOn, openProxy, proxies } from "../drive.mjs";

const convert = { wire: "openai-responses", model: "gpt-5.4", key: "sk-own" };
const SEALED = `gAAAAA${"Bc3d".repeat(40)}`;
const ANSWER = { id: "resp_1", object: "response", status: "completed", model: "gpt-5.4", output: [{ type: "reasoning", id: "rs_1", summary: [], encrypted_content: SEALED }, { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Hello.", annotations: [] }] }], usage: { input_tokens: 1, output_tokens: 1 } };
const [REASONING, MESSAGE] = ANSWER.output;
const [OPEN, PART] = [{ ...MESSAGE, status: "in_progress", content: [] }, MESSAGE.content[0]];
const STREAM = [
  { type: "response.created", response: { ...ANSWER, status: "in_progress", output: [] } },
  { type: "response.output_item.added", output_index: 0, item: REASONING },
  { type: "response.output_item.done", output_index: 0, item: REASONING },
  { type: "response.output_item.added", output_index: 1, item: OPEN },
  { type: "response.content_part.added", output_index: 1, item_id: MESSAGE.id, content_index: 0, part: { ...PART, text: "" } },
  { type: "response.output_text.delta", output_index: 1, item_id: MESSAGE.id, content_index: 0, delta: PART.text },
  { type: "response.output_text.done", output_index: 1, item_id: MESSAGE.id, content_index: 0, text: PART.text },
  { type: "response.content_part.done", output_index: 1, item_id: MESSAGE.id, content_index: 0, part: PART },
  { type: "response.output_item.done", output_index: 1, item: MESSAGE },
  { type: "response.completed", response: ANSWER },
].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
const FIRST = [{ role: "user", content: "Hi" }];
const NEXT = [...FIRST, { role: "assistant", content: [{ type: "text", text: "Hello." }] }, { role: "user", content: "Go on." }];

async function openVendor() {
  const sent = [];
  const { url, close } = await listenOn(createServer(async (request, reply) => {
    const body = Buffer.concat(await request.toArray()).toString();
    sent.push(body);
    const isStream = JSON.parse(body).stream === true;
    reply.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" }).end(isStream ? STREAM : JSON.stringify(ANSWER));
  }));
  return { sent, close, options: { convert, upstreams: { openai: url } } };
}

async function ask(proxy, messages, { headers = {}, stream = false } = {}) {
  const answer = await proxy.call("/anthropic/v1/messages", { method: "POST", headers: { "content-type": "application/json", "x-api-key": "k", ...headers }, body: JSON.stringify({ model: "claude-opus-4-8", max_tokens: 9, messages, stream }) });
  const text = await answer.text();
  equal(answer.status, 200, text);
  ok(text.includes("Hello."), text);
}

for (const stream of [false, true]) {
  test(`two proxies on one store restore each other's thoughts, ${stream ? "streamed" : "whole"}`, async () => {
    const vendor = await openVendor();
    const store = front.memoryStore();
    const errors = [];
    const both = await Promise.all(["listener", "handler"].map((kind) => openProxy(kind, { ...vendor.options, store, onError: (error) => errors.push(error) })));
    const isRestored = async (proxy, headers) => (await ask(proxy, NEXT, { headers, stream }), vendor.sent.at(-1).includes(SEALED));
    for (const headers of [{}, { "x-rethought-conversation": "one" }]) {
      equal(await isRestored(both[1], headers), false, "nothing is recorded yet");
      await ask(both[0], FIRST, { headers, stream });
      equal(await isRestored(both[0], headers), true, "by the same proxy at once");
      await both[0].settled();
      equal(await isRestored(both[1], headers), true, "by the other proxy");
      equal(await isRestored(both[1], { ...headers, "x-api-key": "another" }), false, "not for another key");
    }
    equal(await isRestored(both[1], { "x-rethought-conversation": "two" }), false, "not in another conversation");
    deepEqual(errors, []);
    for (const proxy of both) await proxy.close();
    await vendor.close();
  });
}

test("a conversation is written once, however often it is sent again", async () => {
  const vendor = await openVendor();
  const store = front.memoryStore();
  const names = [];
  const { proxyListener } = proxies;
  const listener = proxyListener({ ...vendor.options, store: { ...store, record: (lines) => (names.push(...lines.map(({ name }) => name)), store.record(lines)) } });
  const { url, close } = await listenOn(createServer(listener));
  const proxy = { call: (path, init) => fetch(`${url}${path}`, init) };
  const messages = [...FIRST];
  for (let nth = 0; nth < 8; nth++) {
    await ask(proxy, messages);
    await listener.settled();
    messages.push({ role: "assistant", content: [{ type: "text", text: "Hello." }] }, { role: "user", content: `Go on, ${nth}.` });
  }
  ok(names.length >= 8, `${names.length} lines`);
  equal(new Set(names).size, names.length, "lines that were written twice");
  await close();
  await vendor.close();
});

test("a store that fails or hangs fails no call, and its failure is reported once", async () => {
  const vendor = await openVendor();
  const never = () => new Promise(() => {});
  const refuse = async () => {
    throw new Error("no store");
  };
  for (const bad of [refuse, never]) {
    const errors = [];
    const proxy = await openProxy("listener", { ...vendor.options, store: { getMany: bad, setMany: bad }, onError: (error) => errors.push(error) });
    const waits = [];
    for (const messages of [FIRST, NEXT, NEXT]) {
      const begun = performance.now();
      await ask(proxy, messages);
      waits.push(performance.now() - begun);
    }
    ok(errors.length >= 1 && errors.length <= 2, errors.join());
    ok(waits.every((ms) => ms < 2000), waits.join());
    await proxy.close();
  }
  await vendor.close();
});

test("converted calls of a person are forgotten by account and by conversation", async () => {
  const vendor = await openVendor();
  const store = front.memoryStore();
  const { proxyListener } = proxies;
  const listener = proxyListener({ ...vendor.options, store });
  const { url, close } = await listenOn(createServer(listener));
  const proxy = { call: (path, init) => fetch(`${url}${path}`, init) };
  for (const [headers, what] of [[{ "x-rethought-account": "ada" }, { account: "ada" }], [{ "x-rethought-conversation": "talk" }, { conversation: "talk" }]]) {
    await ask(proxy, FIRST, { headers });
    await listener.settled();
    ok((await listener.forget(what)) >= 1, JSON.stringify(what));
    await ask(proxy, NEXT, { headers });
    ok(!vendor.sent.at(-1).includes(SEALED), `forgotten by ${JSON.stringify(what)}`);
  }
  await close();
  await vendor.close();
});
