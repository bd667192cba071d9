// The laws of summaries: merging is associative and commutative, empty changes nothing, JSON loses nothing, and memory is bounded for any names.
import assert from "node:assert/strict";
import { test } from "node:test";
import { moduleOf } from "../../../scripts/load-package.mjs";
import { randomOf } from "../../random.mjs";
import { resultOf } from "./results.mjs";

const { add, empty, merge, readSummary, writeSummary } = await moduleOf("batch/summary/summary.js");
const { SummaryError } = await moduleOf("batch/summary/monoid.js");
const { dayOf } = await moduleOf("batch/summary/day.js");
const { tables } = await moduleOf("tables/index.js");
const KNOWN = tables().names.flatMap(({ model }) => [model, `vendor/${model.replace(/-(?=\d)/, ".")}-20260101`]);

const textOf = (summary) => JSON.stringify(writeSummary(summary));
const summed = (results) => results.reduce((summary, [result, origin]) => add(summary, result, origin), empty());

/** Returns results with more names of every sort than a summary keeps, and some difficult ones. */
function hostileResults(count, random, most = 900) {
  const number = (most) => Math.floor(random() * most);
  const odd = ["__proto__", "constructor", "", "toString", "x".repeat(5000), `${"x".repeat(200)}y`, "\ud800", "1", "others", "kept"];
  const name = (most) => (random() < 0.05 ? odd[number(odd.length)] : `n${number(most)}`);
  return Array.from({ length: count }, (_, nth) => {
    const origin = { text: "", source: random() < 0.05 ? "long".repeat(400) : `part-${number(9)}` };
    if (random() < 0.2) return [resultOf(nth, random), origin];
    if (random() < 0.1) return [{ line: nth, byte: number(50), error: { code: name(300), message: "x" } }, origin];
    const findings = Array.from({ length: number(4) }, () => ({ rule: name(1500), severity: name(9), evidence: name(9), pointer: `/${name(9)}` }));
    const time = random() < 0.1 ? undefined : new Date(Date.UTC(2001, 0, 1) + number(9000) * 86_400_000).toISOString();
    const ids = [number(200), `id ${nth}`, name(9), null, undefined, 1e300, { deep: name(3) }, [1], true, "x".repeat(2000)];
    const place = { id: ids[number(ids.length)], file: ids[number(ids.length)], line: ids[number(ids.length)], byte: number(1000) };
    return [{ ...place, wire: name(90), host: name(most), model: random() < 0.1 ? KNOWN[number(KNOWN.length)] : name(most), time, verdict: name(6), findings, mended: [{ rule: name(1500) }], thoughts: number(3), fates: { [name(90)]: number(4) } }, origin];
  });
}

function shuffled(list, random) {
  const copy = [...list];
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [copy[at], copy[other]] = [copy[other], copy[at]];
  }
  return copy;
}

/** Sums the list by a random tree of merges. */
function summedByTree(results, random) {
  if (results.length < 2 || (results.length < 300 && random() < 0.8)) return summed(results);
  const at = Math.floor(random() * (results.length + 1));
  const parts = [results.slice(0, at), results.slice(at)].map((part) => summedByTree(part, random));
  const [one, other] = random() < 0.5 ? parts : parts.reverse();
  return merge(random() < 0.1 ? readSummary(JSON.parse(textOf(one))) : one, other);
}

for (const [kind, make] of [["as they come from traffic", (count, random) => Array.from({ length: count }, (_, nth) => [resultOf(nth, random), { text: "", source: "a" }])], ["with more names than are kept", hostileResults]])
  test(`every tree of merges gives the same summary: results ${kind}`, () => {
    const random = randomOf(19).next;
    const results = make(2000, random);
    const whole = textOf(summed(results));
    for (let round = 0; round < 4; round++) assert.equal(textOf(summedByTree(shuffled(results, random), random)), whole);
  });

test("empty is neutral, and merge changes neither of its summaries", () => {
  const random = randomOf(5).next;
  const [one, other] = [summed(hostileResults(3000, random)), summed(hostileResults(3000, random))];
  const [first, second] = [textOf(one), textOf(other)];
  assert.equal(textOf(merge(one, empty())), first);
  assert.equal(textOf(merge(empty(), one)), first);
  assert.notEqual(textOf(merge(one, other)), first);
  add(merge(one, other), resultOf(1, random));
  assert.deepEqual([textOf(one), textOf(other)], [first, second]);
});

test("JSON loses nothing", () => {
  const random = randomOf(6).next;
  const summary = summed(hostileResults(4000, random));
  const more = hostileResults(500, random);
  const read = readSummary(JSON.parse(textOf(summary)));
  assert.equal(textOf(read), textOf(summary));
  for (const [result, origin] of more) for (const each of [summary, read]) add(each, result, origin);
  assert.equal(textOf(read), textOf(summary));
});

