// One thought: the results of decode, of ADK's validation and of a store are one class.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DateTime } from "luxon";
import { decode, Identity, readRequest, StreamDecoder, Thought } from "rethought";
import { route } from "rethought/adk";
import * as letta from "rethought/letta";
import { CASES, text } from "./cases.mjs";

const MEMBERS = ["id", "content", "identity", "payload", "replayCompatibility", "createdAt", "updatedAt"];
const SEEN = ["kind", "text", "texts", "handles", "attachment", "provenance", "complete", "native", "pointer"];
const CLAUDE = '{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"thinking","thinking":"A \\u00e9","signature":"Eq\\/="},{"type":"text","text":"Hi"}]}';
const turn = () => decode(CLAUDE, { url: "https://api.anthropic.com/v1/messages", account: "a1" });

test("the thoughts of a turn and of a request are thoughts, and have all members of both kinds", () => {
  for (const { name, wire, body, next } of CASES) {
    for (const thought of [...decode(body, wire).thoughts, ...readRequest(next, wire).thoughts]) {
      assert.ok(Thought.isThought(thought) && thought instanceof Thought && thought.constructor === Thought, name);
      assert.deepEqual(Object.keys(thought), MEMBERS, "a spread or a clone has the members of ADK");
      assert.ok(Identity.isIdentity(thought.identity), name);
      assert.equal(thought.isOpaque, thought.native, name);
      assert.equal(thought.content, thought.text ?? "", name);
      assert.equal(new Date(thought.createdAt).toISOString(), thought.createdAt, name);
    }
  }
});

test("a thought that is not decoded has them too", () => {
  const plain = new Thought({ id: "t", content: "So.", createdAt: 0, updatedAt: 0 });
  assert.deepEqual(SEEN.map((name) => plain[name]), ["text", "So.", ["So."], [], undefined, undefined, true, false, undefined]);
  const sealed = new Thought({ id: "t", payload: { mine: 1 }, replayCompatibility: "mine-v1", createdAt: 0, updatedAt: 0 });
  assert.deepEqual([sealed.kind, sealed.text, sealed.handles, sealed.raw], ["encrypted", undefined, [], undefined]);
});

test("a raw thought has the exact block, its place and its issuer, and is the same thought again", () => {
  const [thought] = turn().thoughts;
  const raw = thought.toRaw();
  assert.deepEqual(Object.keys(raw), MEMBERS);
  assert.deepEqual([raw.id, raw.content, raw.replayCompatibility], ["msg_1#0000", "A é", "anthropic-messages-thinking-v1"]);
  assert.equal(raw.payload.block, '{"type":"thinking","thinking":"A \\u00e9","signature":"Eq\\/="}');
  assert.deepEqual([raw.payload.wire, raw.payload.host, raw.payload.pointer], ["anthropic-messages", "api.anthropic.com", "/content/0"]);
  assert.deepEqual(raw.payload.provenance, thought.provenance);
  assert.ok(!JSON.stringify(raw).includes("https://"), "an address may have a key in it");
  for (const { name, wire, body } of CASES) {
    for (const one of decode(body, wire).thoughts) {
      for (const again of [Thought.fromRaw(one.toRaw()), Thought.fromRaw(JSON.parse(JSON.stringify(one))), Thought.fromRaw(structuredClone(one)), new Thought({ ...one })]) {
        for (const member of [...MEMBERS, ...(one.native ? SEEN : [])]) assert.deepEqual(again[member], one[member], `${name}: ${member}`);
        if (one.native) assert.equal(again.raw, text(one.raw), name);
      }
    }
  }
});

test("the members of a raw thought can be changed, and the rules hold", () => {
  const raw = turn().thoughts[0].toRaw({ id: "mine", identity: "planner", createdAt: new Date(7), replayCompatibility: "mine-v1" });
  assert.deepEqual([raw.id, raw.identity.identifier, raw.createdAt, raw.updatedAt, raw.replayCompatibility], ["mine", "planner", "1970-01-01T00:00:00.007Z", "1970-01-01T00:00:00.007Z", "mine-v1"]);
  assert.throws(() => turn().thoughts[0].toRaw({ id: "" }), { code: "E_INVALID_INITIAL_THOUGHT_VALUE" });
});

