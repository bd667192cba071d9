// Thoughts through storage: JSON text, a structured clone, and our ledger. RETHOUGHT_THOUGHTS is their number: `npm run prove -- thoughts` uses
// 10,000.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decode, Ledger, Thought } from "rethought";
import { InputError } from "rethought/errors";
import { randomOf } from "./random.mjs";

const COUNT = Number(process.env.RETHOUGHT_THOUGHTS || 1_000);
const at = { createdAt: 0, updatedAt: 0 };
const MEMBERS = ["id", "content", "identity", "payload", "replayCompatibility", "createdAt", "updatedAt", "kind", "text", "texts", "handles", "attachment", "provenance", "complete", "native"];

const same = (one, other, names = MEMBERS) => names.forEach((name) => assert.deepEqual(one[name], other[name], name));

/** Keys that look like the encoding, and harmful ones. */
const key = fc.oneof({ weight: 4, arbitrary: fc.string({ maxLength: 6 }) }, fc.constantFrom("$type", "value", "payloadEncoding", "__proto__", "constructor", "toString", "type", "block", "wire"));
// An invalid date does not equal another in the assert of Node, so there is none.
const leaf = fc.oneof(fc.date({ noInvalidDate: true }), fc.bigInt(), fc.double(), fc.string({ unit: "binary" }), fc.constantFrom(undefined, -0, NaN, "\ud800", "rethought/1"));
const payload = fc.oneof(
  fc.anything({ key, values: [leaf, fc.boolean(), fc.constant(null)], withBigInt: true, withMap: true, withSet: true, withTypedArray: true, withSparseArray: true, withNullPrototype: true, maxDepth: 3, maxKeys: 4 }),
  fc.record({ $type: fc.constantFrom("Map", "bigint", "object", "Uint8Array", "nothing"), value: fc.anything({ maxDepth: 1 }) }),
);

test(`${COUNT} random thoughts come out of JSON and out of a clone as they went in, whatever is in their payloads`, () => {
  let special = 0;
  const thought = fc.record({ id: fc.string({ minLength: 1 }), content: fc.string({ unit: "binary" }), payload, identity: fc.option(fc.string({ minLength: 1 }), { nil: undefined }), createdAt: fc.integer({ min: 0, max: 4e12 }) });
  fc.assert(
    fc.property(thought, (raw) => {
      const isPlain = raw.payload === undefined || raw.payload === null;
      const made = new Thought({ ...raw, content: isPlain ? `x${raw.content}` : raw.content, replayCompatibility: "mine-v1", updatedAt: raw.createdAt });
      assert.deepEqual(made.payload, raw.payload ?? undefined);
      const json = JSON.stringify(made);
      if (json.includes('"payloadEncoding"')) special++;
      same(Thought.fromRaw(JSON.parse(json)), made);
      same(Thought.fromRaw(structuredClone(made)), made, isPlain || hasOnlyPlain(raw.payload) ? MEMBERS : MEMBERS.filter((name) => name !== "payload"));
      assert.equal(JSON.stringify(Thought.fromRaw(JSON.parse(json))), json);
    }),
    { numRuns: COUNT, seed: 17 },
  );
  assert.ok(special > COUNT / 10, `${special} needed the encoding`);
});

/** Returns true if a clone keeps it: structuredClone loses objects without a prototype. */
function hasOnlyPlain(value) {
  const seen = [];
  const visit = (one) => {
    if (typeof one !== "object" || one === null || seen.includes(one)) return true;
    seen.push(one);
    if (Object.getPrototypeOf(one) === null) return false;
    const parts = one instanceof Map ? [...one].flat() : one instanceof Set ? [...one] : ArrayBuffer.isView(one) ? [] : Object.values(one);
    return parts.every(visit);
  };
  return visit(value);
}

