// Thoughts put back into requests that lost them: over every case of every wire, in their places, and once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, decode, readRequest, Thought } from "rethought";
import { place, route } from "rethought/adk";
import { edit } from "rethought/json";
import { CASES, text } from "./cases.mjs";

/** Cases in which a thought cannot be put back into its place, each with the reason. */
const NOT_PLACED = {
  "ollama-chat/a-field-makes-tags-plain-text": "without the member, the text reads as a thought itself",
  "openai-responses/dialects-of-hosts": "an item of another issuer is not sent",
  "openrouter-chat/streamed-items-that-a-seed-corrupts": "two items are without their handles",
  "gemini-generate/streamed-arguments": "two calls in pieces, of which nothing tells one from the other",
};
const HANDLES = ["thoughtSignature", "thought_signature", "signature", "extra_content"];
const ordered = (value) => JSON.stringify(value, (_, part) => (part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part));

/** Returns the request of a client that drops thoughts. */
function forgetful(next, wire, thoughts) {
  const own = new Set(thoughts.flatMap((thought) => [...thought.handles, text(thought.raw)]));
  const isOwn = ({ thought, raw }) => thought?.native && (thought.handles.some((handle) => own.has(handle)) || own.has(raw));
  const changes = readRequest(next, wire).entries.flatMap(({ parts }) => parts).filter(isOwn).flatMap(({ kind, thought, pointer, raw }) => {
    if (kind === "thought" || thought.attachment.type === "empty" || pointer.endsWith("extra_content")) return [{ op: "remove", pointer }];
    return HANDLES.filter((name) => Object.hasOwn(JSON.parse(raw), name)).map((name) => ({ op: "remove", pointer: `${pointer}/${name}` }));
  });
  return { request: edit(next, changes), count: changes.length };
}

test("a request that lost its thoughts has them again as they were, on every wire, and a second time nothing changes", () => {
  let [exact, equal, wires] = [0, 0, new Set()];
  for (const { name, wire, body, next: bytes } of CASES) {
    const thoughts = decode(body, wire).thoughts.filter(({ native }) => native);
    const next = text(bytes);
    if (!thoughts.length || /malformed|cut|half|budget/.test(name)) continue;
    const { request, count } = forgetful(next, wire, thoughts);
    if (!count) continue;
    const stored = thoughts.map((thought) => Thought.fromRaw(JSON.parse(JSON.stringify(thought))));
    const placed = place(request, stored, wire);
    // An answer of thoughts alone leaves nothing in the request by which it could be found.
    const isAlone = stored.some(({ payload: { self, next: after, previous } }) => !self && !after && !previous);
    if (isAlone) {
      assert.ok(placed.plan.some(({ fate, reason }) => fate === "elided" && reason), name);
      continue;
    }
    assert.equal(place(placed.request, stored, wire).request, placed.request, `${name}: twice`);
    const isWhole = ordered(JSON.parse(placed.request)) === ordered(JSON.parse(next));
    assert.equal(isWhole, !NOT_PLACED[name], `${name}: ${NOT_PLACED[name] ?? "not as it was"} ${placed.request}`);
    if (!isWhole) continue;
    if (placed.request === next) exact++;
    equal++;
    wires.add(wire);
    for (const { fate, to } of placed.plan) assert.ok((fate === "verbatim" || wire === "bedrock-converse") && typeof to === "string", `${name}: ${fate} ${to}`);
    const before = audit(next, wire).findings.filter(({ severity }) => severity === "reject").map(({ rule }) => rule);
    assert.deepEqual(audit(placed.request, wire).findings.filter(({ severity }) => severity === "reject").map(({ rule }) => rule), before, `${name}: the audit says the same as of what replay wrote`);
    const object = place(JSON.parse(request), stored, wire).request;
    assert.equal(ordered(object), ordered(JSON.parse(next)), `${name}: an object for an object`);
    assert.equal(text(place(new TextEncoder().encode(request), stored, wire).request), placed.request, `${name}: bytes for bytes`);
  }
  assert.deepEqual(wires.size, 10);
  assert.ok(exact >= 40 && equal >= 50, `${exact} byte for byte, ${equal} equal`);
});

