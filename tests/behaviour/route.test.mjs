// Routing by compatibility tag, as ADK requires.
import assert from "node:assert/strict";
import { test } from "node:test";
import { convert, decode, Thought } from "rethought";
import { place, route } from "rethought/adk";
import { reasoningItems } from "rethought/clark";
import { InputError } from "rethought/errors";
import { randomOf } from "./random.mjs";

const make = (id, more = {}) => new Thought({ id, content: more.payload === undefined ? id : undefined, createdAt: 0, updatedAt: 0, ...more });
const sealed = (id, tag, more = {}) => make(id, { payload: { seal: id }, replayCompatibility: tag, ...more });
const ids = (thoughts) => thoughts.map(({ id }) => id);
const CLAUDE = decode('{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"thinking","thinking":"Hm.","signature":"Eq=="},{"type":"text","text":"Hi"}]}', "anthropic-messages").thoughts[0];

/** ADK's rule, implemented again from its documentation: who, what, in which order. */
function expected(thoughts, { accepts, identity, mode }) {
  const own = thoughts.filter((thought) => mode === "all" || String(thought.identity.identifier) === identity);
  const fit = own.filter(({ payload, replayCompatibility: tag }) => (payload === undefined ? tag === undefined || tag === "plain-text" || accepts.includes(tag) : accepts.includes(tag)));
  fit.sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt) || one.id.localeCompare(other.id));
  return mode === "latest-self" ? fit.slice(-1) : fit;
}

test("2,000 random lists are routed as ADK routes them, in every mode, and nothing is lost", () => {
  const { below, pick, chance } = randomOf(5);
  const tags = ["a-v1", "b-v1", "c-v1", "plain-text"];
  for (let run = 0; run < 2000; run++) {
    const thoughts = Array.from({ length: below(8) }, (_, nth) => {
      const who = { createdAt: below(3), updatedAt: 9, ...(chance(0.3) ? { identity: pick(["planner", { identifier: 7, representation: "Bob" }]) } : {}) };
      const id = `${pick(["é", "z", "A", "a", "10", "9"])}${nth}`;
      return chance() ? sealed(id, pick(tags), who) : make(id, { ...who, ...(chance() ? { replayCompatibility: pick(tags) } : {}) });
    });
    const options = { accepts: tags.filter(() => chance()), identity: pick(["assistant", "planner", "7"]), mode: pick(["all-self", "latest-self", "all"]) };
    const { routed, elided, degraded, plan } = route(thoughts, options);
    assert.deepEqual(ids(routed), ids(expected(thoughts, options)));
    assert.deepEqual(degraded, []);
    assert.deepEqual([...routed, ...elided].sort((one, other) => thoughts.indexOf(one) - thoughts.indexOf(other)), thoughts, "each is in one list, and the same object");
    assert.ok(plan.every(({ fate, reason }) => fate && reason) && plan.length === thoughts.length);
  }
});

test("what does not match is left out of one request, and comes with the next that takes it", () => {
  const thoughts = [sealed("one", "anthropic-messages-thinking-v1"), sealed("two", "openai-responses-reasoning-item-v1")];
  const first = route(thoughts, { accepts: ["anthropic-messages-thinking-v1"] });
  assert.deepEqual([ids(first.routed), ids(first.elided), first.plan[1].reason], [["one"], ["two"], "the adapter does not accept its tag"]);
  assert.deepEqual(ids(route([...first.elided, ...first.routed], { accepts: ["openai-responses-reasoning-item-v1"] }).routed), ["two"]);
});

test("a target decides by the issuer, as convert does: own, in another shape, foreign", () => {
  const of = (target, policy) => route([CLAUDE], { target, policy });
  assert.deepEqual(of("anthropic-messages").plan, [{ id: "msg_1#0000", fate: "verbatim", reason: "the target produced it" }]);
  const bedrock = { wire: "bedrock-converse", model: "anthropic.claude-opus-4-5" };
  assert.equal(of(bedrock).plan[0].fate, "routed");
  const request = '{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{"role":"user","content":"."},{"role":"assistant","content":[{"type":"thinking","thinking":"Hm.","signature":"Eq=="},{"type":"text","text":"Hi"}]},{"role":"user","content":"."}]}';
  for (const wire of ["openai-responses", "gemini-generate", "openai-chat", "mistral-chat", "cohere-chat", "ollama-chat", "openrouter-chat", "gemini-interactions"]) {
    // A target without a model takes that of the request, which only convert has.
    const target = { wire, model: "claude-sonnet-4-5" };
    for (const policy of [undefined, "drop", "envelope", "side-channel", { mode: "off" }, { mode: "summary-only" }, { foreign: "envelope", envelope: ["<t>", "</t>"] }]) {
      const [{ fate, reason }] = convert(request, { from: "anthropic-messages", to: target, ...(policy === undefined ? {} : { policy }) }).plan;
      const { plan, ...lists } = of(target, policy);
      assert.deepEqual([plan[0].fate, plan[0].reason], [fate, reason], `${wire} ${JSON.stringify(policy)}`);
      const list = fate === "elided" ? "elided" : fate === "degraded" ? "degraded" : "routed";
      assert.deepEqual(lists[list], [CLAUDE]);
    }
  }
  assert.deepEqual(of("openai-responses").elided, [CLAUDE]);
});

