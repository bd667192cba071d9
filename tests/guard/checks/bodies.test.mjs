// Bodies of requests, in every form that fetch accepts: each is recognised, sent unchanged, and fixed if requested.
import { equal, ok } from "node:assert/strict";
import { Readable } from "node:stream";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { guards } from "../drive.mjs";
import { bodiesOf, json, MESSAGES, noted, withProvider } from "../provider.mjs";

const { request, next, damaged, response } = bodiesOf("ü");
const bytesOf = (text) => new TextEncoder().encode(text);
const streamOf = (text) => new ReadableStream({ start: (controller) => (bytesOf(text).forEach((byte) => controller.enqueue(Uint8Array.of(byte))), controller.close()) });
const TYPE = { "content-type": "application/json" };

/** The arguments that send a text, by the form of its body. */
const FORMS = {
  "a string": (body) => [MESSAGES, { method: "POST", body }],
  "a string, its length told": (body) => [MESSAGES, { method: "POST", body, headers: { ...TYPE, "Content-Length": String(bytesOf(body).length) } }],
  "bytes": (body) => [new URL(MESSAGES), { method: "post", body: bytesOf(body), headers: Object.entries(TYPE) }],
  "a view into a larger buffer": (body) => [MESSAGES, { method: "POST", body: viewOf(body), headers: new Headers(TYPE) }],
  "an ArrayBuffer": (body) => [MESSAGES, { method: "POST", body: bytesOf(body).buffer }],
  "a Blob": (body) => [MESSAGES, { method: "POST", body: new Blob([body], { type: "application/json" }) }],
  "a stream": (body) => [MESSAGES, { method: "POST", body: streamOf(body), duplex: "half" }],
  "a Readable of Node": (body) => [MESSAGES, { method: "POST", body: Readable.from([Buffer.from(body)]), duplex: "half" }],
  "a Request with a text": (body) => [new Request(MESSAGES, { method: "POST", body, headers: TYPE })],
  "a Request with a stream": (body) => [new Request(MESSAGES, { method: "POST", body: streamOf(body), duplex: "half", headers: TYPE })],
  "a Request and other headers": (body) => [new Request(MESSAGES, { method: "POST", body, headers: { "x-old": "1" } }), { headers: { ...TYPE, "x-new": "1" } }],
  "a Request and another body": (body) => [new Request(MESSAGES, { method: "POST", body: "{}", headers: TYPE }), { body }],
  "gzip": (body) => [MESSAGES, { method: "POST", body: gzipSync(body), headers: { ...TYPE, "content-encoding": "gzip" } }],
};

function viewOf(text) {
  const bytes = Buffer.from(`...${text}...`);
  return new DataView(bytes.buffer, bytes.byteOffset + 3, bytes.length - 6);
}

const serve = (work) => withProvider((_, reply) => json(reply, response), work);

test("a body that AWS has signed is reported and not changed", () => serve(async (provider) => {
  const { told, hooks } = noted();
  const guarded = guards.guard(provider.fetch, { mode: "repair", ...hooks });
  for (const body of [request, damaged]) await (await guarded(MESSAGES, { method: "POST", body, headers: { ...TYPE, Authorization: "AWS4-HMAC-SHA256 Credential=none" } })).text();
  await guarded.settled();
  equal(told.repaired.length, 0, "repaired");
  ok(told.report.at(-1).report.findings.length > 0, "nothing was found");
  equal(provider.received.at(-1).body.toString(), damaged, "the bytes that were sent");
}));

