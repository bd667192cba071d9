// A report with many findings: they are made piece by piece, and are plain data for every reader.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { audit, canRewrite, render, repair } from "rethought";
import { locate } from "rethought/json";

const TARGET = { wire: "anthropic-messages" };
/** Returns a request with three findings per turn. */
const broken = (turns) =>
  JSON.stringify({
    model: "claude-example",
    max_tokens: 4096,
    thinking: { type: "enabled", budget_tokens: 1024 },
    messages: [
      { role: "user", content: "Gö." },
      ...Array.from({ length: turns }, (_, nth) => [
        { role: "assistant", content: [{ type: "thinking", thinking: `So ${nth}.` }, { type: "tool_use", id: `toolu_${nth}`, name: "look", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_x${nth}`, content: "Nothing." }] },
      ]).flat(),
    ],
  });
const plain = (value) => JSON.parse(JSON.stringify(value));

test("a long report says of its first findings what a short one says", () => {
  // Ten turns have 30 findings, 200 have 600: these are made late.
  const [short, long] = [audit(broken(10), TARGET), audit(broken(200), TARGET)];
  assert.equal(short.findings.length, 30);
  assert.equal(long.findings.length, 600);
  // A finding in the latest message depends on which message that is.
  for (const nth of Array(27).keys()) assert.deepEqual(plain(long.findings[nth]), plain(short.findings[nth]));
  assert.deepEqual(Object.keys(long), Object.keys(short));
  assert.deepEqual(Object.keys(long.findings[0]), Object.keys(short.findings[0]));
});

test("a long report copies, compares and writes as plain data", () => {
  const fresh = () => audit(broken(20), TARGET);
  const expected = plain(fresh());
  assert.ok(expected.findings.length > 32 && expected.findings.every(({ fix }) => fix.edits.length));
  assert.deepStrictEqual(structuredClone(fresh()), expected);
  assert.deepStrictEqual({ ...fresh() }, expected);
  assert.deepStrictEqual(fresh().findings.map((finding) => ({ ...finding })), expected.findings);
  assert.deepStrictEqual(fresh(), expected);
  assert.deepStrictEqual(fresh(), fresh());
  const { fix, ...rest } = fresh().findings[1];
  assert.deepStrictEqual({ ...rest, fix }, expected.findings[1]);
  assert.equal(inspect(fresh().findings, { getters: true }).includes("title"), true);
});

test("a long report can be frozen, assigned to and seen through a proxy", () => {
  const frozen = Object.freeze(audit(broken(20), TARGET));
  assert.equal(frozen.findings.length, 60);
  const finding = Object.freeze(frozen.findings[3]);
  assert.deepEqual(finding.fix, audit(broken(20), TARGET).findings[3].fix);
  const report = audit(broken(20), TARGET);
  report.findings[0].fix = undefined;
  assert.equal(report.findings[0].fix, undefined);
  report.findings = [];
  assert.deepEqual(report.findings, []);
  const proxy = (target) => new Proxy(target, { get: (target, key, self) => wrap(Reflect.get(target, key, self)) });
  const wrap = (value) => (typeof value === "object" && value !== null ? proxy(value) : value);
  assert.equal(proxy(audit(broken(20), TARGET)).findings[5].fix.safety, audit(broken(20), TARGET).findings[5].fix.safety);
});

test("the fixes of a long report do not depend on the order in which they are read, nor on what becomes of the bytes", () => {
  const text = broken(300);
  const bytes = new TextEncoder().encode(text);
  const [forward, backward, any] = [audit(text, TARGET), audit(bytes, TARGET), audit(bytes.slice(), TARGET)];
  bytes.fill(0x20);
  const expected = forward.findings.map(({ fix }) => fix);
  assert.ok(expected.every(({ edits }) => edits.length));
  const read = (report, order) => order.reduce((fixes, nth) => Object.assign(fixes, { [nth]: report.findings[nth].fix }), Array(expected.length));
  const order = [...expected.keys()];
  assert.deepEqual(read(backward, [...order].reverse()), expected);
  assert.deepEqual(read(any, order.map((nth) => (nth * 7) % order.length)), expected);
});

test("related places of many findings are named right, wherever they lead", () => {
  const ids = [...Array(40).keys()].map((nth) => `toolu_${nth}`);
  const calls = [...ids, ...ids.toReversed()].map((id) => ({ type: "tool_use", id, name: "look", input: {} }));
  const results = ids.map((tool_use_id) => ({ type: "tool_result", tool_use_id, content: "x" }));
  const messages = [{ role: "user", content: "x" }, { role: "assistant", content: calls }, { role: "user", content: results }];
  const request = JSON.stringify({ model: "claude-example", max_tokens: 10, messages });
  const { findings } = audit(request, TARGET);
  const twice = findings.filter(({ rule }) => rule === "duplicate-tool-use-id");
  assert.equal(twice.length, 40);
  for (const { pointer, related, start, end } of twice) {
    for (const place of [{ pointer, start, end }, ...related]) {
      const { start, end } = locate(request, place.pointer);
      assert.deepEqual([place.start, place.end], [start, end]);
    }
    assert.equal(JSON.parse(locate(request, pointer).raw).id, JSON.parse(locate(request, related[0].pointer).raw).id);
  }
});

test("a request with hundreds of findings is mended and rendered", () => {
  const { request, report, applied } = repair(broken(200), TARGET, { allow: ["unsafe", "placeholder"] });
  assert.equal(report.verdict, "accepted");
  assert.ok(applied.length);
  assert.equal(audit(request, TARGET).findings.length, 0);
  assert.equal(render(audit(broken(200), TARGET), broken(200), { format: "github" }).split("\n").length, 600);
  assert.equal(canRewrite(broken(20), [0, 1], TARGET, { by: "drop" }).safe, false);
});