test("an accepted tag goes nowhere else: a target whose issuer is another does not get the payload", () => {
  const xai = decode('{"id":"r","object":"response","model":"grok-4","output":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"X"},{"type":"message","id":"m","role":"assistant","content":[]}]}', { wire: "openai-responses", host: "api.x.ai" }).thoughts[0];
  assert.equal(xai.replayCompatibility, "xai-openai-responses-reasoning-item-v1");
  assert.deepEqual(ids(route([xai], { target: { wire: "openai-responses", host: "api.openai.com" } }).routed), []);
  assert.deepEqual(ids(route([xai], { target: { wire: "openai-responses", host: "api.x.ai" } }).routed), [xai.id]);
  const foreign = sealed("mine", "deepseek-reasoning-handle-v1");
  for (const target of ["anthropic-messages", "openai-chat", "gemini-generate", "openai-responses"]) assert.deepEqual(route([foreign], { target }).elided, [foreign], target);
  assert.deepEqual(route([foreign], { target: "openai-chat", policy: "side-channel" }).routed, [foreign]);
});

test("plain thoughts go everywhere, and one that was cut off goes nowhere", () => {
  const plain = make("p");
  for (const target of ["anthropic-messages", "openai-chat", "gemini-generate", "openai-responses", "bedrock-converse"]) assert.deepEqual(route([plain], { target }).routed, [plain], target);
  const cut = Thought.fromRaw({ ...CLAUDE.toRaw(), payload: { ...CLAUDE.payload, provenance: { ...CLAUDE.provenance, complete: false } } });
  assert.deepEqual([cut.complete, route([cut], { target: "anthropic-messages" }).plan[0].fate], [false, "elided"]);
});

test("a window keeps the last answer, the open round, or so many", () => {
  const answer = (id, said) => decode(`{"id":"${id}","type":"message","role":"assistant","content":[{"type":"thinking","thinking":"${id}","signature":"${id}="},{"type":"thinking","thinking":"","signature":"${id}=="},{"type":"text","text":"${said}"}]}`, "anthropic-messages").thoughts;
  const thoughts = [...answer("m1", "one"), ...answer("m2", "two"), ...answer("m3", "three")];
  const request = { messages: [{ role: "user", content: "a" }, { role: "assistant", content: "one" }, { role: "user", content: "b" }, { role: "assistant", content: "two" }, { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "x" }] }, { role: "assistant", content: "three" }] };
  const routed = (window) => route(thoughts, { target: "anthropic-messages", window, request }).routed.map(({ handles: [handle] }) => handle);
  assert.deepEqual(routed("turn"), ["m3=", "m3=="]);
  assert.deepEqual(routed("round"), ["m2=", "m2==", "m3=", "m3=="]);
  assert.deepEqual([routed(1), routed(0), routed("all").length], [["m3=="], [], 6]);
  assert.throws(() => route(thoughts, { target: "anthropic-messages", window: "round" }), { code: "E_INPUT", pointer: "/request" });
});

test("options that are none are refused with their place", () => {
  for (const [options, pointer] of [[undefined, "/accepts"], [{}, "/accepts"], [{ accepts: "a" }, "/accepts"], [{ accepts: [], mode: "self" }, "/mode"], [{ accept: [] }, "/accept"], [{ accepts: [], window: "week" }, "/window"]])
    assert.throws(() => route([make("a")], options), (error) => error instanceof InputError && error.pointer === pointer, pointer);
  assert.throws(() => route("x", { accepts: [] }), InputError);
  assert.throws(() => route([{}], { accepts: [] }), { code: "E_INVALID_INITIAL_THOUGHT_VALUE" });
});

test("a payload that lies about its wire, its block or its place breaks nothing and goes nowhere", () => {
  const good = CLAUDE.toRaw();
  const lies = [
    { block: "{" }, { block: "7" }, { block: '{"type":"text","text":"x"}' }, { block: '{"type":"thinking","thinking":"x","signature":"S"},{"type":"text","text":"y"}' }, { wire: "acme-chat" }, { wire: "__proto__" }, { wire: "openai-chat", pointer: '/x"' },
    { wire: Object.create(null) }, { host: 7 }, { pointer: "/tools" }, { pointer: {} }, { provenance: null }, { provenance: { response: {} } }, { next: "x" }, { self: 7, previous: [7] }, { kind: "odd" }, { attachment: 7 },
  ];
  const body = { messages: [{ role: "user", content: "." }, { role: "assistant", content: "Hi" }] };
  for (const lie of lies) {
    const thought = new Thought({ ...good, id: "lie", payload: { ...good.payload, ...lie } });
    const { routed, elided } = route([thought, CLAUDE], { target: "anthropic-messages" });
    assert.ok(routed.includes(CLAUDE), JSON.stringify(lie));
    if ("block" in lie || "wire" in lie || "host" in lie) assert.ok(elided.includes(thought), JSON.stringify(lie));
    assert.ok(["text", "encrypted"].includes(thought.kind) && Array.isArray(thought.handles), JSON.stringify(lie));
    // Two thoughts of indistinguishable answers: then neither is placed, and the text stays.
    const { content } = place(body, [thought, CLAUDE], "anthropic-messages").request.messages[1];
    assert.equal(typeof content === "string" ? content : content.at(-1).text, "Hi", JSON.stringify(lie));
    assert.equal(reasoningItems([thought, CLAUDE]).length, 2, JSON.stringify(lie));
  }
});