test("in the order of their times, then of their ids, thoughts are in the order of the conversation", () => {
  const body = (id, count) => `{"id":"${id}","type":"message","role":"assistant","content":[${Array.from({ length: count }, (_, nth) => `{"type":"thinking","thinking":"${nth}","signature":"S"}`)}]}`;
  const all = [decode(body("z", 12)), decode(body("a", 3)), decode(body("m", 3))].flatMap(({ thoughts }) => thoughts);
  const sorted = [...all].sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt) || one.id.localeCompare(other.id));
  assert.deepEqual(sorted.map(({ id }) => id), all.map(({ id }) => id));
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  assert.deepEqual([...readRequest(`{"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"S"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"S"}]}]}`, "anthropic-messages").thoughts].map(({ id }) => id.slice(-10)), ["00000.0000", "00001.0000"]);
});

test("thinking of Claude without its signature cannot go back, and says so", () => {
  const unsigned = (model, wire = "anthropic-messages", host = undefined) => decode(`{"type":"message","role":"assistant","model":"${model}","content":[{"type":"thinking","thinking":"x"}]}`, { wire, host }).thoughts[0];
  assert.deepEqual([unsigned("claude-opus-4-5").complete, unsigned("claude-opus-4-5").provenance.complete], [false, false]);
  assert.equal(unsigned("x", "anthropic-messages", "api.anthropic.com").complete, false);
  assert.equal(unsigned("MiniMax-M2").complete, true, "others who speak its wire do not sign");
  assert.equal(unsigned("deepseek-v4", "anthropic-messages", "api.deepseek.com").complete, true);
  assert.equal(turn().thoughts[0].complete, true);
  const converse = (model) => decode('{"output":{"message":{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"x"}}}]}}}', { wire: "bedrock-converse", model }).thoughts[0];
  assert.deepEqual([converse("anthropic.claude-opus-4-5").complete, converse("openai.gpt-oss-120b").complete], [false, true]);
  assert.equal(Thought.fromRaw(unsigned("claude-opus-4-5").toRaw()).complete, false, "a store keeps it");
});

test("a thought that a stream cut is not whole after a store either", () => {
  const decoder = new StreamDecoder("anthropic-messages");
  decoder.push('event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[]}}\n\nevent: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}\n\nevent: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Half"}}\n\n');
  const [thought] = decoder.finish().turn.thoughts;
  assert.deepEqual([thought.complete, Thought.fromRaw(JSON.parse(JSON.stringify(thought))).complete], [false, false]);
});

