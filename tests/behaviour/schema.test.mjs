// The schema of a raw thought against the class, over random data.
import assert from "node:assert/strict";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import fc from "fast-check";
import { Thought } from "rethought";
import { rawThoughtSchema } from "rethought/adk";

const validate = new Ajv({ strict: false }).compile(rawThoughtSchema);
const text = fc.constantFrom("", "x", "t1", "é");
const anything = fc.oneof(text, fc.constantFrom(null, 0, 7, true, [], {}, { a: 1 }));
const identity = fc.oneof(anything, fc.record({ identifier: anything, representation: anything }, { requiredKeys: [] }));
const time = fc.constantFrom("2026-11-15T02:08:33Z", "2026-11-15", 0, 1794708513000, null, true, []);
const raw = fc.record({ id: fc.oneof({ weight: 4, arbitrary: fc.constant("t") }, anything), content: anything, identity, payload: fc.oneof(anything, fc.json()), replayCompatibility: anything, createdAt: time, updatedAt: time, more: anything }, { requiredKeys: [] });

function isThought(value) {
  try {
    return Boolean(new Thought(value));
  } catch {
    return false;
  }
}

test("the JSON Schema takes what the class takes, and refuses what it refuses", () => {
  const counts = { true: 0, false: 0 };
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: raw }, anything), (value) => {
      const verdict = isThought(value);
      counts[verdict]++;
      assert.equal(validate(value), verdict, JSON.stringify(value));
    }),
    { numRuns: 5000, seed: 17 },
  );
  assert.ok(counts.true > 50 && counts.false > 500, JSON.stringify(counts));
});

test("the interface of standardschema.dev gives the thought, or the issues with their paths", () => {
  const { version, vendor, validate: check, jsonSchema } = rawThoughtSchema["~standard"];
  assert.deepEqual([version, vendor, Object.keys(rawThoughtSchema).includes("~standard")], [1, "rethought", false]);
  const good = { id: "t", content: "x", createdAt: 0, updatedAt: 0 };
  assert.ok(Thought.isThought(check(good).value) && check(good).issues === undefined);
  assert.deepEqual(check({ ...good, identity: { identifier: 7 } }).issues[0].path, ["identity", "representation"]);
  for (const bad of [null, 7, [], {}, { ...good, id: "" }, { ...good, payload: {}, payloadEncoding: "x" }]) assert.ok(check(bad).issues[0].message, JSON.stringify(bad));
  assert.equal(jsonSchema.input({ target: "draft-2020-12" }), rawThoughtSchema);
  assert.throws(() => jsonSchema.input({ target: "openapi-3.0" }), { code: "E_INPUT" });
  assert.throws(() => (rawThoughtSchema.properties.id.type = "number"), TypeError);
});
