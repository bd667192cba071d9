// The option durable: the end of an answer is delivered after it is stored, and never because of a store that fails.
import { equal, ok, throws } from "node:assert/strict";
import test from "node:test";
import { guards } from "../drive.mjs";
import { gatedStore, idle } from "../gated-store.mjs";
import { bodiesOf, MESSAGES } from "../provider.mjs";

const { request, response, stream } = bodiesOf();
const encoder = new TextEncoder();

/** Returns a response whose body has a chunk for each text. */
function chunked(texts, type) {
  const chunks = [...texts];
  const body = new ReadableStream({ pull: (controller) => (chunks.length ? controller.enqueue(encoder.encode(chunks.shift())) : controller.close()) });
  return new Response(body, { headers: { "content-type": type } });
}

/** Calls through a guard, and collects what the caller has so far. */
async function collect(texts, type, options) {
  const guarded = guards.guard(async () => chunked(texts, type), { durable: true, ...options });
  const got = { text: "", isDone: false };
  const answer = await guarded(MESSAGES, { method: "POST", body: request });
  const reading = (async () => {
    for await (const chunk of answer.body) got.text += Buffer.from(chunk).toString();
    got.isDone = true;
  })();
  return { got, reading, guarded };
}

test("a body is whole for the caller when it is stored, and not before", async () => {
  const { gate, store } = gatedStore();
  gate.held.add("setMany");
  const parts = [response.slice(0, 40), response.slice(40, 90), response.slice(90)];
  const { got, reading } = await collect(parts, "application/json", { store });
  await idle();
  equal(got.text, parts[0] + parts[1], "all but the last chunk");
  ok(!got.isDone);
  gate.release();
  await reading;
  equal(got.text, response);
});

for (const [name, cut] of [["a chunk for each event", (text) => text.split(/(?<=\n\n)/)], ["one chunk", (text) => [text]], ["chunks that cut events", (text) => text.match(/[^]{1,37}/g)]]) {
  test(`a stream of ${name} flows, and is held at the event that ends it`, async () => {
    const { gate, store } = gatedStore();
    gate.held.add("setMany");
    const { got, reading } = await collect(cut(stream), "text/event-stream", { store });
    for (let nth = 0; nth < 10; nth++) await idle();
    ok(!got.text.includes('{"type":"message_stop"}\n\n'), "the end was delivered");
    if (name !== "one chunk") ok(got.text.includes("signature_delta"), "the stream did not flow");
    gate.release();
    await reading;
    equal(got.text, stream);
  });
}

test("a store that fails does not keep the end back, and that is reported", async () => {
  const errors = [];
  const store = { getMany: async (keys) => keys.map(() => undefined), setMany: async () => { throw new Error("full"); } };
  for (const [texts, type] of [[[response], "application/json"], [stream.split(/(?<=\n\n)/), "text/event-stream"]]) {
    const { got, reading } = await collect(texts, type, { store, onError: (error) => errors.push(error.message) });
    await reading;
    equal(got.text, texts.join(""));
  }
  ok(errors.length >= 2 && errors.every((message) => message === "full"), errors.join());
});

test("it needs a store", () => {
  throws(() => guards.guard(undefined, { durable: true }), { code: "E_INPUT", pointer: "/durable", message: /durable needs a store/ });
  throws(() => guards.guard(undefined, { durable: "yes" }), { code: "E_INPUT", pointer: "/durable" });
});