test("an object that stands for a text is kept, and a DateTime has its way in and out", () => {
  class Tokenizable { #text; constructor(given) { this.#text = given; } toString() { return this.#text; } toJSON() { return this.#text; } valueOf() { return this.#text; } }
  const content = new Tokenizable("wrapped");
  const at = DateTime.fromISO("2026-11-15T02:08:33.123Z", { zone: "utc" });
  const thought = new Thought({ id: "t", content, createdAt: at, updatedAt: at });
  assert.equal(thought.tokenizable, content, "the very instance");
  assert.equal(thought.toRaw().content, content);
  assert.deepEqual([thought.content, new Thought({ ...thought }).tokenizable], ["wrapped", undefined]);
  assert.ok(DateTime.fromISO(thought.toRaw().createdAt, { zone: "utc" }).equals(at));
});

test("a payload that cannot be frozen is one object for every reader, until one writes into it", () => {
  const given = { bytes: new Uint8Array([1, 2]), map: new Map([["a", [1]]]), set: new Set([1n]), when: new Date(0) };
  const thought = new Thought({ id: "t", payload: given, replayCompatibility: "t", createdAt: 0, updatedAt: 0 });
  const first = thought.payload;
  assert.equal(thought.payload, first);
  for (const write of [(payload) => (payload.bytes[0] = 9), (payload) => payload.map.set("a", 2), (payload) => payload.map.delete("a"), (payload) => payload.set.add(2), (payload) => payload.when.setTime(5)]) {
    const before = thought.payload;
    write(before);
    assert.notEqual(thought.payload, before);
    assert.deepEqual(thought.payload, given);
  }
  assert.throws(() => thought.payload.map.get("a").push(2), TypeError, "what a map holds is frozen");
  const root = new Thought({ id: "t", payload: new Map([["a", 1]]), replayCompatibility: "t", createdAt: 0, updatedAt: 0 });
  assert.equal(root.payload, root.payload);
});

test("what Letta stores is the same thought: read from its records, stored, and in the wire of a target", () => {
  const date = "2026-11-16T06:00:00Z";
  const messages = [
    { message_type: "reasoning_message", id: "message-1", date, source: "reasoner_model", reasoning: "So.", signature: "EqQB" },
    { message_type: "hidden_reasoning_message", id: "message-2", date, state: "redacted", hidden_reasoning: "R==" },
    { message_type: "reasoning_message", id: "message-3", date, source: "non_reasoner_model", reasoning: "Prompted." },
  ];
  const found = letta.import(messages).thoughts;
  assert.ok(found.every(({ thought }) => Thought.isThought(thought)));
  const seen = ({ content, handles, native, createdAt, isOpaque }) => [content, handles, native, createdAt, isOpaque];
  const expected = [["So.", ["EqQB"], true, "2026-11-16T06:00:00.000Z", true], ["", ["R=="], true, "2026-11-16T06:00:00.000Z", true], ["Prompted.", [], false, "2026-11-16T06:00:00.000Z", false]];
  assert.deepEqual(found.map(({ thought }) => seen(thought)), expected);
  assert.deepEqual(found.map(({ thought }) => seen(Thought.fromRaw(JSON.parse(JSON.stringify(thought))))), expected, "through a store");
  assert.equal(JSON.stringify(found).includes("createdAt"), false, "the plain data is as it was");
  const blocks = letta.replay(messages, "anthropic-messages").map(({ thought }) => thought);
  assert.deepEqual(blocks.slice(0, 2).map(({ kind, raw, replayCompatibility }) => [kind, raw, replayCompatibility]), [
    ["text", '{"type":"thinking","thinking":"So.","signature":"EqQB"}', "anthropic-messages-thinking-v1"], ["redacted", '{"type":"redacted_thinking","data":"R=="}', "anthropic-messages-thinking-v1"],
  ]);
  assert.deepEqual(route(blocks, { target: "anthropic-messages" }).routed.slice(0, 2), blocks.slice(0, 2));
  assert.deepEqual(route([found[0].thought], { target: "anthropic-messages" }).elided, [found[0].thought], "whose it is nobody knows");
});

test("a thought of Claude's without its signature cannot go back, and one of another who speaks its wire can", () => {
  const unsigned = { type: "message", role: "assistant", content: [{ type: "thinking", thinking: "So." }, { type: "text", text: "Yes." }] };
  const completeOf = (response, target) => decode(response, target).thoughts[0].complete;
  assert.equal(completeOf({ ...unsigned, model: "claude-sonnet-4-5" }, "anthropic-messages"), false);
  assert.equal(completeOf(unsigned, { wire: "anthropic-messages", host: "api.anthropic.com" }), false);
  assert.equal(completeOf({ ...unsigned, model: "deepseek-v4-pro" }, { wire: "anthropic-messages", host: "api.deepseek.com" }), true);
  const signed = [{ type: "thinking", thinking: "So.", signature: "EqQBCg==" }];
  assert.equal(completeOf({ ...unsigned, model: "claude-sonnet-4-5", content: signed }, "anthropic-messages"), true);
});
