// Cases outside of loops: clients of vendors that the simulator lacks, several clients over one ledger, aborted and repeated calls, and values that
// are not clients.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import Anthropic from "@anthropic-ai/sdk";
import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, wrapLanguageModel } from "ai";
import { CohereClientV2 } from "cohere-ai";
import { Ollama } from "ollama";
import OpenAI from "openai";
import { pkg } from "../../../scripts/paths.mjs";
import { DRIVERS } from "../drivers.mjs";
import { KEY } from "../tools.mjs";
import { adapters, noted, openVendor } from "../vendor.mjs";

const { Ledger } = await import(pathToFileURL(join(pkg, "start", "node.js")).href);
const json = (body, status = 200) => new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
const SAID = { id: "msg_1", type: "message", role: "assistant", model: "claude-opus-4-8", content: [{ type: "text", text: "Yes." }], stop_reason: "end_turn", usage: { input_tokens: 1, output_tokens: 1 } };

const driverOf = (client, vendor) => DRIVERS.find((one) => one.client === client && one.vendor === vendor);

async function withVendor(run) {
  const vendor = await openVendor(5);
  try {
    return await run(vendor);
  } finally {
    await vendor.close();
  }
}

test("Cohere and Ollama: an answer is recorded, and its thought is known in the next request", async () => {
  const { told, hooks } = noted();
  const answers = { cohere: { id: "c1", finish_reason: "COMPLETE", message: { role: "assistant", content: [{ type: "thinking", thinking: "Ask the tool first." }, { type: "text", text: "Yes." }] }, usage: {} }, ollama: { model: "qwen3", created_at: "2026-11-14T00:00:00Z", message: { role: "assistant", content: "Yes.", thinking: "Ask the tool first." }, done: true } };
  const cohere = adapters.guardCohere(new CohereClientV2({ token: KEY, fetch: async () => json(answers.cohere), maxRetries: 0 }), hooks);
  const ollama = adapters.guardOllama(new Ollama({ host: "http://localhost:11434", fetch: async () => json(answers.ollama) }), hooks);
  const { message } = await cohere.chat({ model: "command-a-reasoning-08-2025", messages: [{ role: "user", content: "Is it warm?" }] });
  await cohere.chat({ model: "command-a-reasoning-08-2025", messages: [{ role: "user", content: "Is it warm?" }, { ...message }, { role: "user", content: "And now?" }] });
  const said = await ollama.chat({ model: "qwen3", messages: [{ role: "user", content: "Is it warm?" }] });
  await ollama.chat({ model: "qwen3", messages: [{ role: "user", content: "Is it warm?" }, said.message, { role: "user", content: "And now?" }] });
  for (const client of [cohere, ollama]) await adapters.guardOf(client).settled();
  assert.deepEqual(told.error, []);
  assert.deepEqual(told.report.map(({ wire }) => wire), ["cohere-chat", "cohere-chat", "ollama-chat", "ollama-chat"]);
  assert.equal(told.recorded.length, 4);
  assert.deepEqual(told.report.filter(({ report }) => report.verdict !== "accepted").map(({ report }) => report.findings), []);
});

