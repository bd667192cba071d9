// Responses: the caller gets the provider's bytes as they arrive, and the ledger gets the answer in them.
import { equal, ok } from "node:assert/strict";
import { Readable } from "node:stream";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { front, guards } from "../drive.mjs";
import { bodiesOf, json, MESSAGES, noted, wait, withProvider } from "../provider.mjs";

const { request, next, damaged, response, stream } = bodiesOf();
const post = (fetch, body = request, init = {}) => fetch(MESSAGES, { method: "POST", body, ...init });
const sse = (reply) => reply.writeHead(200, { "content-type": "text/event-stream", "x-own": "yes", "set-cookie": ["a=1", "b=2"] });

/** Returns a guard with a readable ledger. */
function open(provider, options = {}) {
  const [ledger, { told, hooks }] = [new front.Ledger(), noted()];
  return { ledger, told, guarded: guards.guard(provider.fetch, { ledger, ...hooks, ...options }) };
}

/** Returns the recorded answer, if there is one: its parts, and whether it is complete. */
const recordedIn = (ledger) => ledger.toJSON().responses.map(({ parts, complete, provenance }) => ({ parts: parts.length, isWhole: (complete ?? provenance?.complete) !== false }));

let provider;

/** Returns a stream that breaks off after some bytes. */
function cutAt(text, at) {
  let isSent = false;
  return new ReadableStream({ pull: (controller) => (isSent ? controller.error(new Error("cut")) : ((isSent = true), controller.enqueue(new TextEncoder().encode(text.slice(0, at))))) }, { highWaterMark: 0 });
}

test("a response has the status, headers, address and type of the provider's, and so has a clone", () =>
  withProvider((_, reply) => sse(reply).end(stream), async (provider) => {
    const { guarded } = open(provider);
    const [plain, own] = [await post(provider.fetch), await post(guarded)];
    for (const one of [own, own.clone(), own.clone().clone()]) {
      for (const name of ["status", "statusText", "ok", "url", "redirected", "type", "bodyUsed"]) equal(one[name], plain[name], name);
      equal(JSON.stringify([...one.headers].filter(([name]) => name !== "date")), JSON.stringify([...plain.headers].filter(([name]) => name !== "date")), "headers");
      ok(one instanceof Response, "it is no Response");
      equal(await one.text(), stream, "body");
      equal(one.bodyUsed, true, "used");
    }
  }));

test("several clones and readers at once get every byte, and the answer is recorded once", () =>
  withProvider((_, reply) => sse(reply).end(stream), async (provider) => {
    const { guarded, ledger } = open(provider);
    const own = await post(guarded);
    const clones = [own, own.clone(), own.clone()];
    for (const text of await Promise.all(clones.map((one) => one.text()))) equal(text, stream, "body");
    await guarded.settled();
    equal(ledger.length, 1, "answers");
  }));

test("no byte waits for the next: the first event is there while the provider is silent", () =>
  withProvider((_, reply) => { sse(reply).write(stream.slice(0, 100)); setTimeout(() => reply.end(stream.slice(100)), 400); }, async (provider) => {
    const { guarded } = open(provider);
    const reader = (await post(guarded)).body.getReader();
    const start = performance.now();
    const { value } = await reader.read();
    equal(Buffer.from(value).toString(), stream.slice(0, 100), "first piece");
    ok(performance.now() - start < 200, "it came late");
    let rest = "";
    for (let one = await reader.read(); !one.done; one = await reader.read()) rest += Buffer.from(one.value);
    equal(rest, stream.slice(100), "the rest");
  }));

test("a slow reader slows the provider down", async () => {
  let [pulls, asked] = [0, 0];
  const source = new ReadableStream({ pull: (controller) => (++pulls > 200 ? controller.close() : controller.enqueue(new TextEncoder().encode(": wait\n\n"))) }, { highWaterMark: 0 });
  const guarded = guards.guard(async () => new Response(source, { headers: { "content-type": "text/event-stream" } }));
  const reader = (await post(guarded)).body.getReader();
  await wait(20);
  for (; asked < 5; asked++) await reader.read();
  await wait(20);
  equal(pulls, asked, "pieces that were asked of the provider");
  await reader.cancel();
});

