// The memory of a proxy that converts has a limit, and the client gets a correct error. RETHOUGHT_LONG=1 makes the answers 900 MB long.
import { equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Skip, test } from "../../skip.mjs";
import { listenOn, openProxy, startCommand, upstreamArgs } from "../drive.mjs";

const LENGTH = process.env.RETHOUGHT_LONG ? 900_000_000 : 60_000_000;
const MOST_MB = 300;
const TEXT = "All work and no play. ".repeat(50);
const event = (name, data) => `${name ? `event: ${name}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
/** The beginning of an endless stream, and the piece that it repeats, by wires. */
const STREAMS = {
  "anthropic-messages": [event("message_start", { type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], usage: {} } }) + event("content_block_start", { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }), event("content_block_delta", { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: TEXT } })],
  "openai-responses": [event("response.created", { type: "response.created", response: { id: "resp_1", object: "response", model: "m", output: [] } }) + event("response.output_item.added", { type: "response.output_item.added", output_index: 0, item: { id: "msg_1", type: "message", role: "assistant", content: [] } }), event("response.output_text.delta", { type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta: TEXT })],
  "openai-chat": ["", event("", { id: "c", object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta: { role: "assistant", content: TEXT }, finish_reason: null }] })],
  "gemini-generate": ["", event("", { candidates: [{ content: { role: "model", parts: [{ text: TEXT }] }, index: 0 }], modelVersion: "m", responseId: "r" })],
};
const WHOLE = ['{"id":"resp_1","object":"response","status":"completed","model":"m","output":[{"type":"message","id":"m","role":"assistant","content":[{"type":"output_text","text":"', TEXT];
const ANTHROPIC = { path: "/anthropic/v1/messages", body: { model: "claude-opus-4-8", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] } };
const CHAT = { path: "/openai/v1/chat/completions", body: { model: "gpt-5.4", messages: [{ role: "user", content: "Hi" }] } };
/** The address that a client calls, and the wire of the model that answers. */
const WAYS = [[ANTHROPIC, "openai-responses"], [ANTHROPIC, "gemini-generate"], [ANTHROPIC, "openai-chat"], [CHAT, "anthropic-messages"]];
const LIMIT = /has more than \d+ bytes, which is the limit when calls are converted/;

/** Opens a vendor that answers with a beginning and a repeated piece, no faster than it is read. `wrote` returns the number of sent bytes. */
async function openEndless([start, piece], type, length = LENGTH) {
  const vendor = { wrote: 0 };
  const server = createServer((request, reply) => {
    request.resume();
    vendor.wrote = 0;
    const block = Buffer.from(piece.repeat(50));
    reply.writeHead(200, { "content-type": type }).write(start);
    const more = () => {
      for (let goes = true; goes && !reply.destroyed; ) {
        if (vendor.wrote > length) return reply.end();
        vendor.wrote += block.length;
        goes = reply.write(block);
      }
    };
    reply.on("drain", more).on("error", () => {});
    more();
  });
  return Object.assign(vendor, await listenOn(server));
}

const calling = ({ path, body }, stream) => [path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ...body, stream }) }];

/** Reads a body and keeps its end. */
async function endOf(response) {
  let end = "";
  for await (const chunk of response.body) end = `${end}${Buffer.from(chunk).toString("latin1")}`.slice(-4000);
  return end;
}

function peakOf({ child }) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1000;
  } catch {
    throw new Skip("this machine does not tell the memory of a process");
  }
}

for (const [client, wire] of WAYS.slice(0, process.env.RETHOUGHT_LONG ? Infinity : 1)) {
  test(`a stream of ${wire} without end is converted in bounded memory, and ends with a true error`, async (t) => {
    const vendor = await openEndless(STREAMS[wire], "text/event-stream");
    const proxy = await startCommand([...upstreamArgs({ anthropic: vendor.url, openai: vendor.url, gemini: vendor.url }), "--convert", `${wire}:m`]);
    const [path, init] = calling(client, true);
    const end = await endOf(await fetch(`${proxy.url}${path}`, init));
    ok(LIMIT.test(end), `the stream ends with ${end.slice(-300)}`);
    ok(!/message_stop|\[DONE\]/.test(end), "it looks finished");
    const peak = peakOf(proxy);
    ok(peak < MOST_MB, `the proxy took ${Math.round(peak)} MB`);
    equal(await proxy.end(), 0, proxy.printed.faults);
    await vendor.close();
    t.diagnostic(`${Math.round(peak)} MB at most, ${Math.round(vendor.wrote / 1e6)} MB were sent of ${LENGTH / 1e6}`);
  });
}

test("a whole answer without end is not held, and the client gets the reason", async (t) => {
  const vendor = await openEndless(WHOLE, "application/json");
  const proxy = await startCommand([...upstreamArgs({ openai: vendor.url }), "--convert", "openai-responses:m"]);
  const [path, init] = calling(ANTHROPIC, false);
  const response = await fetch(`${proxy.url}${path}`, init);
  const { type, error } = await response.json();
  equal([response.status, response.headers.get("x-should-retry"), type, error.type].join(), "500,false,error,api_error");
  ok(/^The answer of api\.openai\.com /.test(error.message) && LIMIT.test(error.message), error.message);
  const peak = peakOf(proxy);
  ok(peak < MOST_MB, `the proxy took ${Math.round(peak)} MB`);
  equal(await proxy.end(), 0, proxy.printed.faults);
  await vendor.close();
  t.diagnostic(`${Math.round(peak)} MB at most`);
});

test("listener and handler end a stream that is too long alike, on every wire", async () => {
  for (const [client, wire] of WAYS) {
    const vendor = await openEndless(STREAMS[wire], "text/event-stream", 40_000_000);
    for (const how of ["listener", "handler"]) {
      const events = [];
      const proxy = await openProxy(how, { upstreams: { anthropic: vendor.url, openai: vendor.url, gemini: vendor.url }, convert: { wire, model: "m" }, onExchange: (told) => events.push(told) });
      const end = await endOf(await proxy.call(...calling(client, true)));
      ok(LIMIT.test(end) && !/message_stop|\[DONE\]/.test(end), `${how}, ${wire}: ${end.slice(-300)}`);
      equal(events.map(({ isCut }) => isCut).join(), "true", `${how}, ${wire}`);
      await proxy.close();
    }
    await vendor.close();
  }
});
