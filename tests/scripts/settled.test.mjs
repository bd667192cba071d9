// What a refresh found, and what was settled before.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { unsettled } from "../../scripts/refresh/settled.mjs";

const entries = JSON.parse(readFileSync(new URL("../../scripts/refresh/settled.json", import.meta.url), "utf8"));
const nameOf = ({ name }) => name;

test("every settled difference has a reason and a date, and is settled once", () => {
  const names = entries.flatMap(({ kind, names }) => names.map((name) => `${kind} ${name}`));
  assert.equal(new Set(names).size, names.length);
  for (const { kind, names, why, date } of entries) {
    assert.ok(["new", "gone", "effort"].includes(kind), kind);
    assert.ok(names.length && why.endsWith(".") && /^20\d\d-\d\d-\d\d$/.test(date), names.join(", "));
  }
});

test("a refresh leaves out what is settled, and names the entries that nothing needs any more", () => {
  const [first, ...others] = entries.filter(({ kind }) => kind === "gone").flatMap(({ names }) => names);
  const { left, settled, outdated } = unsettled("gone", [{ name: first }, { name: "brand-new-1" }], nameOf);
  assert.deepEqual(left, [{ name: "brand-new-1" }]);
  assert.equal(settled, 1);
  assert.deepEqual(outdated, others);
  assert.equal(unsettled("new", [{ name: first }], nameOf).left.length, 1, "settled for another kind of difference");
});
