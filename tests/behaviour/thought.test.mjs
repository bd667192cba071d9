// The public Thought and Identity.
import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { DateTime } from "luxon";
import { Identity, Thought } from "rethought";
import { readTime } from "rethought/adk";
import { IdentityError, ThoughtError } from "rethought/errors";

const base = { id: "t1", content: "x", createdAt: "2026-11-15T02:08:33Z", updatedAt: "2026-11-15T02:08:33Z" };
const make = (more) => new Thought({ ...base, ...more });

test("an invalid thought is a ThoughtError with ADK's code and a cause that says where", () => {
  for (const [raw, pointer] of [
    [{ content: "" }, "/content"], [{ content: undefined }, "/content"], [{ content: null }, "/content"], [{ payload: {} }, "/replayCompatibility"],
    [{ id: "" }, "/id"], [{ id: 7 }, "/id"], [{ replayCompatibility: "" }, "/replayCompatibility"], [{ payload: 0 }, "/replayCompatibility"],
    [{ createdAt: "soon" }, "/createdAt"], [{ updatedAt: undefined }, "/updatedAt"], [{ updatedAt: NaN }, "/updatedAt"], [{ content: { a: 1 } }, "/content"],
    [{ content: ["x"] }, "/content"], [{ identity: "" }, "/identity/identifier"], [{ identity: 7 }, "/identity"],
    [{ identity: { identifier: "a" } }, "/identity/representation"], [{ createdAt: DateTime.invalid("no") }, "/createdAt"],
    [{ createdAt: new Date(NaN) }, "/createdAt"], [{ createdAt: {} }, "/createdAt"],
  ]) {
    assert.throws(() => make(raw), (error) => {
      assert.ok(error instanceof ThoughtError && error instanceof Error);
      assert.equal(error.code, "E_INVALID_INITIAL_THOUGHT_VALUE");
      assert.equal(error.cause.pointer, pointer, JSON.stringify(raw));
      return true;
    });
  }
  for (const nothing of [undefined, null, 1, "x", []]) assert.throws(() => new Thought(nothing), { code: "E_INVALID_INITIAL_THOUGHT_VALUE" });
});

test("content or payload, in every combination that ADK allows", () => {
  assert.equal(make({}).isOpaque, false);
  assert.equal(make({ payload: null }).payload, undefined);
  const opaque = make({ content: undefined, payload: { signature: "S" }, replayCompatibility: "anthropic-messages-thinking-v1" });
  assert.deepEqual([opaque.content, opaque.isOpaque, opaque.payload], ["", true, { signature: "S" }]);
  for (const payload of [false, 0, "", [], 1n]) assert.equal(make({ payload, replayCompatibility: "t" }).isOpaque, true);
  assert.equal(make({ replayCompatibility: "plain-text" }).replayCompatibility, "plain-text");
});

test("identity comes in three forms and defaults to assistant", () => {
  assert.deepEqual(make({}).identity.toJSON(), { identifier: "assistant", representation: "assistant" });
  assert.deepEqual(make({ identity: null }).identity.toJSON(), { identifier: "assistant", representation: "assistant" });
  assert.deepEqual(make({ identity: "bob" }).identity.toJSON(), { identifier: "bob", representation: "bob" });
  const bob = new Identity({ identifier: 7, representation: "Bob" });
  assert.equal(make({ identity: bob }).identity, bob, "an instance passes through unchanged");
  assert.ok(Identity.isIdentity(make({ identity: { identifier: 7, representation: "Bob" } }).identity));
  assert.throws(() => new Identity({ identifier: true, representation: "x" }), IdentityError);
});

