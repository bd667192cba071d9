// One thought in five systems: each accepts a thought that another made, stored and exported.
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, convert, decode, Ledger, replay, Thought } from "rethought";
import { place, readThoughts, route } from "rethought/adk";
import { codecFor, reasoningItems, writeItem } from "rethought/clark";
import { thoughtOfReflection } from "rethought/agent-state";
import * as letta from "rethought/letta";

const stored = (value) => JSON.parse(JSON.stringify(value));
const SIGNATURE = "EqQBCkYICxgCKkDcAAAAAAAAAAAAAAAA";
const ANSWER = { id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "thinking", thinking: "Hm.", signature: SIGNATURE }, { type: "text", text: "Hi" }] };
const BLOCK = ANSWER.content[0];
const request = (...more) => ({ model: "claude-sonnet-4-5", max_tokens: 2000, messages: [{ role: "user", content: "Hello" }, { role: "assistant", content: [{ type: "text", text: "Hi" }] }, { role: "user", content: "And?" }, ...more] });
const rejected = (body, target) => audit(body, target).findings.filter(({ severity }) => severity === "reject").map(({ rule }) => rule);

test("replay puts the block of a thought into its answer, or throws; it never adds a visible text", () => {
  const [thought] = decode(ANSWER, "anthropic-messages").thoughts;
  for (const given of [thought, thought.toRaw(), stored(thought)]) {
    const { messages } = replay(request(), given, "anthropic-messages");
    assert.deepEqual(messages[1].content, [BLOCK, { type: "text", text: "Hi" }]);
    assert.equal(messages.length, 3);
  }
  assert.throws(() => replay({ model: "gpt-5.4", input: [{ role: "user", content: "Hello" }, { role: "assistant", content: "Hi" }] }, thought, "openai-responses"), { code: "E_INPUT" });
  assert.throws(() => replay({ messages: [{ role: "user", content: "Hello" }] }, thought, "anthropic-messages"), { code: "E_INPUT" });
  const plain = new Thought({ id: "plain", content: "plain words", createdAt: 0, updatedAt: 0 });
  const [tagged] = decode({ id: "c", model: "example-r1", choices: [{ message: { role: "assistant", content: "<think>SECRET</think>Hi" } }] }, "openai-chat").thoughts;
  for (const text of [plain, tagged, Thought.fromRaw(stored(tagged))])
    assert.throws(() => replay(request(), text, "anthropic-messages"), { code: "E_INPUT" });
});

