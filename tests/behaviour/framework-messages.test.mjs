// Messages of frameworks beside the frameworks themselves: the requests that @cognipeer/agent-sdk sends of its messages and the message it keeps of
// an answer, and the result of Letta's client for a page. 1,000 conversations each.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { AnthropicProvider, BedrockProvider, fromNativeProvider } from "@cognipeer/agent-sdk";
import Letta from "@letta-ai/letta-client";
import Ajv from "ajv/dist/2020.js";
import { convert, convertResponse } from "rethought";
import * as letta from "rethought/letta";
import { randomOf } from "./random.mjs";

const COUNT = 1000;
const claude = { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-sonnet-4-5" };
const bedrock = { wire: "bedrock-converse", host: "bedrock-runtime.us-east-1.amazonaws.com", model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0" };

const sealed = (next, kind) => Buffer.from(`\u0012${kind}${next(1e9)}`).toString("base64");
const words = (next) => ["So.", "Ask the tool.", 'a "quote"\n', "ä ö \u{1f600}", "</think>", "\u2028"][next(6)];

/** Returns the blocks of one answer of Claude's: thoughts before calls, or anywhere if they are mixed. */
function answer(next, id, isMixed) {
  const blocks = [];
  for (let left = 1 + next(3); left; left--) blocks.push(next(4) ? { type: "thinking", thinking: words(next), signature: sealed(next, "S") } : { type: "redacted_thinking", data: sealed(next, "R") });
  if (next(2)) blocks.push({ type: "text", text: words(next) });
  if (isMixed) blocks.push({ type: "thinking", thinking: words(next), signature: sealed(next, "S") });
  for (let nth = 0; nth <= next(3); nth++) blocks.push({ type: "tool_use", id: `toolu_${id}_${nth}`, name: "look", input: { n: next(100), text: words(next) } });
  return blocks;
}

/** Returns a request of Claude's that ends with results. */
function request(nth, isMixed) {
  const next = randomOf(nth + 1).below;
  const messages = [{ role: "user", content: words(next) }];
  for (let round = 0; round <= next(3); round++) {
    const content = answer(next, round, isMixed);
    messages.push({ role: "assistant", content });
    messages.push({ role: "user", content: content.filter(({ type }) => type === "tool_use").map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: [{ type: "text", text: words(next) }] })) });
  }
  return { model: claude.model, max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 1024 }, tools: [{ name: "look", input_schema: { type: "object" } }], messages };
}

/** Returns the request that a provider of the SDK makes of messages, and the message that it makes of an answer. */
async function throughSdk(provider, model, messages, body = { content: [] }) {
  const before = globalThis.fetch;
  let sent;
  globalThis.fetch = async (_, { body: text }) => {
    sent = JSON.parse(text);
    return new Response(JSON.stringify(body), { status: 200, headers: { "content-type": "application/json" } });
  };
  try {
    return { message: await fromNativeProvider(provider, { model }).invoke(messages), sent };
  } finally {
    globalThis.fetch = before;
  }
}

const isThought = (block) => ["thinking", "redacted_thinking"].includes(block.type) || "reasoningContent" in block;
/** Returns the thoughts and calls of each turn of the model, in order. Consecutive messages are one turn, as the providers read them. */
function turns(messages) {
  const found = [];
  let last;
  for (const { role, content } of messages) {
    if (role === "assistant" && last !== "assistant") found.push([]);
    if (role === "assistant" && Array.isArray(content)) found.at(-1).push(...content.filter((block) => isThought(block) || block.type === "tool_use" || block.toolUse));
    last = role;
  }
  return found;
}

test("what the agent-sdk sends of its messages to Anthropic is what convert sends, thought for thought", async () => {
  const provider = new AnthropicProvider({ provider: "anthropic", apiKey: "k", defaultModel: claude.model });
  for (let nth = 0; nth < COUNT; nth++) {
    const own = request(nth, nth % 2);
    const held = convert(own, { from: claude, to: "cognipeer" });
    assert.ok(held.plan.every(({ fate }) => fate === "verbatim"));
    const { sent } = await throughSdk(provider, claude.model, held.request);
    const ours = convert(held.request, { from: "cognipeer", to: claude }).request;
    assert.deepEqual(turns(ours.messages), turns(own.messages), `${nth} there and back`);
    assert.deepEqual(turns(sent.messages), turns(own.messages), `${nth} as the sdk sends it`);
  }
});