for (const [name, argsOf] of Object.entries(FORMS)) {
  test(`${name} is sent as it is, and mended where that is asked`, () => serve(async (provider) => {
    const { told, hooks } = noted();
    const [watching, mending] = ["observe", "repair"].map((mode) => guards.guard(provider.fetch, { mode, ...hooks }));
    for (const guarded of [watching, mending]) for (const body of [request, next, damaged]) {
      await (await guarded(...argsOf(body))).text();
      await guarded.settled();
    }
    equal(told.error.join(), "", "errors");
    equal(told.report.length, 6, "reports");
    equal(told.repaired.length, 1, "repaired");
    const isZipped = name === "gzip";
    const wanted = [request, next, damaged, request, next].map((text) => (isZipped ? gzipSync(text) : Buffer.from(text)));
    wanted.forEach((bytes, nth) => ok(provider.received[nth].body.equals(bytes), `request ${nth}`));
    const { body, headers } = provider.received[5];
    equal(body.toString(), next, "the mended request");
    equal(headers["content-encoding"], undefined, "its encoding");
    equal(headers["content-length"] ?? String(body.length), String(body.length), "its length");
    // All other headers are unchanged.
    const bare = ({ "content-length": length, "content-encoding": encoding, "transfer-encoding": transfer, ...rest }) => JSON.stringify(rest);
    equal(bare(headers), bare(provider.received[2].headers), "its headers");
    const isText = name.startsWith("a string") || name === "a Request and another body";
    ok(told.report.every(({ request: given }) => (typeof given === "string") === isText), "the request that hooks get");
  }));
}

test("bytes that the caller writes to after the call are sent as they were", () => serve(async (provider) => {
  const guarded = guards.guard(provider.fetch);
  const bytes = bytesOf(request);
  const pending = guarded(MESSAGES, { method: "POST", body: bytes });
  bytes.fill(0x20);
  await (await pending).text();
  equal(provider.received[0].body.toString(), request, "body");
}));

test("a stream that is too long goes through unguarded, with what was read and the rest", async () => {
  const piece = new Uint8Array(1 << 20).fill(0x20);
  const { told, hooks } = noted();
  for (const total of [64, 65, 70]) {
    let [count, size] = [0, 0];
    const body = new ReadableStream({ pull: (controller) => (count++ === total ? controller.close() : controller.enqueue(piece)) });
    const guarded = guards.guard(async (_, init) => {
      for await (const chunk of init.body instanceof Uint8Array ? [init.body] : init.body) size += chunk.length;
      return new Response("{}");
    }, hooks);
    await guarded(MESSAGES, { method: "POST", body, duplex: "half" });
    equal(size, total << 20, "bytes");
  }
  equal(told.report.length, 0, "reports");
});

test("a stream that fails goes through unguarded: what was read, then the same error", async () => {
  const fault = new Error("the disk is gone");
  let count = 0;
  const body = new ReadableStream({ pull: (controller) => (count++ ? controller.error(fault) : controller.enqueue(bytesOf("{"))) }, { highWaterMark: 0 });
  let text = "";
  const guarded = guards.guard(async (_, init) => {
    for await (const chunk of init.body) text += Buffer.from(chunk);
    return new Response("{}");
  });
  equal(await guarded(MESSAGES, { method: "POST", body, duplex: "half" }).catch((error) => error), fault, "error");
  equal(text, "{", "what came before it");
});

test("gzip that is damaged, or grows beyond all bounds, is sent as it is", async () => {
  const { told, hooks } = noted();
  const broken = gzipSync(request);
  broken[broken.length - 6] ^= 255;
  const bomb = gzipSync(Buffer.alloc(65 << 20, 0x20));
  for (const body of [gzipSync(request).subarray(0, 40), broken, bomb]) {
    const guarded = guards.guard(async (_, init) => (ok(Buffer.from(init.body).equals(body), "body"), new Response("{}")), hooks);
    await guarded(MESSAGES, { method: "POST", body, headers: { "content-encoding": "gzip" } });
  }
  equal(told.error.map(({ code }) => code).join(), "E_GZIP_TRUNCATED,E_GZIP_DAMAGED,E_GZIP_SIZE", "errors");
});

test("a body that is half of a surrogate pair, no JSON or nested too deep is sent as it is", async () => {
  for (const body of [`{"messages":[{"role":"user","content":"\ud800"}]}`, '{"messages":', `{"messages":${"[".repeat(10_000)}`, "", " ", "[]", "null"]) {
    const guarded = guards.guard(async (_, init) => (equal(init.body, body, "body"), new Response(response)), { mode: "repair" });
    await (await guarded(MESSAGES, { method: "POST", body })).text();
  }
});