test("a reader with a buffer of its own is served where the provider's stream serves one", () =>
  withProvider((_, reply) => sse(reply).end(stream), async (provider) => {
    const { guarded } = open(provider);
    const reader = (await post(guarded)).body.getReader({ mode: "byob" });
    let text = "";
    for (let one = await reader.read(new Uint8Array(64)); !one.done; one = await reader.read(new Uint8Array(64))) text += Buffer.from(one.value);
    equal(text, stream, "body");
  }));

test("gzip that fetch does not unpack passes packed, and is unpacked for the ledger alone", async () => {
  const packed = gzipSync(response);
  const { told, hooks } = noted();
  const guarded = guards.guard(async () => new Response(packed, { headers: { "content-type": "application/json", "content-encoding": "gzip" } }), hooks);
  ok(Buffer.from(await (await post(guarded)).arrayBuffer()).equals(packed), "bytes");
  const streamed = guards.guard(async () => new Response(gzipSync(stream)), hooks);
  await (await post(streamed)).arrayBuffer();
  await Promise.all([guarded.settled(), streamed.settled()]);
  equal(told.recorded.map((one) => one.response).join(), "msg_1,msg_1", "recorded");
  equal(told.error.length, 0, "errors");
});

test("an abort of the request ends the provider's stream, the caller gets the reason, and the answer is not a whole one", () =>
  withProvider((_, reply) => { sse(reply).write(stream.slice(0, stream.indexOf("event: content_block_stop"))); reply.on("close", () => (reply.isClosed = true)); provider = reply; }, async (own) => {
    const { guarded, ledger } = open(own);
    const abort = new AbortController();
    const answer = await post(guarded, request, { signal: abort.signal });
    const reader = answer.body.getReader();
    await reader.read();
    const reason = new Error("enough");
    abort.abort(reason);
    equal(await reader.read().then(() => undefined, (error) => error), reason, "the error");
    await wait(30);
    ok(provider.isClosed, "the connection is open");
    await guarded.settled();
    equal(JSON.stringify(recordedIn(ledger)), '[{"parts":1,"isWhole":false}]', "on record");
  }));

test("an abort before the answer is there rejects with the reason", () =>
  withProvider(() => {}, async (own) => {
    const { guarded } = open(own);
    const reason = new Error("enough");
    const [before, during] = [AbortSignal.abort(reason), new AbortController()];
    equal(await post(guarded, request, { signal: before }).catch((error) => error), reason, "before");
    const pending = post(guarded, request, { signal: during.signal }).catch((error) => error);
    await wait(30);
    during.abort(reason);
    equal(await pending, reason, "during");
  }));

test("a cancel of the body reaches the provider, with its reason", async () => {
  let cancelled;
  const source = new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode(stream.slice(0, 300))), cancel: (reason) => void (cancelled = reason) });
  const guarded = guards.guard(async () => new Response(source, { headers: { "content-type": "text/event-stream" } }));
  const answer = await post(guarded);
  const reader = answer.body.getReader();
  await reader.read();
  await reader.cancel("no more");
  equal(cancelled, "no more", "reason");
  const unread = guards.guard(async () => new Response(new ReadableStream({ cancel: (reason) => void (cancelled = reason) })));
  await (await post(unread)).body.cancel("never read");
  equal(cancelled, "never read", "reason");
});

test("an error of the provider's stream reaches the caller as it is", async () => {
  const fault = new TypeError("terminated");
  let count = 0;
  const source = () => new ReadableStream({ pull: (controller) => (count++ ? controller.error(fault) : controller.enqueue(new TextEncoder().encode(stream.slice(0, 400)))) }, { highWaterMark: 0 });
  const { hooks, told } = noted();
  const guarded = guards.guard(async () => new Response(source(), { headers: { "content-type": "text/event-stream" } }), hooks);
  equal(await (await post(guarded)).text().catch((error) => error), fault, "error");
  const failing = guards.guard(async () => { throw fault; }, hooks);
  equal(await post(failing).catch((error) => error), fault, "error of fetch");
  await guarded.settled();
  equal(told.error.length, 0, "errors of the guard");
});