test("what the agent-sdk sends of its messages to Bedrock is what convert sends", async () => {
  const provider = new BedrockProvider({ provider: "bedrock", region: "us-east-1", credentials: { accessKeyId: "a", secretAccessKey: "s" }, accessKeyId: "a", secretAccessKey: "s", defaultModel: bedrock.model });
  for (let nth = 0; nth < COUNT; nth++) {
    const held = convert(request(nth, false), { from: claude, to: "cognipeer" }).request;
    const { sent } = await throughSdk(provider, bedrock.model, held, { output: { message: { content: [] } } });
    const ours = convert(held, { from: "cognipeer", to: bedrock }).request;
    assert.deepEqual(turns(ours.messages), turns(sent.messages), `${nth}`);
  }
});

test("what the agent-sdk keeps of an answer is what convertResponse makes of it", async () => {
  const provider = new AnthropicProvider({ provider: "anthropic", apiKey: "k", defaultModel: claude.model });
  for (let nth = 0; nth < COUNT; nth++) {
    const body = { id: "msg_1", type: "message", role: "assistant", model: claude.model, content: answer(randomOf(nth + 7).below, nth, nth % 2), stop_reason: "tool_use", usage: {} };
    const { message } = await throughSdk(provider, claude.model, [{ role: "user", content: "Hi" }], body);
    const ours = convertResponse(body, { from: claude, to: "cognipeer" }).response;
    // A turn in another order is several messages here. The SDK moves all thoughts to its beginning, and Anthropic refuses that.
    assert.deepEqual(ours.flatMap(({ reasoning }) => reasoning?.blocks ?? []), message.reasoning.blocks, `${nth}`);
    const calls = ours.flatMap(({ tool_calls }) => tool_calls ?? []).map((call) => ({ ...call, function: { ...call.function, arguments: JSON.parse(call.function.arguments) } }));
    assert.deepEqual(calls, message.tool_calls.map((call) => ({ ...call, function: { ...call.function, arguments: JSON.parse(call.function.arguments) } })), `${nth}`);
    assert.equal(ours.map(({ content }) => content).join(""), message.content ?? "");
  }
});

test("LLMMessages of agentfootprint keep every thought in its place, and flags are not sent", () => {
  for (let nth = 0; nth < COUNT; nth++) {
    const own = request(nth, nth % 2);
    const held = convert(own, { from: claude, to: "agentfootprint" }).request;
    held.push({ role: "user", content: "Say it as JSON.", ephemeral: true, injectedBy: { injectionId: "i", flavor: "f", iteration: nth } });
    const ours = convert(held, { from: "agentfootprint", to: claude }).request;
    assert.deepEqual(turns(ours.messages), turns(own.messages), `${nth}`);
    const text = JSON.stringify(ours);
    assert.ok(text.includes("Say it as JSON.") && !text.includes("ephemeral\":true,\"injected") && !text.includes("injectedBy"));
  }
});