test("two vendors over one ledger: nothing of one goes to the other", () => withVendor(async (vendor) => {
  const ledger = new Ledger();
  const { told, hooks } = noted();
  const options = { mode: "repair", ledger, ...hooks };
  const [claude, gpt] = [driverOf("@anthropic-ai/sdk", "Claude").open(vendor, options), driverOf("openai responses", "GPT").open(vendor, options)];
  vendor.calls = 1;
  for (const talk of [claude, gpt]) talk.ask("Find the file, then tell me.");
  for (let step = 0; step < 4; step++) for (const talk of [claude, gpt]) await talk.step(false, (name) => `${name} is done`);
  assert.equal(told.repaired.length, 0);
  const [own, foreign] = [/"signature":"|redacted_thinking/, /"encrypted_content"/];
  for (const text of vendor.received) assert.ok(!(own.test(text) && foreign.test(text)), "handles of both are in one request");
  assert.deepEqual(vendor.log.filter(({ status }) => status !== 200), []);
}));

test("one client, two guards: what one has seen the other has not", () => withVendor(async (vendor) => {
  const client = new Anthropic({ apiKey: KEY, fetch: vendor.fetch, maxRetries: 0 });
  const [one, other] = [noted(), noted()];
  const [first, second] = [adapters.guardAnthropic(client, one.hooks), adapters.guardAnthropic(client, other.hooks)];
  const params = { model: "claude-opus-4-8", max_tokens: 100, messages: [{ role: "user", content: "Is it warm?" }] };
  await first.messages.create(params);
  await second.messages.create(params);
  await client.messages.create(params);
  await Promise.all([first, second].map((made) => adapters.guardOf(made).settled()));
  assert.deepEqual([one.told.report.length, other.told.report.length, one.told.recorded.length, other.told.recorded.length], [1, 1, 1, 1]);
  assert.equal(adapters.guardOf(client), undefined);
}));

test("the client tries again after 529 and 429 as it always does, and each try is audited", async () => {
  const statuses = [529, 429, 200];
  const { told, hooks } = noted();
  const fetch = async () => (statuses[0] === 200 ? json(SAID) : json({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, statuses.shift()));
  const client = adapters.guardAnthropic(new Anthropic({ apiKey: KEY, maxRetries: 3, fetch }), hooks);
  const { id } = await client.messages.create({ model: "claude-opus-4-8", max_tokens: 100, messages: [{ role: "user", content: "Is it warm?" }] });
  assert.equal(id, "msg_1");
  assert.equal(told.report.length, 3);
});

test("a stream that is broken off ends the connection, and the conversation goes on", async () => {
  let closed = 0;
  const server = createServer((request, reply) => {
    reply.writeHead(200, { "content-type": "text/event-stream" }).write(`event: message_start\ndata: ${JSON.stringify({ type: "message_start", message: { ...SAID, content: [] } })}\n\n`);
    reply.on("close", () => closed++);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { told, hooks } = noted();
  const fetch = (_, init) => globalThis.fetch(`http://127.0.0.1:${server.address().port}/`, init);
  const client = adapters.guardAnthropic(new Anthropic({ apiKey: KEY, maxRetries: 0, fetch }), hooks);
  const stream = client.messages.stream({ model: "claude-opus-4-8", max_tokens: 100, messages: [{ role: "user", content: "Is it warm?" }] });
  stream.on("streamEvent", () => stream.abort());
  await assert.rejects(stream.finalMessage(), { message: /abort/i });
  await adapters.guardOf(client).settled();
  for (let waited = 0; !closed && waited < 100; waited++) await new Promise((resolve) => setTimeout(resolve, 20));
  server.closeAllConnections();
  server.close();
  assert.equal(closed, 1);
  assert.deepEqual(told.error, []);
});

test("a model that something was put around is called as it is, and that is reported", async () => {
  const { told, hooks } = noted();
  const model = createAnthropic({ apiKey: KEY, fetch: async () => json(SAID) })("claude-opus-4-8");
  const around = wrapLanguageModel({ model, middleware: {} });
  assert.throws(() => adapters.guardLanguageModel(around), { code: "E_INPUT", pointer: "/client" });
  const guarded = wrapLanguageModel({ model: around, middleware: adapters.languageModelMiddleware(hooks) });
  assert.equal((await generateText({ model: guarded, prompt: "Is it warm?" })).text, "Yes.");
  assert.deepEqual(told.error.map(({ code }) => code), ["E_INPUT"]);
});

test("clients that are none are refused with their place, and wrong options too", () => {
  const names = Object.keys(adapters).filter((name) => /^guard[A-Z]/.test(name) && name !== "guardOf");
  assert.equal(names.length, 10);
  for (const name of names) for (const client of [undefined, null, {}, 7, "client", () => {}]) assert.throws(() => adapters[name](client), { code: "E_INPUT", pointer: "/client" }, `${name} of ${client}`);
  assert.throws(() => adapters.guardOpenAI(new OpenAI({ apiKey: KEY }), { mode: "mend" }), { code: "E_INPUT", pointer: "/mode" });
  assert.throws(() => adapters.guardAnthropic(new Anthropic({ apiKey: KEY }), { mod: "repair" }), { code: "E_INPUT" });
});
