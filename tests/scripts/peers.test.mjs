// The counter of npm run peers: it finds the kept and the lost facts of a conversion, on every wire.
import assert from "node:assert/strict";
import test from "node:test";
import { reasonAgainst } from "../../scripts/peers/carries.mjs";
import { ownConversations } from "../../scripts/peers/conversations.mjs";
import { compare, foreignHandlesIn } from "../../scripts/peers/facts.mjs";
import { factsOf } from "../../scripts/peers/readers/all.mjs";
import { WIRES } from "../../scripts/peers/wires.mjs";

const SCHEMA = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
const SOURCE = {
  model: "claude",
  max_tokens: 900,
  system: "Be brief.",
  tools: [{ name: "look", description: "Looks.", input_schema: SCHEMA }],
  messages: [
    { role: "user", content: [{ type: "text", text: "How warm?" }, { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } }] },
    { role: "assistant", content: [{ type: "thinking", thinking: "Hm.", signature: "RXFzaWduYXR1cmU=" }, { type: "text", text: "I look." }, { type: "tool_use", id: "a", name: "look", input: { n: 1 } }, { type: "tool_use", id: "b", name: "look", input: { n: 2 } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "b", content: "22" }, { type: "tool_result", tool_use_id: "a", content: "21", is_error: true }] },
  ],
};
const call = (id, args) => ({ id, type: "function", function: { name: "look", arguments: args } });
const KEPT = {
  model: "gpt",
  max_completion_tokens: 900,
  tools: [{ type: "function", function: { name: "look", description: "Looks.", parameters: SCHEMA } }],
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "How warm?" }, { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }] },
    { role: "assistant", content: "I look.", tool_calls: [call("a", '{"n":1}'), call("b", '{"n":2}')] },
    { role: "tool", tool_call_id: "a", content: "21" },
    { role: "tool", tool_call_id: "b", content: "22" },
  ],
};
const lostOf = (target, source = SOURCE) => compare(factsOf("anthropic-messages", JSON.stringify(source)), factsOf("openai-chat", JSON.stringify(target)));
const changed = (change) => {
  const copy = structuredClone(KEPT);
  change(copy);
  return lostOf(copy).lost.filter(({ kind }) => kind !== "failed").map(({ kind }) => kind);
};

test("a conversion that kept everything loses only what its wire has no word for", () => {
  const { count, lost } = lostOf(KEPT);
  assert.equal(count, 13);
  assert.deepEqual(lost.map(({ kind }) => kind), ["failed"]);
  assert.ok(lost.every((fact) => reasonAgainst("openai-chat", fact)));
});

test("every kind of fact is missed when it is gone", () => {
  assert.deepEqual(changed(({ messages }) => messages.shift()), ["system"]);
  assert.deepEqual(changed(({ messages }) => messages[1].content.shift()), ["user"]);
  assert.deepEqual(changed(({ messages }) => messages[1].content.pop()), ["image"]);
  assert.deepEqual(changed(({ messages }) => (messages[2].content = "I looked.")), ["assistant"]);
  assert.deepEqual(changed(({ messages }) => (messages[2].tool_calls[0].function.arguments = '{"n":3}')), ["call"]);
  assert.deepEqual(changed(({ messages }) => messages[2].tool_calls.pop()), ["result", "call"].sort());
  assert.deepEqual(changed(({ messages }) => messages.pop()), ["result"]);
  assert.deepEqual(changed((body) => delete body.tools), ["tool", "description", "schema"]);
  assert.deepEqual(changed(({ tools }) => delete tools[0].function.parameters.required), ["schema"]);
  assert.deepEqual(changed((body) => delete body.max_completion_tokens), ["max_tokens"]);
});

test("results that changed places, a text that changed its speaker and a rounded number are losses", () => {
  assert.deepEqual(changed(({ messages }) => ([messages[3].content, messages[4].content] = ["22", "21"])), ["result", "result"]);
  assert.deepEqual(changed(({ messages }) => (messages[2].content = null) ?? messages.push({ role: "user", content: "I look." })), ["assistant"]);
  const big = '{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{"n":9007199254740993}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"R"}]}]}';
  const rounded = '{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\\"n\\":9007199254740992}"}}]},{"role":"tool","tool_call_id":"a","content":"R"}]}';
  assert.deepEqual(compare(factsOf("anthropic-messages", big), factsOf("openai-chat", rounded)).lost.map(({ kind }) => kind), ["number in a call"]);
});

test("texts may be joined, but one text said twice is two facts", () => {
  const twice = { messages: [{ role: "user", content: "Yes." }, { role: "assistant", content: "Well." }, { role: "user", content: "Yes." }] };
  assert.equal(lostOf({ messages: [{ role: "user", content: "Yes.\n\nYes." }, { role: "assistant", content: "Well." }] }, twice).lost.length, 0);
  assert.equal(lostOf({ messages: [{ role: "user", content: "Yes." }, { role: "assistant", content: "Well." }] }, twice).lost.length, 1);
});

test("a foreign handle is found wherever it hides", () => {
  const facts = factsOf("anthropic-messages", JSON.stringify(SOURCE));
  const sent = JSON.stringify({ text: JSON.stringify(SOURCE.messages[1]) });
  assert.deepEqual(foreignHandlesIn(JSON.stringify(KEPT), facts, "claude", "openai"), []);
  assert.deepEqual(foreignHandlesIn(sent, facts, "claude", "openai"), ["RXFzaWduYXR1cmU="]);
  assert.deepEqual(foreignHandlesIn(sent, facts, "claude", "claude"), []);
  facts.handle("RXFzaWduYXR1cmU=", "openai");
  assert.deepEqual(foreignHandlesIn(sent, facts, "claude", "claude"), ["RXFzaWduYXR1cmU="]);
});

test("the conversations are the same every time, and each wire's reader finds calls, results, tools and texts in its own", () => {
  const texts = () => ownConversations(2).map(({ id, text }) => `${id} ${text}`);
  assert.deepEqual(texts(), texts());
  const all = ownConversations(6);
  for (const wire of WIRES) {
    const kinds = new Set(all.filter((one) => one.wire === wire).flatMap(({ text }) => {
      const { entries, tools } = factsOf(wire, text);
      return [...entries.map(({ kind }) => kind), ...(tools.length ? ["tool"] : [])];
    }));
    for (const kind of ["user", "assistant", "call", "result", "tool"]) assert.ok(kinds.has(kind), `${wire} has no ${kind}`);
  }
});

test("a request held against itself has lost nothing", () => {
  for (const { id, wire, text } of ownConversations(4)) assert.deepEqual(compare(factsOf(wire, text), factsOf(wire, text)).lost, [], id);
});
