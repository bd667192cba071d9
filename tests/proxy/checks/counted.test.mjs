// Token counting through a proxy that converts: the vendor of the model counts, or the proxy estimates and labels the estimate. No model is called.
import { deepEqual, equal, ok } from "node:assert/strict";
import { createServer } from "node:http";
import test from "node:test";
import { serve } from "../../simulator/server.mjs";
import { listenOn, openProxy, openTap, upstreamsOf } from "../drive.mjs";

const KEY = "key-of-the-other-vendor";
const TEXT = "How many tokens has this? ".repeat(40);
const TOOL = { type: "object", properties: { path: { type: "string" } } };
/** The counting calls of clients, each with the member of the answer that has the count. */
const CLIENTS = {
  anthropic: ["/anthropic/v1/messages/count_tokens?beta=true", { model: "claude-opus-4-8", system: "Be short.", tools: [{ name: "look", input_schema: TOOL }], messages: [{ role: "user", content: TEXT }] }, "input_tokens"],
  responses: ["/openai/v1/responses/input_tokens", { model: "gpt-5.4", instructions: "Be short.", tools: [{ type: "function", name: "look", parameters: TOOL, strict: false }], input: TEXT }, "input_tokens"],
  gemini: ["/gemini/v1beta/models/gemini-3-pro:countTokens", { generateContentRequest: { model: "models/gemini-3-pro", contents: [{ role: "user", parts: [{ text: TEXT }] }] } }, "totalTokens"],
  "gemini, contents alone": ["/gemini/v1beta/models/gemini-3-pro:countTokens?key=k", { contents: [{ role: "user", parts: [{ text: TEXT }] }] }, "totalTokens"],
};
/** The vendors that count, with the called path and the member of its answer. */
const VENDORS = {
  "anthropic-messages": ["claude-opus-4-8", "/api.anthropic.com/v1/messages/count_tokens", "input_tokens"],
  "openai-responses": ["gpt-5.4", "/api.openai.com/v1/responses/input_tokens", "input_tokens"],
  "bedrock-converse": ["anthropic.claude-opus-4-8", "/bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-opus-4-8/count-tokens", "inputTokens"],
  "gemini-generate": ["gemini-3-pro", "/generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:countTokens", "totalTokens"],
};

const post = (proxy, path, body) => proxy.call(path, { method: "POST", headers: { "content-type": "application/json", "x-api-key": "key-of-the-client" }, body: JSON.stringify(body) });

for (const how of ["listener", "handler"]) {
  test(`the vendor of the model counts, through the ${how}`, async () => {
    const simulator = await serve({ seed: 3 });
    const tap = await openTap(simulator.url);
    const events = [];
    for (const [wire, [model, path, member]] of Object.entries(VENDORS)) {
      const proxy = await openProxy(how, { upstreams: upstreamsOf(tap.url, []), convert: { wire, model, key: KEY }, onExchange: (event) => events.push(event) });
      for (const [client, [called, body, own]] of Object.entries(CLIENTS)) {
        const response = await post(proxy, called, body);
        const answer = await response.json();
        const seen = tap.seen.pop();
        equal(response.status, 200, `${client} to ${wire}: ${JSON.stringify(answer)}`);
        equal(seen.path, path, `${client} to ${wire}`);
        equal(answer[own], JSON.parse(seen.response)[member], `${client} to ${wire}: ${JSON.stringify(answer)}`);
        ok(answer[own] > TEXT.length / 5, `${client} to ${wire}: ${answer[own]} tokens`);
        equal(response.headers.get("x-rethought"), null);
        ok(!JSON.stringify(seen.headers).includes("key-of-the-client"), "the client's key is sent");
      }
      await proxy.close();
    }
    equal(simulator.log.length, 0, "a model was called");
    equal(events.length, 0, "a count is told as a call to a model");
    await tap.close();
    await simulator.close();
  });

  test(`a vendor without an address for counting gets no call, and the answer is an estimate that says so, through the ${how}`, async () => {
    const called = [];
    const vendor = await listenOn(createServer((request, reply) => (called.push(request.url), request.resume(), reply.end("{}"))));
    const proxy = await openProxy(how, { upstreams: { openai: vendor.url }, convert: { wire: "openai-chat", model: "gpt-5.2", key: KEY } });
    for (const [client, [path, body, own]] of Object.entries(CLIENTS)) {
      const response = await post(proxy, path, body);
      const answer = await response.json();
      deepEqual([response.status, response.headers.get("x-rethought")], [200, "estimated token count"], `${client}: ${JSON.stringify(answer)}`);
      ok(answer[own] > TEXT.length / 5 && answer[own] < TEXT.length / 2, `${client}: ${answer[own]} tokens`);
    }
    equal(called.join(), "");
    await proxy.close();
    await vendor.close();
  });

  test(`a host that does not know the address for counting is estimated for, and other errors are the client's own, through the ${how}`, async () => {
    let status = 404;
    const vendor = await listenOn(createServer((request, reply) => (request.resume(), reply.writeHead(status, { "retry-after": "9" }).end('{"error":{"message":"No.","type":"invalid_request_error"}}'))));
    const proxy = await openProxy(how, { upstreams: { openai: vendor.url }, convert: { wire: "openai-responses", model: "gpt-5.4", key: KEY } });
    const [path, body] = CLIENTS.anthropic;
    const estimate = await post(proxy, path, body);
    deepEqual([estimate.status, estimate.headers.get("x-rethought")], [200, "estimated token count"]);
    status = 429;
    const busy = await post(proxy, path, body);
    deepEqual([busy.status, busy.headers.get("retry-after"), (await busy.json()).error.type], [429, "9", "rate_limit_error"]);
    status = 200;
    const odd = await post(proxy, path, body);
    deepEqual([odd.status, (await odd.json()).error.message], [500, "The answer of api.openai.com has no token count."]);
    const wrong = await post(proxy, path, { nothing: 1 });
    deepEqual([wrong.status, (await wrong.json()).type], [400, "error"]);
    await proxy.close();
    await vendor.close();
  });
}