test("a text between tags keeps its issuer: route, place, writeItem and convert leave it out at another vendor", () => {
  const chat = { model: "example-r1", messages: [{ role: "user", content: "Hello" }, { role: "assistant", content: "<think>SECRET plan</think>Hi" }, { role: "user", content: "And?" }] };
  const from = { wire: "openai-chat", model: "example-r1" };
  const target = { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-sonnet-4-5" };
  const [read] = readThoughts(chat, from);
  assert.deepEqual([read.content, read.isOpaque, read.native, read.attachment, read.provenance.model], ["SECRET plan", false, false, { type: "tag", name: "think" }, "example-r1"]);
  for (const thought of [read, Thought.fromRaw(stored(read))]) {
    const fates = [route([thought], { target }).plan[0].fate, place(request(), [thought], target).plan[0].fate, writeItem(thought, target).fate];
    assert.deepEqual([...fates, convert(chat, { from, to: target }).plan[0].fate], ["elided", "elided", "elided", "elided"]);
  }
});

test("letta.replay sends a signature to its vendor alone, also if neither the records nor the caller name the vendor", () => {
  const records = [{ message_type: "reasoning_message", id: "message-1", date: "2026-11-16T06:00:00Z", source: "reasoner_model", reasoning: "Hm.", signature: SIGNATURE }];
  const sent = (target, from) => letta.replay(records, target, { from }).map(({ fate, block = "" }) => [fate, block.includes(SIGNATURE)])[0];
  const gpt = { wire: "openai-responses", model: "gpt-5.4" };
  for (const target of [gpt, "gemini-generate"]) assert.deepEqual(sent(target), ["elided", false], "its form shows that another vendor wrote it");
  assert.deepEqual(sent("anthropic-messages"), ["verbatim", true]);
  assert.deepEqual(sent(gpt, gpt), ["elided", false]);
  assert.deepEqual(sent("anthropic-messages", "anthropic-messages"), ["verbatim", true]);
  const [exported] = letta.export(ANSWER, "anthropic-messages", { date: "2026-11-16T06:00:00Z" }).messages;
  assert.equal(exported.step_id, "step-anthropic/claude-sonnet-4-5");
  const fates = ["anthropic-messages", gpt].map((target) => letta.replay([exported], target)[0].fate);
  assert.deepEqual(fates, ["verbatim", "elided"], "an exported message names its vendor");
});

test("an adapter that accepts a tag does not get another vendor's signature under it", () => {
  const tag = "openai-responses-reasoning-v1";
  const thought = new Thought({ id: "t", content: "Hm.", payload: BLOCK, replayCompatibility: tag, createdAt: 0, updatedAt: 0 });
  const gpt = { wire: "openai-responses", model: "gpt-5.4" };
  const input = { model: "gpt-5.4", input: [{ role: "user", content: "a" }, { role: "assistant", content: "b" }, { role: "user", content: "c" }] };
  assert.equal(route([thought], { accepts: [tag] }).plan[0].fate, "elided");
  assert.equal(JSON.stringify(place(input, [thought], gpt, { accepts: [tag] }).request).includes(SIGNATURE), false);
});

test("a stored message of Letta keeps its model: route, place, writeItem, replay and convert say the same", () => {
  const content = [{ type: "reasoning", is_native: true, reasoning: "Hm.", signature: SIGNATURE }, { type: "text", text: "Hi" }];
  const records = [{ id: "message-1", role: "assistant", created_at: "2026-11-16T06:00:00Z", model: "anthropic/claude-sonnet-4-5", content }];
  const thought = Thought.fromRaw(stored(letta.import(records).thoughts[0].thought));
  assert.deepEqual([thought.provenance.model, thought.raw], ["claude-sonnet-4-5", JSON.stringify(BLOCK)]);
  const target = { wire: "anthropic-messages", model: "claude-sonnet-4-5" };
  assert.equal(route([thought], { target }).plan[0].fate, "verbatim");
  assert.equal(writeItem(thought, target).fate, "verbatim");
  assert.equal(letta.replay(records, target)[0].fate, "verbatim");
  assert.deepEqual(place(request(), [thought], target).request.messages[1].content[0], BLOCK);
  const gpt = { wire: "openai-responses", model: "gpt-5.4" };
  assert.deepEqual([route([thought], { target: gpt }).plan[0].fate, writeItem(thought, gpt).fate, letta.replay(records, gpt)[0].fate], ["elided", "elided", "elided"]);
});

test("messages of an agent that switched models never send a signature that is another vendor's by its form", () => {
  const records = [{ message_type: "reasoning_message", id: "message-1", date: "2026-11-16T06:00:00Z", source: "reasoner_model", reasoning: "Hm.", signature: SIGNATURE }];
  const { request: made, plan } = convert(records, { from: { wire: "letta", model: "gpt-5.4" }, to: { wire: "openai-responses", model: "gpt-5.4" } });
  assert.ok(!JSON.stringify(made).includes(SIGNATURE));
  assert.equal(plan[0].fate, "elided");
  const smuggled = { model: "gpt-5.4", store: false, input: [{ role: "user", content: "a" }, { type: "reasoning", id: "rs_1", summary: [], encrypted_content: SIGNATURE }, { role: "assistant", content: "b" }, { role: "user", content: "c" }] };
  assert.ok(audit(smuggled, "openai-responses").findings.some(({ rule }) => rule === "damaged-ciphertext"));
});

test("payloads as ADK's adapters store them are placed: a variant, a bare block, an item with its pair, a signature beside the content", () => {
  const tag = "anthropic-messages-thinking-v1";
  for (const payload of [{ variant: "thinking", thinking: "Hm.", signature: SIGNATURE, prefixFingerprint: "0" }, BLOCK, JSON.stringify(BLOCK), SIGNATURE, { signature: SIGNATURE }]) {
    const thought = new Thought({ id: "t", content: "Hm.", payload, replayCompatibility: tag, createdAt: 0, updatedAt: 0 });
    assert.deepEqual(place(request(), [thought], "anthropic-messages").request.messages[1].content[0], BLOCK, JSON.stringify(payload));
  }
  const item = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAABo1" };
  const thought = new Thought({ id: "t", payload: { variant: "responses-reasoning", item, pairedItemId: "fc_2" }, replayCompatibility: "openai-responses-reasoning-item-v1", createdAt: 0, updatedAt: 0 });
  const call = (nth) => ({ type: "function_call", id: `fc_${nth}`, call_id: `call_${nth}`, name: "f", arguments: "{}" });
  const body = { model: "gpt-5.4", store: false, input: [{ role: "user", content: "a" }, call(1), { type: "function_call_output", call_id: "call_1", output: "x" }, call(2), { type: "function_call_output", call_id: "call_2", output: "y" }] };
  assert.deepEqual(place(body, [thought], "openai-responses").request.input[3], item, "before its pair");
});

test("thoughts without a place go to the answers without thoughts if there are as many, else nowhere", () => {
  const thought = (id) => new Thought({ id, payload: { variant: "thinking", thinking: id, signature: SIGNATURE }, replayCompatibility: "anthropic-messages-thinking-v1", createdAt: Number(id), updatedAt: 9 });
  const body = { messages: [{ role: "user", content: "a" }, { role: "assistant", content: "b" }, { role: "user", content: "c" }, { role: "assistant", content: "d" }] };
  const both = place(body, [thought("2"), thought("1")], "anthropic-messages").request.messages;
  assert.deepEqual([both[1].content[0].thinking, both[3].content[0].thinking], ["1", "2"]);
  const one = place({ messages: [...body.messages, { role: "user", content: "e" }] }, [thought("1")], "anthropic-messages");
  assert.match(one.plan[0].reason, /does not name its place/);
});

test("a tag that the adapter declares and no wire knows goes beside the messages", () => {
  const thought = new Thought({ id: "t", payload: { seal: "x" }, replayCompatibility: "mine-v1", createdAt: 0, updatedAt: 0 });
  const routing = route([thought], { accepts: ["mine-v1"], target: "openai-chat" });
  assert.deepEqual([routing.routed, routing.plan[0].fate], [[thought], "routed"]);
  const { request: made, plan } = place({ messages: [{ role: "user", content: "a" }] }, routing, "openai-chat");
  assert.deepEqual(made._reasoning_payloads, [{ id: "t", replayCompatibility: "mine-v1", payload: { seal: "x" } }]);
  assert.equal(plan[0].to, "/_reasoning_payloads/0");
  assert.equal(place({ messages: [{ role: "user", content: "a" }] }, [thought], "openai-chat").plan[0].fate, "elided", "nobody declared it");
});

test("plain thoughts on Bedrock join the answer before them, and in the first tool loop they begin it", () => {
  const plain = (id) => new Thought({ id, content: `Plain ${id}.`, createdAt: Number(id), updatedAt: 9 });
  const text = (said) => [{ text: said }];
  const body = { messages: [{ role: "user", content: text("a") }, { role: "assistant", content: text("b") }, { role: "user", content: text("c") }] };
  const { messages } = place(body, [plain("1"), plain("2")], "bedrock-converse").request;
  assert.deepEqual(messages.map(({ role }) => role), ["user", "assistant", "user"]);
  assert.deepEqual(messages[1].content, [{ text: "b" }, { text: "<thought>Plain 1.</thought>" }, { text: "<thought>Plain 2.</thought>" }]);
  const loop = { messages: [{ role: "user", content: text("a") }, { role: "assistant", content: [{ toolUse: { toolUseId: "t1", name: "f", input: {} } }] }, { role: "user", content: [{ toolResult: { toolUseId: "t1", content: text("x") } }] }] };
  assert.deepEqual(place(loop, [plain("1")], "bedrock-converse").request.messages[1].content[0], { text: "<thought>Plain 1.</thought>" });
});

test("a thought that began its answer still does after the client edited the text", () => {
  const answer = { ...ANSWER, content: [BLOCK, { type: "text", text: "Let me look." }, { type: "tool_use", id: "toolu_01A09q90qw90lq917835lq9", name: "f", input: {} }] };
  const [thought] = decode(answer, "anthropic-messages").thoughts;
  const edited = { model: "claude-sonnet-4-5", max_tokens: 2000, messages: [{ role: "user", content: "a" }, { role: "assistant", content: [{ type: "text", text: "Let me see." }, answer.content[2]] }, { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_01A09q90qw90lq917835lq9", content: "x" }] }] };
  assert.deepEqual(place(edited, [thought], "anthropic-messages").request.messages[1].content.map(({ type }) => type), ["thinking", "text", "tool_use"]);
});

test("typed items keep their places after JSON, and OpenRouter takes its own items", () => {
  const interleaved = { ...ANSWER, content: [BLOCK, { type: "text", text: "One." }, { type: "thinking", thinking: "More.", signature: `${SIGNATURE}AA==` }, { type: "tool_use", id: "toolu_01A09q90qw90lq917835lq9", name: "f", input: {} }] };
  const items = stored(reasoningItems(decode(interleaved, "anthropic-messages")));
  const message = { role: "assistant", content: interleaved.content.filter(({ type }) => type !== "thinking") };
  assert.deepEqual(codecFor("anthropic-messages").writeAssistant(message, items).content, interleaved.content);
  const item = { type: "reasoning.text", text: "Hm.", signature: SIGNATURE, format: "anthropic-claude-v1", index: 0 };
  for (const options of [{}, { from: "openrouter-chat" }]) assert.deepEqual(JSON.parse(writeItem(item, "openrouter-chat", options).block), item);
  const codec = codecFor("openrouter-chat");
  const body = { id: "g", choices: [{ message: { role: "assistant", content: "Hi", reasoning_details: [item] } }] };
  assert.deepEqual(codec.parseResponse(body)[0].item, item);
  assert.deepEqual(codec.writeAssistant({ role: "assistant", content: "Hi" }, [item]).reasoning_details, [item]);
});

test("a thought of Claude from OpenRouter goes to Anthropic in one way, whoever is asked", () => {
  const details = [{ type: "reasoning.text", text: "Hm.", signature: SIGNATURE, format: "anthropic-claude-v1", index: 0 }];
  const body = { id: "g", model: "anthropic/claude-sonnet-4.5", choices: [{ message: { role: "assistant", content: "Hi", reasoning_details: details } }] };
  const thoughts = decode(body, "openrouter-chat").thoughts.filter(({ handles }) => handles.length);
  const target = { wire: "anthropic-messages", model: "claude-sonnet-4-5" };
  const sent = { model: body.model, messages: [{ role: "user", content: "a" }, { role: "assistant", content: "Hi", reasoning_details: details }, { role: "user", content: "b" }] };
  const fates = [route(thoughts, { target }).plan[0].fate, place(request(), thoughts, target).plan[0].fate, writeItem(details[0], target).fate, writeItem(thoughts[0], target).fate, convert(sent, { from: "openrouter-chat", to: target }).plan[0].fate];
  assert.deepEqual(fates, Array(5).fill("routed"));
  assert.deepEqual(place(request(), thoughts, target).request.messages[1].content[0], BLOCK);
});

test("messages of agentfootprint and a state of cognipeer become thoughts and take thoughts", () => {
  const [thought] = decode(ANSWER, "anthropic-messages").thoughts;
  const systems = {
    agentfootprint: [{ role: "user", content: "Hello" }, { role: "assistant", content: "Hi", ephemeral: true }],
    cognipeer: [{ role: "user", content: "Hello" }, { role: "assistant", content: "Hi", id: "kept" }],
  };
  for (const [system, messages] of Object.entries(systems)) {
    const { request: whole, plan } = place(messages, [thought], system);
    assert.equal(plan[0].fate, "verbatim", system);
    const { ephemeral, id } = whole[1];
    assert.deepEqual({ ephemeral, id }, { ephemeral: messages[1].ephemeral, id: messages[1].id }, "all else stays");
    assert.deepEqual(place(whole, [thought], system).request, whole, `${system}: twice`);
    const [again] = readThoughts(whole, { wire: system, model: "claude-sonnet-4-5" });
    assert.deepEqual([again.content, again.handles], ["Hm.", [SIGNATURE]], system);
    const back = Thought.fromRaw(stored(again));
    assert.deepEqual(place(request(), [back], { wire: "anthropic-messages", model: "claude-sonnet-4-5" }).request.messages[1].content[0], BLOCK, system);
    assert.equal(reasoningItems([back])[0].item.signature, SIGNATURE, system);
  }
});

test("the plan of a conversion with a ledger says what the request has", () => {
  const ledger = new Ledger();
  const first = { model: "claude-sonnet-4-5", max_tokens: 9000, thinking: { type: "enabled", budget_tokens: 2000 }, tools: [{ name: "f", input_schema: { type: "object" } }], messages: [{ role: "user", content: "What time is it?" }] };
  const answer = { id: "msg_01XFDUDYJgAACzvnptvVoYEL", type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [BLOCK, { type: "tool_use", id: "toolu_01A09q90qw90lq917835lq9", name: "f", input: {} }], stop_reason: "tool_use" };
  ledger.record(ledger.audit(first, "anthropic-messages"), { response: answer });
  const next = { ...first, messages: [...first.messages, { role: "assistant", content: answer.content.slice(1) }, { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_01A09q90qw90lq917835lq9", content: "12" }] }] };
  const { request: made, plan } = convert(next, { from: "anthropic-messages", to: { wire: "anthropic-messages", host: "api.anthropic.com" }, ledger });
  const holds = JSON.stringify(made).includes(SIGNATURE);
  assert.equal(plan.some(({ fate }) => fate === "verbatim"), holds);
  for (const { fate, to } of plan) if (fate === "verbatim") assert.ok(to && JSON.stringify(to.split("/").slice(1).reduce((value, key) => value[key], made)).includes(SIGNATURE));
});

test("a reflection is a text that nobody signed: it is sent as the policy says, and a second time nothing changes", () => {
  const note = new Thought(thoughtOfReflection({ id: "r1", turn: 1, text: "I should look first.", createdAt: "2026-11-15T02:08:33.000Z" }));
  const body = request();
  for (const target of ["anthropic-messages", "openai-responses"]) {
    const given = target === "anthropic-messages" ? body : { model: "gpt-5.4", input: body.messages };
    const left = place(given, [note], target);
    assert.deepEqual([left.request, left.plan[0].fate], [given, "elided"]);
    assert.match(left.plan[0].reason, /a prompt asked for it/);
    const sent = place(given, [note], target, { policy: "envelope" });
    assert.equal(sent.plan[0].fate, "degraded", target);
    assert.ok(JSON.stringify(sent.request).includes("<thought>I should look first.</thought>"), target);
    assert.deepEqual(place(sent.request, [note], target, { policy: "envelope" }).request, sent.request, target);
  }
});

test("letta.export takes the objects of an SDK, as decode does", () => {
  const envelope = { id: "message-1", date: "2026-11-16T06:00:00Z" };
  assert.deepEqual(letta.export(ANSWER, "anthropic-messages", envelope), letta.export(JSON.stringify(ANSWER), "anthropic-messages", envelope));
});

test("what is placed is accepted", () => {
  const [thought] = decode(ANSWER, "anthropic-messages").thoughts;
  assert.deepEqual(rejected(place(request(), [thought], "anthropic-messages").request, "anthropic-messages"), []);
});