const CLAUDE = decode('{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"thinking","thinking":"Hm.","signature":"Eq=="},{"type":"text","text":"Hi"}]}', "anthropic-messages").thoughts;

test("a thought goes in the shape that the target reads, as a text or beside, as the policy says, and never as a foreign handle", () => {
  const converse = { messages: [{ role: "user", content: [{ text: "." }] }, { role: "assistant", content: [{ text: "Hi" }] }] };
  const model = "anthropic.claude-opus-4-5";
  assert.deepEqual(place(converse, CLAUDE, { wire: "bedrock-converse", model }).request.messages[1].content, [{ reasoningContent: { reasoningText: { text: "Hm.", signature: "Eq==" } } }, { text: "Hi" }]);
  const bodies = {
    "openai-chat": { messages: [{ role: "assistant", content: "Hi" }] },
    "openai-responses": { input: [{ role: "assistant", content: "Hi" }] },
    "gemini-generate": { contents: [{ role: "model", parts: [{ text: "Hi" }] }] },
    "mistral-chat": { messages: [{ role: "assistant", content: [{ type: "text", text: "Hi" }] }] },
  };
  const said = { "openai-chat": "/messages/0/content", "openai-responses": "/input/0/content", "gemini-generate": "/contents/0/parts/0/text", "mistral-chat": "/messages/0/content/0/text" };
  for (const [wire, body] of Object.entries(bodies)) {
    assert.deepEqual(place(body, CLAUDE, wire), { request: body, plan: [{ id: "msg_1#0000", fate: "elided", reason: "another vendor signed or encrypted it, and the target cannot read it" }] });
    const enveloped = place(body, CLAUDE, wire, { policy: "envelope" });
    const at = said[wire].split("/").slice(1).reduce((value, key) => value[key], enveloped.request);
    assert.ok(at.startsWith("<thought>Hm.</thought>"), `${wire}: ${at}`);
    assert.deepEqual(place(enveloped.request, CLAUDE, wire, { policy: "envelope" }).request, enveloped.request, wire);
    const beside = place(body, CLAUDE, wire, { policy: "side-channel" });
    assert.deepEqual(beside.request._reasoning_payloads, [{ id: "msg_1#0000", replayCompatibility: "anthropic-messages-thinking-v1", payload: { type: "thinking", thinking: "Hm.", signature: "Eq==" } }]);
    assert.equal(beside.plan[0].to, "/_reasoning_payloads/0");
    assert.deepEqual(place(beside.request, CLAUDE, wire, { policy: "side-channel" }).request, beside.request, wire);
    assert.ok(!JSON.stringify(enveloped.request).includes("Eq=="), "no handle in a text");
  }
});

test("payloads as ADK's own adapters keep them are placed too", () => {
  const body = { messages: [{ role: "user", content: "." }, { role: "assistant", content: [{ type: "text", text: "Hi" }] }] };
  const next = CLAUDE[0].payload.next;
  for (const payload of [{ ...CLAUDE[0].payload, block: '{"type":"thinking","thinking":"Hm.","signature":"Eq=="}' }]) {
    const thought = new Thought({ id: "t", payload, replayCompatibility: "anthropic-messages-thinking-v1", createdAt: 0, updatedAt: 0 });
    assert.equal(place(body, [thought], "anthropic-messages").request.messages[1].content[0].signature, "Eq==");
  }
  for (const payload of [{ variant: "thinking", thinking: "Hm.", signature: "Eq==", prefixFingerprint: "0" }, { type: "thinking", thinking: "Hm.", signature: "Eq==" }, '{"type":"thinking","thinking":"Hm.","signature":"Eq=="}']) {
    const thought = new Thought({ id: "t", payload, replayCompatibility: "anthropic-messages-thinking-v1", createdAt: 0, updatedAt: 0 });
    assert.deepEqual([thought.kind, thought.text, thought.handles], ["text", "Hm.", ["Eq=="]]);
    assert.equal(route([thought], { target: "anthropic-messages" }).routed[0], thought);
    assert.equal(place(body, [thought], "anthropic-messages").request.messages[1].content[0].signature, "Eq==", "the only answer without thoughts");
  }
  assert.ok(next.length);
});

