// A stream is assembled once: for its record, for its index, for the hook, and for the transcript of a proxy.
import { streamsRead } from "../counted-core.mjs";
import { deepEqual, equal, ok } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test from "node:test";
import { pkg } from "../../../scripts/paths.mjs";
import { newFolder } from "../../proxy/drive.mjs";
import { front, guards } from "../drive.mjs";
import { gatedStore, idle, NEVER } from "../gated-store.mjs";
import { bodiesOf, MESSAGES, noted } from "../provider.mjs";

const encoder = new TextEncoder();
const streamed = (stream) => new Response(stream, { headers: { "content-type": "text/event-stream" } });
const post = async (fetch, body) => (await fetch(MESSAGES, { method: "POST", body })).text();
/** Returns a guard whose provider answers with streams, in their order, and then with bodies. */
const openGuard = (streams, options) => guards.guard(async () => (streams.length ? streamed(streams.shift()) : new Response("{}")), { mode: "repair", storeTimeout: NEVER, ...options });

for (const [kind, options] of Object.entries({
  "a ledger of its own": () => ({}),
  "a ledger of the caller": () => ({ ledger: new front.Ledger() }),
  "a store": () => ({ store: front.memoryStore() }),
  "named conversations": () => ({ conversation: "c" }),
})) {
  test(`one answer is read once, and its id is told: ${kind}`, async () => {
    const { request, stream } = bodiesOf();
    const { told, hooks } = noted();
    const read = await streamsRead(async () => {
      const guarded = openGuard([stream], { ...hooks, ...options() });
      await post(guarded, request);
      await guarded.settled();
    });
    equal(told.error.join(), "");
    equal(told.recorded[0].response, "msg_1");
    deepEqual([read.times, read.bytes], [1, stream.length]);
    ok(read.records >= 1, "it was recorded");
  });
}

test("an answer that the next request is compared with is read once", async () => {
  const { request, stream, next } = bodiesOf("Anna");
  const { gate, store } = gatedStore();
  const read = await streamsRead(async () => {
    const guarded = openGuard([stream], { store, mode: "repair" });
    gate.held.add("setMany");
    await post(guarded, request);
    // Its first message differs, so only the signature shows what it continues.
    const waiting = post(guarded, next.replace("How warm", "Say how warm"));
    await idle();
    gate.release();
    await waiting;
    await guarded.settled();
  });
  deepEqual([read.times, read.bytes], [1, stream.length]);
});

test("a stream that is asked for before its end is read as it comes, each byte once", async () => {
  const { request, stream, next } = bodiesOf();
  const at = stream.indexOf("event: message_delta");
  let controller;
  const open = new ReadableStream({ start: (own) => (controller = own) });
  const read = await streamsRead(async () => {
    const guarded = openGuard([open], {});
    const reader = (await guarded(MESSAGES, { method: "POST", body: request })).body.getReader();
    controller.enqueue(encoder.encode(stream.slice(0, at)));
    await reader.read();
    const waiting = [post(guarded, next), post(guarded, next)];
    await idle();
    controller.enqueue(encoder.encode(stream.slice(at)));
    await reader.read();
    waiting.push(post(guarded, next));
    await Promise.all(waiting);
    controller.close();
    await guarded.settled();
  });
  deepEqual([read.times, read.bytes], [1, stream.length]);
});

test("a stream that is cut is read once", async () => {
  const { request, stream } = bodiesOf();
  const half = stream.slice(0, stream.length >> 1);
  const { told, hooks } = noted();
  const read = await streamsRead(async () => {
    const broken = new ReadableStream({ start: (own) => own.enqueue(encoder.encode(half)), pull: (own) => own.error(new Error("cut")) }, { highWaterMark: 0 });
    const guarded = openGuard([broken], hooks);
    await post(guarded, request).catch(() => {});
    await guarded.settled();
  });
  deepEqual([read.times, read.bytes, told.recorded.length], [1, half.length, 1]);
});

test("a proxy that writes transcripts reads an answer once for all", async () => {
  const { Sessions } = await import(pathToFileURL(join(pkg, "cli", "proxy-sessions.js")).href);
  const { proxyHandler } = await import(pathToFileURL(join(pkg, "entry", "proxy.js")).href);
  const { request, stream } = bodiesOf();
  const [folder, fetch] = [newFolder(), globalThis.fetch];
  const sessions = new Sessions({ folder });
  globalThis.fetch = async () => streamed(stream);
  try {
    const read = await streamsRead(async () => {
      const handle = proxyHandler({ onExchange: (event) => sessions.add(event) });
      await (await handle(new Request("http://127.0.0.1/anthropic/v1/messages", { method: "POST", body: request, headers: { "content-type": "application/json" } }))).text();
      await handle.settled();
    });
    deepEqual([read.times, read.bytes], [1, stream.length]);
  } finally {
    globalThis.fetch = fetch;
  }
  const [line] = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  ok(JSON.parse(JSON.parse(line).response).content[0].signature, "the body that the stream makes is in the transcript");
});
