// A client of one vendor with a model of another: loops of tools, whole and streamed, in which the vendor's reasoning is restored.
import { equal, ok } from "node:assert/strict";
import { createServer } from "node:http";
import test from "node:test";
import { CLIENTS } from "../../simulator/clients/all.mjs";
import { planOf } from "../../simulator/plan.mjs";
import { randomOf } from "../../random.mjs";
import { serve } from "../../simulator/server.mjs";
import { goOn } from "../../simulator/talk.mjs";
import { listenOn, openProxy, openTap, upstreamsOf } from "../drive.mjs";
import { callOf } from "../talk.mjs";

const STEPS = 6;
const KEY = "key-of-the-other-vendor";
/** The client, the model that answers, and the handle of a thought there. */
const WAYS = [
  ["anthropic", { wire: "openai-responses", model: "gpt-5.4" }, /"encrypted_content":"([^"]+)"/g],
  ["anthropic", { wire: "gemini-generate", model: "gemini-3-pro" }, /"thoughtSignature":"([^"]+)"/g],
  ["responses", { wire: "anthropic-messages", model: "claude-opus-4-8" }, /"signature":"([^"]+)"/g],
  ["gemini", { wire: "anthropic-messages", model: "claude-opus-4-8" }, /"signature":"([^"]+)"/g],
  ["responses", { wire: "bedrock-converse", model: "anthropic.claude-opus-4-8" }, /"signature":"([^"]+)"/g],
  ["anthropic", { wire: "bedrock-converse", model: "anthropic.claude-opus-4-8" }, /"signature":"([^"]+)"/g],
];

/** Opens a talk whose whole history is in the request, like that of another vendor's client. */
function openPlain(kind) {
  const client = CLIENTS[kind];
  for (let seed = 1; ; seed++) {
    const talk = client.open(randomOf(seed));
    if (!talk.chained && !talk.compacts && !talk.efforts && !talk.updates && !talk.leaves && (kind !== "gemini" || /think/i.test(JSON.stringify(talk.body)))) return client.ask(talk, "begin"), { client, talk, host: talk.target.host };
  }
}