test("the same words in two answers: thoughts go in order if each has its own, else to neither", () => {
  const answer = (id) => decode(`{"id":"${id}","type":"message","role":"assistant","content":[{"type":"thinking","thinking":"","signature":"${id}="},{"type":"text","text":"Done."}]}`, "anthropic-messages").thoughts[0];
  const body = { messages: [{ role: "user", content: "a" }, { role: "assistant", content: "Done." }, { role: "user", content: "b" }, { role: "assistant", content: "Done." }] };
  const [one, two] = [answer("m1"), answer("m2")];
  assert.deepEqual(place(body, [two, one], "anthropic-messages").request.messages.map(({ content }) => content[0]?.signature), [undefined, "m1=", undefined, "m2="]);
  const alone = place(body, [one], "anthropic-messages");
  assert.deepEqual([alone.request, alone.plan[0].fate], [body, "elided"]);
  assert.match(alone.plan[0].reason, /more than once/);
});

test("nothing that stands in the request is overwritten, and a foreign conversation gets nothing", () => {
  const deepseek = decode('{"id":"c","choices":[{"message":{"role":"assistant","content":"Hi","reasoning_content":"Mine."}}]}', { wire: "openai-chat", host: "api.deepseek.com" }).thoughts;
  const to = { wire: "openai-chat", host: "api.deepseek.com" };
  const body = (message) => ({ messages: [{ role: "user", content: "." }, { role: "assistant", content: "Hi", ...message }] });
  assert.deepEqual(place(body({}), deepseek, to).request, body({ reasoning_content: "Mine." }));
  assert.deepEqual(place(body({ reasoning_content: "Other." }), deepseek, to).request, body({ reasoning_content: "Other." }));
  const other = { messages: [{ role: "assistant", content: "Hello" }] };
  assert.deepEqual(place(other, deepseek, to).request, other);
});

test("a thought that is only a text and has no place of its own is an answer before the last input of the user", () => {
  const plain = new Thought({ id: "p", content: "Be careful.", createdAt: 0, updatedAt: 0 });
  const said = (text) => ({ role: "assistant", content: text });
  const bodies = {
    "anthropic-messages": [{ model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "a" }, said("b"), { role: "user", content: "c" }] }, "messages", said("<thought>Be careful.</thought>")],
    "openai-responses": [{ model: "gpt-5.4", input: [{ role: "user", content: "a" }, said("b"), { role: "user", content: "c" }] }, "input", said("<thought>Be careful.</thought>")],
    "openai-chat": [{ model: "gpt-4.1", messages: [{ role: "user", content: "a" }, said("b"), { role: "user", content: "c" }] }, "messages", said("<thought>Be careful.</thought>")],
    "gemini-generate": [{ contents: [{ role: "user", parts: [{ text: "a" }] }, { role: "model", parts: [{ text: "b" }] }, { role: "user", parts: [{ text: "c" }] }] }, "contents", { role: "model", parts: [{ text: "<thought>Be careful.</thought>" }] }],
  };
  for (const [wire, [body, list, wanted]] of Object.entries(bodies)) {
    const { request, plan } = place(body, [plain], wire);
    assert.deepEqual(request[list], [body[list][0], body[list][1], wanted, body[list][2]], wire);
    assert.equal(plan[0].fate, "routed", wire);
    assert.deepEqual(place(request, [plain], wire).request, request, `${wire}: twice`);
    assert.deepEqual(audit(request, wire).findings.filter(({ severity }) => severity === "reject"), [], wire);
  }
  const first = { messages: [{ role: "user", content: "a" }] };
  assert.deepEqual(place(first, [plain], "anthropic-messages"), { request: first, plan: [{ id: "p", fate: "elided", reason: "its answer is not in the request" }] });
});