test(`${COUNT} random thoughts of answers come out of JSON, of a clone and of our ledger byte for byte`, () => {
  const { below, pick, chance } = randomOf(17);
  const texts = ["", "So.", "é", "\\u00e9", "\\ud83d", "\\/", "😀", "a\\nb", "$type"];
  const word = () => Array.from({ length: below(5) }, () => pick(texts)).join("");
  let nth = 0;
  const block = () => pick([
    () => `{"type":"thinking","thinking":"${word()}","signature":"S${nth}\\/="${chance() ? ',"extra":1.0' : ""}}`,
    () => `{ "signature":"S${nth}", "thinking":"${word()}" ,"type":"thinking"}`,
    () => `{"type":"redacted_thinking","data":"R${nth}"}`,
    () => `{"type":"thinking","thinking":"","signature":"O${nth}"}`,
  ])();
  for (let answer = 0; nth < COUNT; answer++) {
    const blocks = Array.from({ length: 100 }, () => (nth++, block()));
    const request = `{"model":"claude-x","max_tokens":9,"messages":[{"role":"user","content":"${answer}"}]}`;
    const response = `{"id":"msg_${answer}","type":"message","role":"assistant","model":"claude-x","content":[${blocks.join()},{"type":"text","text":"${answer}."}]}`;
    const ledger = new Ledger();
    ledger.record({ request, response, target: "anthropic-messages" });
    const stored = Ledger.fromJSON(ledger.text());
    decode(response, "anthropic-messages").thoughts.forEach((thought, place) => {
      same(Thought.fromRaw(JSON.parse(JSON.stringify(thought))), thought);
      same(Thought.fromRaw(structuredClone(thought)), thought);
      assert.equal(thought.raw, blocks[place]);
      assert.equal(Thought.fromRaw(thought.toRaw()).raw, blocks[place]);
      assert.equal(stored.restore(`/responses/0/parts/${place}`), blocks[place]);
    });
  }
});

test("a payload that looks like the encoding is left alone, and one that lies about it is an error with its place", () => {
  const raw = { id: "t", payload: { $type: "bigint", value: "7" }, replayCompatibility: "t", ...at };
  assert.deepEqual(new Thought(raw).payload, { $type: "bigint", value: "7" });
  const json = JSON.parse(JSON.stringify(new Thought(raw)));
  assert.deepEqual([json.payloadEncoding, json.payload], ["rethought/1", { $type: "object", value: ["$type", "bigint", "value", "7"] }]);
  assert.deepEqual(new Thought(json).payload, raw.payload);
  assert.equal("payloadEncoding" in new Thought({ ...raw, payload: { a: [1, null] } }).toJSON(), false, "plain data stays as it is");
  for (const [value, pointer] of [[{ $type: "bigint", value: "x" }, "/payload"], [{ a: [{ $type: "later" }] }, "/payload/a/0"], [{ $type: "Map", value: 7 }, "/payload"], [{ $type: "Array", value: [-1] }, "/payload"]])
    assert.throws(() => new Thought({ ...raw, payload: value, payloadEncoding: "rethought/1" }), (error) => error instanceof InputError && error.pointer === pointer, JSON.stringify(value));
  assert.throws(() => new Thought({ ...raw, payloadEncoding: "rethought/9" }), { code: "E_INPUT", pointer: "/payloadEncoding" });
});

test("what JSON cannot hold is reported with its place and never lost in silence", () => {
  const circle = { a: {} };
  circle.a.again = circle;
  for (const [value, pointer] of [[{ run() {} }, "/payload/run"], [{ a: [Symbol("s")] }, "/payload/a/0"], [{ a: /x/ }, "/payload/a"], [{ a: new SharedArrayBuffer(1) }, "/payload/a"], [circle, "/payload/a/again"]])
    assert.throws(() => JSON.stringify(new Thought({ id: "t", payload: value, replayCompatibility: "t", ...at })), (error) => error instanceof InputError && error.pointer === pointer, pointer);
});
