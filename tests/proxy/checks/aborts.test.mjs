// Streams that break off: the other side is closed too, and no other call is affected.
import { equal, ok } from "node:assert/strict";
import { createServer } from "node:http";
import test from "node:test";
import { listenOn, openProxy } from "../drive.mjs";

const BODY = '{"model":"claude-opus-4-8","max_tokens":99,"stream":true,"messages":[{"role":"user","content":"Hi"}]}';
const EVENT = 'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-4-8","content":[],"usage":{}}}\n\n';
const CALL = { method: "POST", headers: { "content-type": "application/json", "x-api-key": "k" }, body: BODY };

/** Opens a vendor that sends one event and then calls `then`. */
async function openVendor(then) {
  const closed = [];
  const server = createServer((request, reply) => {
    request.resume();
    closed.push(new Promise((resolve) => reply.on("close", () => resolve(reply.writableFinished))));
    reply.writeHead(200, { "content-type": "text/event-stream" });
    reply.write(EVENT);
    then(reply);
  });
  return { closed, ...(await listenOn(server)) };
}

const within = (promise, ms, what) => Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error(what)), ms))]);

for (const how of ["listener", "handler"]) {
  test(`the first event passes the ${how} before there is a second, and a client that gives up ends the call at the vendor`, async () => {
    const vendor = await openVendor(() => {});
    const events = [];
    const proxy = await openProxy(how, { upstreams: { anthropic: vendor.url }, onExchange: (event) => events.push(event) });
    const gone = new AbortController();
    const response = await proxy.call("/anthropic/v1/messages", { ...CALL, signal: gone.signal });
    const reader = response.body.getReader();
    equal(new TextDecoder().decode((await within(reader.read(), 2000, "the first event waits")).value), EVENT);
    if (how === "listener") gone.abort();
    else await reader.cancel();
    equal(await within(vendor.closed[0], 2000, "the vendor was not told"), false);
    await within((async () => { while (!events.length) await new Promise((resolve) => setTimeout(resolve, 5)); })(), 2000, "the call was not told");
    equal(events[0].isCut, true);
    await proxy.close();
    await vendor.close();
  });
  test(`a vendor that breaks off breaks off the answer of the ${how}`, async () => {
    const vendor = await openVendor((reply) => setTimeout(() => reply.destroy(), 20));
    const proxy = await openProxy(how, { upstreams: { anthropic: vendor.url } });
    const response = await proxy.call("/anthropic/v1/messages", CALL);
    const failed = await response.text().then(() => false, () => true);
    ok(failed, "a stream that was cut looks whole");
    await proxy.close();
    await vendor.close();
  });
  test(`a vendor that cannot be reached is told by the ${how}, without a word of the call`, async () => {
    const proxy = await openProxy(how, { upstreams: { anthropic: "http://127.0.0.1:1" } });
    const response = await proxy.call("/anthropic/v1/messages?key=secret-in-the-address", CALL);
    const text = await response.text();
    equal(response.status, 502);
    ok(!/secret|Hi/.test(text) && text.includes("127.0.0.1:1"), text);
    await proxy.close();
  });
}