test("a stream that is cut is recorded as far as it came, at any byte, and never as a whole one", async (t) => {
  let kept = 0;
  // With the stop reason all of the answer has arrived: only the empty line and `message_stop` may be missing.
  const end = stream.indexOf("\n", stream.indexOf('"stop_reason"'));
  for (let at = 1; at < stream.length; at += 7) {
    const ledger = new front.Ledger();
    const guarded = guards.guard(async () => new Response(cutAt(stream, at), { headers: { "content-type": "text/event-stream" } }), { ledger });
    await (await post(guarded)).text().catch(() => {});
    await guarded.settled();
    for (const one of recordedIn(ledger)) ok(!one.isWhole || at >= end, `whole at ${at}`);
    kept += ledger.length;
  }
  ok(kept > 20, `only ${kept} were recorded`);
  t.diagnostic(`${kept} recorded`);
});

test("half of a JSON body is recorded as nothing", async () => {
  const [ledger, { told, hooks }] = [new front.Ledger(), noted()];
  const guarded = guards.guard(async () => new Response(cutAt(response, 200), { headers: { "content-type": "application/json" } }), { ledger, ...hooks });
  await (await post(guarded)).text().catch(() => {});
  await guarded.settled();
  equal(`${ledger.length} ${told.error.length}`, "0 0", "answers and errors");
});

test("a client that stops reading at the last event, and asks at once, is judged with that answer", () =>
  withProvider((_, reply, body) => (body.toString() === request ? sse(reply).write(stream) : json(reply, response)), async (provider) => {
    const { guarded, told } = open(provider, { mode: "repair" });
    const reader = (await post(guarded)).body.getReader();
    for (let text = ""; !text.includes("message_stop"); ) text += Buffer.from((await reader.read()).value);
    const start = performance.now();
    await (await post(guarded, damaged)).text();
    ok(performance.now() - start < 500, "it waited for the end of the connection");
    equal(told.repaired.length, 1, "repaired");
    equal(provider.received[1].body.toString(), next, "what was sent");
    await reader.cancel();
    // It was recorded before it was cancelled, and nothing is left to wait for.
    await guarded.settled();
    equal(told.recorded.length, 2, "recorded");
  }));

test("a response that nobody reads is let go, and a body whose response is gone is recorded", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  let closed = 0;
  await withProvider((_, reply) => { sse(reply).write(stream); reply.on("close", () => closed++); }, async (own) => {
    const { guarded } = open(own);
    for (let nth = 0; nth < 10; nth++) await post(guarded);
    for (let nth = 0; nth < 100 && closed < 10; nth++) (collect(), await wait(10));
    equal(closed, 10, "connections that were closed");
  });
  await withProvider(async (_, reply) => { sse(reply); for (let at = 0; at < stream.length; at += 300) (reply.write(stream.slice(at, at + 300)), await wait(5)); reply.end(); }, async (own) => {
    const { guarded, told } = open(own);
    const { body } = await post(guarded);
    let text = "";
    for await (const chunk of body) (collect(), (text += Buffer.from(chunk)));
    await guarded.settled();
    equal(text, stream, "body");
    equal(told.recorded.length, 1, "recorded");
  });
});

test("a response that cannot be read along is reported as answered, and one whose body is not recorded as an error", async () => {
  const headers = new Headers({ "content-type": "application/json" });
  const given = { "a stream of Node": { status: 200, ok: true, headers, body: Readable.from([response]) }, "no body": new Response(null, { status: 200 }), "status 204": new Response(null, { status: 204 }) };
  for (const [what, one] of Object.entries(given)) {
    const [answered, { told, hooks }] = [[], noted()];
    const guarded = guards.guard(async () => one, { ...hooks, onAnswered: ({ status }) => answered.push(status) });
    equal(await post(guarded), one, what);
    await guarded.settled();
    equal(answered.join(), String(one.status), what);
    equal(told.error.map(({ code, message }) => `${code} ${/not a ReadableStream, so the answer is not recorded/.test(message)}`).join(), what === "a stream of Node" ? "E_INPUT true" : "", what);
  }
});

test("a response without a body, and one with an odd status, pass as they are", async () => {
  const odd = Object.defineProperty(new Response("x"), "status", { value: 700 });
  for (const one of [new Response(null, { status: 204 }), Response.error(), odd]) equal(await post(guards.guard(async () => one)), one, "response");
});
