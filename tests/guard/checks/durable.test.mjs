// The option durable: the end of an answer is delivered after it is stored, and never because of a store that fails.
import { equal, ok, throws } from "node:assert/strict";
import test from "node:test";
import { constants, createGzip, gunzipSync } from "node:zlib";
import { front, guards } from "../drive.mjs";
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

/** Packs texts, each so that a client can read it when it has come. */
async function zipped(texts) {
  const [file, chunks] = [createGzip(), []];
  const taken = () => {
    for (let chunk; (chunk = file.read()) !== null; ) chunks.push(chunk);
  };
  for (const text of texts) {
    file.write(text);
    await new Promise((resolve) => file.flush(constants.Z_SYNC_FLUSH, resolve));
    taken();
  }
  file.end();
  await new Promise((resolve) => file.on("readable", taken).on("end", resolve));
  return chunks;
}

test("a stream in gzip flows, and is held at the event that ends it", async () => {
  const { gate, store } = gatedStore();
  gate.held.add("setMany");
  const chunks = await zipped(stream.split(/(?<=\n\n)/));
  const recorded = [];
  const body = new ReadableStream({ pull: (controller) => (chunks.length ? controller.enqueue(chunks.shift()) : controller.close()) });
  const guarded = guards.guard(async () => new Response(body, { headers: { "content-type": "text/event-stream", "content-encoding": "gzip" } }), { durable: true, store, onRecorded: ({ response }) => recorded.push(response) });
  const answer = await guarded(MESSAGES, { method: "POST", body: request });
  const got = [];
  const textOf = () => gunzipSync(Buffer.concat(got), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
  const reading = (async () => {
    for await (const chunk of answer.body) got.push(chunk);
  })();
  for (let nth = 0; nth < 10; nth++) await idle();
  ok(textOf().includes("signature_delta"), "the stream did not flow");
  ok(!textOf().includes('{"type":"message_stop"}\n\n'), "the end was delivered");
  gate.release();
  await reading;
  equal(textOf(), stream);
  equal(recorded.join(), "msg_1", "recorded");
});

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

test("no answer is delivered before it is stored, however many and large they are", async () => {
  const inner = front.memoryStore({ bytes: 1e9 });
  const stored = new Set();
  const record = async (lines) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const { text } of lines) for (const [id] of text.matchAll(/msg_User\d+/g)) stored.add(id);
    return inner.record(lines);
  };
  for (const [count, bytes] of [[1200, 0], [30, 1_500_000]]) {
    stored.clear();
    const all = Array.from({ length: count }, (_, nth) => bodiesOf(`User${nth}`));
    const asked = (nth) => all[nth].request.replace("How warm", `${"So ".repeat(bytes / 3)}How warm`);
    const guarded = guards.guard(async (_, { headers }) => new Response(all[Number(headers["x-number"])].response), { store: { ...inner, record }, durable: true });
    const early = await Promise.all(Array.from({ length: count }, async (_, nth) => {
      await (await guarded(MESSAGES, { method: "POST", body: asked(nth), headers: { "x-number": String(nth) } })).text();
      return !stored.has(`msg_User${nth}`);
    }));
    equal(early.filter(Boolean).length, 0, `of ${count} answers`);
  }
});

test("while writes hang, the first answers wait a moment and the others nothing, and each is reported once", async () => {
  const inner = front.memoryStore();
  const never = () => new Promise(() => {});
  const reported = [];
  const guarded = guards.guard(async (_, { headers }) => new Response(bodiesOf(headers["x-mark"]).response), { store: { ...inner, record: never, setMany: never }, durable: true, storeRetry: 600_000, onError: (error, { call }) => reported.push(call) });
  const call = async (mark) => (await guarded(MESSAGES, { method: "POST", body: bodiesOf(mark).request, headers: { "x-mark": mark } })).text();
  await call("First");
  const begun = performance.now();
  for (const mark of ["Second", "Third", "Fourth"]) equal(await call(mark), bodiesOf(mark).response);
  ok(performance.now() - begun < 1000, "an answer was held while the store is known to hang");
  equal(reported.join(), "1,2,3,4", "reported");
});