test("text may be wrapped, as ADK's Tokenizable wraps it", () => {
  class Tokenizable { #text; constructor(text) { this.#text = text; } toString() { return this.#text; } toJSON() { return this.#text; } valueOf() { return this.#text; } }
  assert.equal(make({ content: new Tokenizable("wrapped") }).content, "wrapped");
  assert.equal(make({ identity: { identifier: 1, representation: new Tokenizable("Bob") } }).identity.representation, "Bob");
  assert.throws(() => make({ content: new Tokenizable("") }), ThoughtError);
});

test("a thought cannot be changed, however deep one reaches", () => {
  const payload = { list: [1, { deep: true }], bytes: new Uint8Array([1, 2, 3]), when: new Date(0) };
  const thought = make({ payload, replayCompatibility: "t" });
  payload.list.push("later");
  payload.bytes[0] = 99;
  assert.deepEqual(thought.payload, { list: [1, { deep: true }], bytes: new Uint8Array([1, 2, 3]), when: new Date(0) });
  for (const act of [
    () => (thought.content = "y"), () => (thought.extra = 1), () => delete thought.id, () => (thought.payload = 1),
    () => thought.payload.list.push(1), () => (thought.payload.list[1].deep = false), () => (thought.identity.identifier = "z"),
    () => Object.defineProperty(thought, "id", { value: "other" }),
  ]) assert.throws(act, TypeError);
  thought.payload.bytes[0] = 7;
  thought.payload.when.setTime(1);
  assert.deepEqual([thought.payload.bytes[0], thought.payload.when.getTime()], [1, 0], "what cannot be frozen is handed out as a copy");
  const plain = make({ payload: { a: 1 }, replayCompatibility: "t" });
  assert.equal(plain.payload, plain.payload, "what can be frozen is one object");
});

test("a payload keeps its keys, its order, its cycles and its strangest strings", () => {
  const payload = JSON.parse('{"__proto__":{"isAdmin":true},"b":1,"a":-0,"1":"\\ud800"}');
  payload.self = payload;
  const kept = make({ payload, replayCompatibility: "t" }).payload;
  assert.deepEqual(Object.keys(kept), Object.keys(payload));
  assert.equal(kept.isAdmin, undefined);
  assert.deepEqual(Object.getOwnPropertyDescriptor(kept, "__proto__").value, { isAdmin: true });
  assert.ok(Object.is(kept.a, -0));
  assert.equal(kept["1"], "\ud800");
  assert.equal(kept.self, kept);
  let deep = "end";
  for (let level = 0; level < 200_000; level++) deep = [deep];
  assert.equal(make({ payload: deep, replayCompatibility: "t" }).payload.length, 1);
});

test("half of a surrogate pair in a string of the caller's stays what it is", () => {
  const thought = make({ id: "a\ud83d", content: "cut \ud83d" });
  assert.deepEqual([thought.id, thought.content], ["a\ud83d", "cut \ud83d"]);
  assert.deepEqual(new Thought(JSON.parse(JSON.stringify(thought))).toJSON(), thought.toJSON());
});

test("what JSON carries is the same thought again", () => {
  for (const raw of [{}, { payload: { b: [1, null], a: "é" }, replayCompatibility: "t", content: undefined }, { identity: { identifier: 7, representation: "Bob" } }]) {
    const thought = make(raw);
    const again = new Thought(JSON.parse(JSON.stringify(thought)));
    assert.equal(JSON.stringify(again), JSON.stringify(thought));
    assert.deepEqual(Object.keys(thought.toJSON()).slice(0, 3), ["id", "content", "identity"]);
  }
  assert.equal("payload" in make({}).toJSON(), false);
});

test("isThought knows its own, those of another realm and another copy, and nothing else", async () => {
  const thought = make({});
  const again = await import("rethought/inline");
  assert.ok(Thought.isThought(thought) && again.Thought.isThought(thought));
  const elsewhere = vm.runInNewContext('({ get [Symbol.for("rethought.Thought")]() { return true; } })');
  assert.ok(Thought.isThought(elsewhere), "the brand is shared by all realms");
  for (const other of [null, undefined, 1, "x", {}, { ...thought }, thought.toJSON(), Thought]) assert.equal(Thought.isThought(other), false);
});

test("times come as text, number, Date, DateTime or parts", () => {
  const iso = "2026-11-15T02:08:33.000Z";
  const luxon = DateTime.fromISO(iso, { zone: "Asia/Tokyo" });
  for (const createdAt of [iso, Date.parse(iso), new Date(iso), luxon, vm.runInNewContext(`new Date("${iso}")`), { year: 2026, month: 11, day: 15, hour: 2, minute: 8, second: 33 }]) {
    assert.equal(make({ createdAt }).createdAt, iso);
    assert.equal(readTime(createdAt), iso);
  }
});

test("getters of the caller's are asked once, and what they throw comes out", () => {
  let asked = 0;
  const thought = new Thought({ ...base, get content() { return asked++ ? "" : "first"; } });
  assert.equal(thought.content, "first");
  assert.throws(() => new Thought({ ...base, get id() { throw new Error("mine"); } }), /mine/);
});

test("tokens are counted by the caller's counter or by the estimate", () => {
  assert.equal(make({ content: "12345" }).countTokens(), 2);
  assert.equal(make({ content: "a b c" }).countTokens((text) => text.split(" ").length), 3);
  assert.throws(() => make({}).countTokens(() => -1), { code: "E_INPUT" });
  assert.throws(() => make({}).countTokens(() => "3"), { code: "E_INPUT" });
});