const ajv = new Ajv({ formats: { "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/ } });
ajv.addSchema(JSON.parse(readFileSync(new URL("./letta/schema.json", import.meta.url), "utf8")));
const schemas = Object.fromEntries(["ReasoningMessage", "HiddenReasoningMessage"].map((name) => [name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase(), ajv.getSchema(`letta#/$defs/${name}`)]));

test("messages of Letta keep to its schema, pass its client as a page, and come back with every thought", async () => {
  let items = [];
  const client = new Letta({ apiKey: "k", baseURL: "http://letta.test", fetch: async () => new Response(JSON.stringify(items), { headers: { "content-type": "application/json" } }) });
  for (let nth = 0; nth < COUNT; nth++) {
    const own = request(nth, nth % 2);
    items = convert(own, { from: claude, to: "letta" }).request;
    for (const item of items) {
      const validate = schemas[item.message_type];
      assert.ok(!validate || validate(item), `${JSON.stringify(item)} ${ajv.errorsText(validate?.errors)}`);
    }
    const page = await client.agents.messages.list("agent-1");
    const ours = convert({ items: page.items }, { from: "letta", to: claude }).request;
    assert.deepEqual(turns(ours.messages), turns(own.messages), `${nth}`);
    assert.equal(letta.import(page).thoughts.length, own.messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(isThought).length);
  }
});

test("a token stream of Letta, as its client gives it, is one message and one thought", async () => {
  const head = { id: "message-9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e5f6", date: "2026-11-16T06:00:00+00:00" };
  const thought = { ...head, otid: letta.otid(head.id, 0), message_type: "reasoning_message", source: "reasoner_model" };
  const said = { ...head, otid: letta.otid(head.id, 1), message_type: "assistant_message" };
  const sent = [{ ...thought, reasoning: "Ask " }, { ...thought, reasoning: "the tool.", signature: "EqQBCg==" }, { ...said, content: "Let me " }, { ...said, content: "look." }];
  const stream = sent.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("") + "data: [DONE]\n\n";
  const client = new Letta({ apiKey: "k", baseURL: "http://letta.test", fetch: async () => new Response(stream, { headers: { "content-type": "text/event-stream" } }) });
  const asked = { ...head, id: "message-1", message_type: "user_message", content: "Hi" };
  const chunks = [asked];
  for await (const chunk of await client.agents.messages.stream("agent-1", { messages: [{ role: "user", content: "Hi" }], stream_tokens: true })) chunks.push(chunk);
  assert.equal(chunks.length, 5);
  const next = { ...asked, id: "message-2", content: "And?" };
  const { request, plan } = convert([...chunks, next], { from: { wire: "letta", model: "claude-sonnet-4-5" }, to: claude });
  assert.deepEqual(plan.map(({ pointer, fate }) => [pointer, fate]), [["/1", "verbatim"]]);
  assert.deepEqual(request.messages.slice(1, 2), [{ role: "assistant", content: [{ type: "thinking", thinking: "Ask the tool.", signature: "EqQBCg==" }, { type: "text", text: "Let me look." }] }]);
  const { thoughts } = letta.import(chunks);
  assert.deepEqual(thoughts.map(({ text, handle }) => [text, handle]), [["Ask the tool.", "EqQBCg=="]]);
});

test("messages of an answer have the ids and places that export gives them, and the envelope of the caller", () => {
  const answer = { id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "thinking", thinking: "Ask.", signature: "EqQBCg==" }, { type: "text", text: "So." }], stop_reason: "end_turn", usage: { input_tokens: 1, output_tokens: 1 } };
  const envelope = { date: "2026-11-16T06:00:00Z", sender_id: "agent-1", run_id: "run-1" };
  const made = convertResponse(answer, { from: claude, to: { wire: "letta", envelope } }).response;
  const [exported] = letta.export(JSON.stringify(answer), claude, envelope).messages;
  for (const name of ["id", "otid", "date", "sender_id", "run_id", "reasoning", "signature"]) assert.equal(made[0][name], exported[name], name);
  assert.deepEqual(made.map(({ otid }) => otid), [0, 1].map((place) => letta.otid(made[0].id, place)));
  assert.equal(made[0].name, undefined);
  assert.throws(() => convertResponse(answer, { from: claude, to: { wire: "letta", envelope: { date: "soon" } } }), { pointer: "/to/envelope/date" });
});

test("a SmartState and LLMMessages without from are recognised, and a mixture is refused", () => {
  const blocks = [{ type: "thinking", text: "Ask.", signature: "EqQBCg==" }];
  const state = { messages: [{ role: "user", content: "Hi" }, { role: "assistant", content: "So.", reasoning: { blocks } }, { role: "user", content: "And?" }], toolHistory: [], ctx: {} };
  const llm = { model: "claude-sonnet-4-5", messages: [{ role: "user", content: "Hi" }, { role: "assistant", content: "So.", thinkingBlocks: [{ type: "thinking", content: "Ask.", signature: "EqQBCg==" }] }, { role: "user", content: "And?" }] };
  for (const [given, from] of [[state, "cognipeer"], [llm, "agentfootprint"]]) {
    const { request, plan } = convert(given, { to: claude });
    assert.deepEqual(request, convert(given, { from, to: claude }).request, from);
    assert.deepEqual(plan.map(({ fate }) => fate), ["verbatim"], from);
    assert.deepEqual(request.messages[1].content[0], { type: "thinking", thinking: "Ask.", signature: "EqQBCg==" });
  }
  assert.throws(() => convert({ messages: [...state.messages, ...llm.messages] }, { to: claude }), { code: "E_INPUT", pointer: "/from/wire" });
});

test("what the schema of Letta refuses is refused at the same member", () => {
  const good = { id: "message-1", date: "2026-11-16T06:00:00+00:00", message_type: "reasoning_message", reasoning: "So.", source: "reasoner_model", signature: null, seq_id: 1, name: null };
  const values = [undefined, null, 7, 1.5, "", "x", true, [], {}, "2026-11-16T06:00:00+00:00", "reasoner_model"];
  const next = randomOf(3).below;
  let refused = 0;
  for (let nth = 0; nth < COUNT; nth++) {
    const record = { ...good, [Object.keys(good).filter((name) => name !== "message_type")[next(7)]]: values[next(values.length)] };
    const text = JSON.stringify([record]);
    const isValid = schemas.reasoning_message(JSON.parse(text)[0]);
    let taken = true;
    try {
      convert(text, { from: "letta", to: claude });
    } catch (error) {
      taken = false;
      assert.ok(error.pointer?.startsWith("/0/"), error.pointer);
    }
    assert.equal(taken, isValid, text);
    refused += Number(!isValid);
  }
  assert.ok(refused > 100, `${refused}`);
});