test("nothing is lost where names are dropped, and known models stay", () => {
  const random = randomOf(7).next;
  const results = hostileResults(16_000, random, 9000);
  const json = writeSummary(summed(results));
  const parts = [0, 1, 2].map((nth) => summed(results.filter((_, at) => at % 3 === nth)));
  assert.equal(textOf(merge(parts[2], merge(parts[0], parts[1]))), JSON.stringify(json));
  const judged = results.filter(([{ error }]) => !error);
  for (const table of ["models", "hosts", "wires", "days"]) {
    assert.ok(json[table].others.results > 0, table);
    assert.equal(Object.values(json[table].kept).reduce((sum, { results }) => sum + results, json[table].others.results), judged.length, table);
  }
  assert.equal(json.all.results, judged.length);
  assert.equal(Object.keys(json.models.kept).length, 4000);
  assert.equal(Object.keys(json.rules.kept).length, 400);
  const counts = new Map();
  for (const [{ model }] of judged) counts.set(model, (counts.get(model) ?? 0) + 1);
  for (const model of KNOWN) if (counts.has(model)) assert.equal(json.models.kept[model].results, counts.get(model), model);
});

test("a rule has at most five examples, and the same ones in any order", () => {
  const random = randomOf(8).next;
  const results = Array.from({ length: 3000 }, (_, nth) => [{ ...resultOf(nth, random), id: `id ${nth}` }, { text: "", source: "a" }]);
  const examples = (list) => Object.entries(writeSummary(summed(list)).rules.kept).map(([rule, { examples }]) => [rule, examples.map(({ id }) => id)]);
  assert.ok(examples(results).some(([, ids]) => ids.length === 5));
  assert.ok(examples(results).every(([, ids]) => ids.length <= 5));
  assert.deepEqual(examples([...results].reverse()), examples(results));
});

test("memory is bounded: names that never end make no longer summary", () => {
  const lengths = [20_000, 60_000].map((count) => textOf(summed(Array.from({ length: count }, (_, nth) => [{ id: nth, wire: `w${nth}`, host: `h${nth}`, model: `m${nth}`, time: "2026-11-17", verdict: "rejected", findings: [{ rule: `r${nth}`, severity: "reject", evidence: "observed", pointer: `/${nth}` }], fates: { [`f${nth}`]: 1 } }, { text: "", source: "" }]))).length);
  assert.ok(lengths[1] < lengths[0] * 1.05, String(lengths));
  assert.ok(lengths[1] < 8_000_000, String(lengths));
});

test("an id that a program would write otherwise is kept as it is written", () => {
  const finding = { rule: "edited-prefix", severity: "reject", evidence: "observed", pointer: "" };
  const lines = ['{"id":12345678901234567890,"verdict":"rejected"}', '{"id":"caf\\u00e9","verdict":"rejected"}', '{"id":1.0,"verdict":"rejected"}', '{"id":"plain","verdict":"rejected"}', '{"id":{"a":1},"verdict":"rejected"}'];
  const summary = summed(lines.map((text) => [{ ...JSON.parse(text), findings: [finding] }, { text, source: "a" }]));
  const written = writeSummary(summary).rules.kept["edited-prefix"].examples.map(({ id, idText }) => idText ?? JSON.stringify(id));
  assert.deepEqual(written.sort(), lines.map((text) => text.slice(6, text.indexOf(',"verdict"'))).sort());
});

test("the day of a time is that of UTC, whatever writes it", () => {
  const same = ["2026-11-17", "2026-11-17T00:30:00Z", "2026-11-17T00:30:00.123456Z", "2026-11-17 23:59:59", "2026-11-17T09:30:00+09:00", "2026-11-16T20:00:00-05:00", 1794873600, "1794873600000", "1794873600000000", "1794873600000000000", 1794873600.5];
  for (const time of same) assert.equal(dayOf(time), "2026-11-17", String(time));
  for (const time of [undefined, null, "", "yesterday", "17.11.2026", "2026-13-01", "1970-01-01", "9999-01-01", {}, -1, 1e300, "2026-11-171"]) assert.equal(dayOf(time), "", String(time));
});

const BROKEN = {
  "no object": [[], /it has the form of none/],
  "another form": [{ rethought: "summary", schema: 2 }, /it has the form 2/],
  "a negative count": [{ schema: 1, all: { results: -1 } }, /^all: results: a count is -1$/],
  "a count that is a text": [{ schema: 1, models: { kept: { x: { results: "7" } } } }, /^models: x: results: a count is "7"$/],
  "a table that is a list": [{ schema: 1, models: [] }, /^models: a table is not an object$/],
  "a table that lacks its names": [{ schema: 1, models: {} }, /^models: /],
  "an example that is a number": [{ schema: 1, rules: { kept: { x: { examples: [1] } } } }, /^rules: x: examples: an example is not an object$/],
};
for (const [what, [json, message]] of Object.entries(BROKEN)) test(`a summary that is none is refused, with the place: ${what}`, () => assert.throws(() => readSummary(json), (error) => error instanceof SummaryError && message.test(error.message)));
