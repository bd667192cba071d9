// The official clients behind a proxy that converts: errors and counts are those of their own vendor.
import { deepEqual, equal, match } from "node:assert/strict";
import { createServer } from "node:http";
import test from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { listenOn, openProxy } from "../../proxy/drive.mjs";

/** The pattern by which Claude Code, since 2.1, reads an error: it compacts by both counts. */
const CLAUDE_CODE = /prompt is too long[^0-9]*(\d+)\s*tokens?\s*>\s*(\d+)/i;
const HELLO = [{ role: "user", content: "Hello" }];

/** Opens a vendor that answers every call with `status` and `body`, behind a proxy; `use` gets the address for each client. */
async function behind(wire, [status, body], use) {
  const vendor = await listenOn(createServer((request, reply) => (request.resume(), reply.writeHead(status, { "content-type": "application/json", "retry-after": "7", "x-request-id": "req_1", "request-id": "req_1" }).end(JSON.stringify(body)))));
  const proxy = await openProxy("listener", { upstreams: { openai: vendor.url, anthropic: vendor.url, gemini: vendor.url }, convert: { wire, model: "m", key: "k" } });
  try {
    await use({
      anthropic: new Anthropic({ apiKey: "no-key", maxRetries: 0, baseURL: `${proxy.url}/anthropic` }),
      openai: new OpenAI({ apiKey: "no-key", maxRetries: 0, baseURL: `${proxy.url}/openai/v1` }),
      gemini: new GoogleGenAI({ apiKey: "no-key", httpOptions: { baseUrl: `${proxy.url}/gemini` } }),
    });
  } finally {
    await proxy.close();
    await vendor.close();
  }
}

const failure = (promise) => promise.then((answer) => { throw new Error(`an answer: ${JSON.stringify(answer)}`); }, (error) => error);
const TOO_LONG = { error: { message: "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.", type: "invalid_request_error", param: "messages", code: "context_length_exceeded" } };
const ANTHROPIC_TOO_LONG = { type: "error", error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" } };

test("Anthropic's client reads both counts of a context that is too long, whole and streamed", () => behind("openai-chat", [400, TOO_LONG], async ({ anthropic }) => {
  for (const stream of [false, true]) {
    const error = await failure(anthropic.messages.create({ model: "claude-opus-4-8", max_tokens: 9, messages: HELLO, stream }));
    equal(error.status, 400);
    deepEqual(CLAUDE_CODE.exec(error.message)?.slice(1), ["130000", "128000"], error.message);
  }
}));

test("OpenAI's clients read the code of a context that is too long, and a stream of Responses says it as Codex reads it", () => behind("anthropic-messages", [400, ANTHROPIC_TOO_LONG], async ({ openai }) => {
  const chat = await failure(openai.chat.completions.create({ model: "gpt-5.4", messages: HELLO }));
  const whole = await failure(openai.responses.create({ model: "gpt-5.4", input: "Hello" }));
  for (const error of [chat, whole]) deepEqual([error.status, error.code], [400, "context_length_exceeded"]);
  const events = [];
  for await (const event of await openai.responses.create({ model: "gpt-5.4", input: "Hello", stream: true })) events.push(event);
  const { type, response } = events.at(-1);
  deepEqual([type, response.status, response.error.code], ["response.failed", "failed", "context_length_exceeded"]);
  match(response.error.message, /210000 tokens > 200000/);
}));

test("a wrong key, a busy model and a rate limit are the errors of the client's own vendor", async () => {
  const key = { error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT", details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }] } };
  await behind("gemini-generate", [400, key], async ({ anthropic, openai }) => {
    const errors = [await failure(anthropic.messages.create({ model: "claude-opus-4-8", max_tokens: 9, messages: HELLO })), await failure(openai.responses.create({ model: "gpt-5.4", input: "Hello" }))];
    deepEqual(errors.map(({ constructor, status }) => [constructor.name, status]), [["AuthenticationError", 401], ["AuthenticationError", 401]]);
  });
  await behind("openai-responses", [429, { error: { message: "Slow down", type: "requests", code: "rate_limit_exceeded" } }], async ({ anthropic }) => {
    const error = await failure(anthropic.messages.create({ model: "claude-opus-4-8", max_tokens: 9, messages: HELLO }));
    deepEqual([error.constructor.name, error.headers.get("retry-after"), error.requestID], ["RateLimitError", "7", "req_1"]);
  });
});

test("the clients of Anthropic, OpenAI and Google read a count", async () => {
  await behind("openai-responses", [200, { object: "response.input_tokens", input_tokens: 321 }], async ({ anthropic, gemini }) => {
    equal((await anthropic.messages.countTokens({ model: "claude-opus-4-8", messages: HELLO })).input_tokens, 321);
    equal((await gemini.models.countTokens({ model: "gemini-3-pro", contents: "Hello" })).totalTokens, 321);
  });
  await behind("gemini-generate", [200, { totalTokens: 321 }], async ({ openai }) => {
    equal((await openai.responses.inputTokens.count({ model: "gpt-5.4", input: "Hello" })).input_tokens, 321);
  });
});
