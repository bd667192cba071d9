// Clients that answer without the fetch that they were given: one warning for each kind, and none for clients that use it.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, wrapLanguageModel } from "ai";
import Anthropic from "@anthropic-ai/sdk";
import { CohereClientV2 } from "cohere-ai";
import { Ollama } from "ollama";
import OpenAI from "openai";
import { KEY } from "../tools.mjs";
import { adapters } from "../vendor.mjs";

const json = (body, status = 200) => new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
const CHAT = { id: "c1", object: "chat.completion", created: 1, model: "gpt-5", choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Yes." } }] };
const MESSAGE = { id: "msg_1", type: "message", role: "assistant", model: "claude-opus-4-8", content: [{ type: "text", text: "Yes." }], stop_reason: "end_turn", usage: { input_tokens: 1, output_tokens: 1 } };
const ask = { model: "claude-opus-4-8", max_tokens: 100, messages: [{ role: "user", content: "Is it warm?" }] };

/** Runs work, and returns what it has printed by console.warn. */
async function warningsOf(work) {
  const warn = mock.method(console, "warn", () => {});
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 10));
    return warn.mock.calls.map(({ arguments: [text] }) => text).filter((text) => String(text).startsWith("rethought:"));
  } finally {
    warn.mock.restore();
  }
}

/** A client like that of token.js: it has the faces of OpenAI's, and makes its calls by something else. */
class OtherTransport {
  fetch = async () => json(CHAT);
  withOptions = () => new OtherTransport();
  chat = { completions: { create: async () => CHAT } };
}

test("clients that use their fetch give no warning, whatever becomes of the call", async () => {
  const warnings = await warningsOf(async () => {
    const openai = adapters.guardOpenAI(new OpenAI({ apiKey: KEY, maxRetries: 0, fetch: async () => json(CHAT) }));
    assert.equal((await openai.chat.completions.create({ model: "gpt-5", messages: ask.messages })).id, "c1");
    const { response, data } = await openai.chat.completions.create({ model: "gpt-5", messages: ask.messages }).withResponse();
    assert.deepEqual([response.status, data.id], [200, "c1"]);
    assert.equal((await (await openai.chat.completions.create({ model: "gpt-5", messages: ask.messages }).asResponse()).json()).id, "c1", "the body is read once");
    const failing = adapters.guardOpenAI(new OpenAI({ apiKey: KEY, maxRetries: 0, fetch: async () => { throw new Error("down"); } }));
    await assert.rejects(failing.chat.completions.create({ model: "gpt-5", messages: ask.messages }));
    const anthropic = adapters.guardAnthropic(new Anthropic({ apiKey: KEY, fetch: async () => json(MESSAGE) }));
    assert.equal((await anthropic.messages.create(ask)).id, "msg_1");
    assert.equal((await anthropic.messages.create(ask).withResponse()).data.id, "msg_1");
    const cohere = adapters.guardCohere(new CohereClientV2({ token: KEY, fetch: async () => json({ id: "c1", finish_reason: "COMPLETE", message: { role: "assistant", content: [{ type: "text", text: "Yes." }] }, usage: {} }) }));
    await cohere.chat({ model: "command-a", messages: ask.messages });
    const ollama = adapters.guardOllama(new Ollama({ host: "http://localhost:11434", fetch: async () => json({ model: "qwen3", message: { role: "assistant", content: "Yes." }, done: true }) }));
    await ollama.chat({ model: "qwen3", messages: ask.messages });
    const model = createAnthropic({ apiKey: KEY, fetch: async () => json(MESSAGE) })("claude-opus-4-8");
    await generateText({ model: adapters.guardLanguageModel(model), prompt: "Is it warm?" });
    await generateText({ model: wrapLanguageModel({ model, middleware: adapters.languageModelMiddleware() }), prompt: "Is it warm?" });
  });
  assert.deepEqual(warnings, []);
});

test("a client that answers without its fetch gives one warning, and its answers", async () => {
  const warnings = await warningsOf(async () => {
    for (const client of [adapters.guardOpenAI(new OtherTransport()), adapters.guardOpenAI(new OtherTransport())])
      for (let nth = 0; nth < 2; nth++) assert.equal((await client.chat.completions.create({})).id, "c1");
  });
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /^rethought: a client of OpenAI has answered without the fetch that it was given, so its calls are not guarded\./);
});

test("a model that answers without its fetch gives one warning", async () => {
  const model = { specificationVersion: "v4", provider: "own", modelId: "m", config: {}, doGenerate: async () => ({ content: [] }), doStream: async () => ({}) };
  const warnings = await warningsOf(async () => {
    await adapters.guardLanguageModel(model).doGenerate({});
    await adapters.languageModelMiddleware().wrapGenerate({ model, params: {}, doGenerate: async () => ({}) });
  });
  assert.deepEqual(warnings.map((text) => text.slice(0, 50)), ["rethought: a language model of the AI SDK has answ"]);
});