async function loop([kind, to, handles], how, streamed) {
  const random = randomOf(5);
  const simulator = await serve({ seed: 5, plan: () => planOf(random, { calls: 1 }) });
  const tap = await openTap(simulator.url);
  const events = [];
  const proxy = await openProxy(how, { upstreams: upstreamsOf(tap.url, []), convert: { ...to, key: KEY }, onExchange: (event) => events.push(event) });
  const one = openPlain(kind);
  const issued = [];
  const place = `${kind} to ${to.wire}`;
  try {
    for (let nth = 0; nth < STEPS; nth++) {
      const { path, init } = callOf(one, streamed, { authorization: "Bearer key-of-the-client", "x-api-key": "key-of-the-client" });
      const response = await proxy.call(path, init);
      const bytes = Buffer.from(await response.arrayBuffer());
      equal(response.status, 200, `${place}, step ${nth}: ${bytes}`);
      const { request, response: answered, headers, path: asked } = tap.seen[nth];
      for (const ways of issued) ok(ways.some((handle) => request.includes(handle)), `${place}, step ${nth}: a thought did not come home`);
      ok(!JSON.stringify(headers).includes("key-of-the-client"), `${place}: the key of the client goes to the other vendor`);
      ok(JSON.stringify(headers).includes(KEY), `${place}: the vendor's own key is not sent`);
      equal(/stream(GenerateContent|":true)|converse-stream/.test(`${asked}${request}`), streamed, `${place}: streaming is not what the client asked for`);
      // A stream may encrypt one item twice.
      const ways = [...answered.toString().matchAll(handles)].map(([, handle]) => handle).filter((handle) => !request.includes(handle));
      if (ways.length) issued.push(ways);
      goOn(one, bytes, streamed);
    }
    ok(issued.length >= STEPS - 2, `${place}: only ${issued.length} thoughts`);
    equal(events.length, STEPS, `${place}: calls that were told`);
    ok(events.every((event) => event.wire === to.wire && event.model === to.model && (event.stream ?? event.response)?.length), `${place}: what was told`);
    return issued.length;
  } finally {
    await proxy.close();
    await tap.close();
    await simulator.close();
  }
}

for (const how of ["listener", "handler"]) {
  for (const streamed of [false, true]) {
    test(`clients of one vendor go ${STEPS} steps with a model of another through the ${how}, ${streamed ? "streamed" : "whole"}`, async (t) => {
      let home = 0;
      for (const way of WAYS) home += await loop(way, how, streamed);
      t.diagnostic(`${WAYS.length} ways, ${home} thoughts that came home`);
    });
  }
}

test("an error of the other vendor comes in the words of the client's own, and what is not a call to a model is reported so", async () => {
  const failing = await listenOn(createServer((request, reply) => (request.resume(), reply.writeHead(429, { "content-type": "application/json" }).end('{"error":{"message":"Slow down","type":"rate_limit_error","code":"rate_limit_exceeded"}}'))));
  for (const how of ["listener", "handler"]) {
    const proxy = await openProxy(how, { upstreams: { openai: failing.url }, convert: { wire: "openai-responses", model: "gpt-5.4" } });
    const { path, init } = callOf(openPlain("anthropic"), true);
    const response = await proxy.call(path, init);
    equal(response.status, 429);
    equal((await response.json()).error.type, "rate_limit_error");
    equal((await proxy.call("/anthropic/v1/models", { method: "GET" })).status, 404);
    await proxy.close();
  }
  await failing.close();
});

test("whatever generates nothing is never turned into a call to a model", async () => {
  const called = [];
  const vendor = await listenOn(createServer((request, reply) => (called.push(request.url), request.resume(), reply.end("{}"))));
  const messages = [{ role: "user", content: "Hi" }];
  const calls = [
    ["/openai/v1/responses/compact", { model: "gpt-5.4", input: [{ role: "user", content: "Hi" }] }, ({ error }) => error.type === "not_found_error" && error.message],
    ["/openai/v1/embeddings", { model: "text-embedding-3-small", input: "Hi" }, ({ error }) => error.message],
    ["/openai/v1/moderations", { model: "omni-moderation-latest", input: [{ role: "user", content: "Hi" }] }, ({ error }) => error.message],
    ["/anthropic/v1/messages/batches", { requests: [{ custom_id: "a", params: { model: "claude-opus-4-8", max_tokens: 9, messages } }] }, ({ error }) => error.message],
  ];
  for (const how of ["listener", "handler"]) {
    for (const wire of ["openai-responses", "anthropic-messages", "gemini-generate"]) {
      const proxy = await openProxy(how, { upstreams: { openai: vendor.url, anthropic: vendor.url, gemini: vendor.url }, convert: { wire, model: "m", key: KEY } });
      for (const [path, body, messageOf] of calls) {
        const response = await proxy.call(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
        const answer = await response.json();
        equal(response.status, 404, path);
        ok(/not supported when calls are converted|not a call to a model/.test(messageOf(answer)), `${path}: ${JSON.stringify(answer)}`);
      }
      await proxy.close();
    }
  }
  equal(called.join(), "");
  await vendor.close();
});

test("errors keep their status, when to try again, and the id of the call", async () => {
  const errorOf = (code) => ({ error: { message: "No.", type: "invalid_request_error", param: null, code } });
  const answers = [[401, errorOf("invalid_api_key"), 401, "authentication_error"], [404, errorOf("model_not_found"), 404, "not_found_error"], [413, errorOf(null), 413, "request_too_large"], [503, { error: { message: "Busy", type: "server_error" } }, 529, "overloaded_error"]];
  let answer;
  const vendor = await listenOn(createServer((request, reply) => (request.resume(), reply.writeHead(answer[0], { "content-type": "application/json", "retry-after": "7", "x-request-id": "req_1" }).end(JSON.stringify(answer[1])))));
  for (const how of ["listener", "handler"]) {
    const proxy = await openProxy(how, { upstreams: { openai: vendor.url }, convert: { wire: "openai-responses", model: "gpt-5.4" } });
    for (answer of answers) {
      const { path, init } = callOf(openPlain("anthropic"), false);
      const response = await proxy.call(path, init);
      equal([response.status, (await response.json()).error.type, response.headers.get("retry-after"), response.headers.get("request-id")].join(), [answer[2], answer[3], "7", "req_1"].join(), `${how}, ${answer[0]}`);
    }
    await proxy.close();
  }
  await vendor.close();
});

test("a vendor that cannot be reached, and a request that cannot be converted, are distinguished in the client's own envelope", async () => {
  const gone = await listenOn(createServer());
  await gone.close();
  for (const how of ["listener", "handler"]) {
    const proxy = await openProxy(how, { upstreams: { openai: gone.url }, convert: { wire: "openai-responses", model: "gpt-5.4" } });
    const { path, init } = callOf(openPlain("anthropic"), false);
    const unreachable = await (await proxy.call(path, init)).json();
    equal([unreachable.type, unreachable.error.type, unreachable.error.message].join(), "error,api_error,api.openai.com cannot be reached: ECONNREFUSED");
    const broken = await proxy.call(path, { ...init, body: '{"messages":' });
    equal([broken.status, (await broken.json()).error.type].join(), "400,invalid_request_error");
    await proxy.close();
  }
});
