// The files of a report: results, summaries, gzip, standard input, and all possible problems.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { file, run, summaryOf } from "./command.mjs";
import { endOf, resultFile } from "./results.mjs";

const text = resultFile(300, { seed: 1 });
const lines = text.trim().split("\n");
const results = lines.slice(0, -1);
const whole = file("whole.ndjson", text);
const states = ({ sources }) => Object.fromEntries(Object.entries(sources).map(([state, { kept }]) => [state, Object.keys(kept)]).filter(([, names]) => names.length));
/** Returns the summary without the names of its files, which examples have too. */
const figures = ({ sources, ...rest }) => JSON.stringify(rest).replaceAll(/"source":"[^"]*"/g, "");

test("parts in any order, summaries of parts, gzip and standard input give the figures of the whole", async () => {
  const expected = figures(await summaryOf(whole));
  const parts = [0, 1, 2].map((nth) => file(`part-${nth}.ndjson`, `${results.filter((_, at) => at % 3 === nth).join("\n")}\n`));
  assert.equal(figures(await summaryOf(...parts)), expected);
  assert.equal(figures(await summaryOf(...parts.reverse())), expected);
  const summaries = parts.map((part) => file(`${part}.json`, run([part, "--format", "json"]).stdout));
  assert.equal(figures(await summaryOf(...summaries)), expected);
  assert.equal(figures(await summaryOf(parts[0], ...summaries.slice(1))), expected);
  assert.equal(figures(await summaryOf(file("all.json", summaries.map((name) => run([name, "--format", "json"]).stdout).join("")))), expected);
  assert.equal(figures(await summaryOf(file("pretty.json", JSON.stringify(await summaryOf(whole), null, 2)))), expected);
  assert.equal(figures(await summaryOf(file("list.json", JSON.stringify(results.map((line) => JSON.parse(line)), null, 1)))), expected);
  assert.equal(figures(await summaryOf(file("whole.gz", gzipSync(text)))), expected);
  assert.equal(figures(await summaryOf(file("members.gz", Buffer.concat(parts.map((part) => gzipSync(`${results.filter((_, at) => part === `part-${at % 3}.ndjson`).join("\n")}\n`)))))), expected);
  assert.equal(figures(JSON.parse(run(["--format", "json"], { input: text }).stdout)), expected);
  assert.equal(figures(JSON.parse(run(["-", "--format", "json"], { input: gzipSync(text) }).stdout)), expected);
  assert.equal(figures(await summaryOf(file("crlf.ndjson", text.replaceAll("\n", "\r\n")))), expected);
  assert.equal(figures(await summaryOf(file("no-feed.ndjson", text.trimEnd()))), expected);
  assert.equal(figures(await summaryOf(file("gaps.ndjson", text.replaceAll("\n", "\n\n")))), expected);
});

test("what an export did not hold is reported among the lines that could not be judged", async () => {
  const missing = { id: "span-1", host: "api.openai.com", missing: "the request: the span has no content" };
  const end = { ...endOf(results.map((line) => JSON.parse(line))), missing: 1, others: 7 };
  const summary = await summaryOf(file("observed.ndjson", `${[...results, JSON.stringify(missing), JSON.stringify(end)].join("\n")}\n`));
  assert.deepEqual(states(summary), { whole: ["observed.ndjson"] });
  assert.equal(summary.errors.kept["no request in the export"].lines, 1);
});

test("a whole file is whole, wherever its end records stand", async () => {
  assert.deepEqual(states(await summaryOf(whole)), { whole: ["whole.ndjson"] });
  assert.deepEqual(states(await summaryOf(file("sorted.ndjson", `${[...lines].sort().join("\n")}\n`))), { whole: ["sorted.ndjson"] });
  assert.deepEqual(states(await summaryOf(file("twice.ndjson", text + resultFile(50, { seed: 2 })))), { whole: ["twice.ndjson"] });
  assert.deepEqual(states(await summaryOf(file("nothing.ndjson", `${JSON.stringify(endOf([]))}\n`))), { whole: ["nothing.ndjson"] });
});

test("a file without an end record, or with other counts than it says, is reported as such", () => {
  const cases = {
    "cut.ndjson": [`${results.join("\n")}\n`, "cut", /cut\.ndjson: no end record/],
    "empty.ndjson": ["", "cut", /no end record/, "and nothing else"],
    "short.ndjson": [`${lines.slice(1).join("\n")}\n`, "differing", /\d+ results and \d+ errors, but the end records say \d+ and \d+/],
    "doubled.ndjson": [`${lines[0]}\n${text}`, "differing", /but the end records say/],
    "swapped.ndjson": [text.replace('"verdict":"accepted"', '"verdict":"rejected"'), "differing", /with other verdicts or rules/],
  };
  for (const [name, [content, state, said, isAlone]] of Object.entries(cases)) {
    const { status, stdout, stderr } = run([file(name, content), ...(isAlone ? [whole] : []), "--format", "json"]);
    assert.equal(status, 0, name);
    assert.match(stderr, said);
    assert.deepEqual(states(JSON.parse(stdout))[state], [name]);
  }
  const markdown = run([...Object.keys(cases), "--format", "markdown"]).stdout;
  for (const name of Object.keys(cases)) assert.match(markdown, new RegExp(`\`${name}\` has (no end record|other counts)`));
});

test("lines that are not results are counted and reported, and the others are taken", async () => {
  const broken = ['{"id":"x","verdict":', "Dear diary", "[1]", "7", '{"hello":1}', '{"rethought":"summary","schema":1,"all":7}', '{"rethought":"summary","schema":99}', '{"error":"no object"}', "\u0000\u0001"];
  const { status, stdout, stderr } = run([file("broken.ndjson", `${broken.join("\n")}\n${text}`), "--format", "json"]);
  assert.equal(status, 0);
  assert.match(stderr, /9 lines skipped, not results; the first is at byte 0/);
  assert.match(stderr, /a summary in the file cannot be read: all: a record is not an object/);
  assert.equal(figures(JSON.parse(stdout)), figures(await summaryOf(whole)));
  const { broken: unparsed, strange } = JSON.parse(stdout).sources.whole.kept["broken.ndjson"];
  assert.equal(unparsed + strange, broken.length);
});

test("lines after one that could begin a text of several lines are taken by themselves", async () => {
  const torn = await summaryOf(file("torn-head.ndjson", `{\n${text}`));
  assert.equal(figures(torn), figures(await summaryOf(whole)));
  assert.equal(torn.sources.whole.kept["torn-head.ndjson"].broken, 1);
  const cut = file("cut-list.json", JSON.stringify(results.map((line) => JSON.parse(line)), null, 1).slice(0, -100));
  assert.match(run([cut, whole, "--format", "json"]).stderr, /cut-list\.json: (The file has no results\.|Not a results file\.)/);
});

test("a file with nothing of ours in it is reported; alone it makes no report", () => {
  const random = Buffer.from(Array.from({ length: 5000 }, (_, nth) => (nth * 7919) % 256));
  const cases = { "binary.bin": [random, /binary\.bin: Not a results file\./], "exchanges.ndjson": ['{"request":{"messages":[]}}\n', /Not a results file\. First run: rethought audit --ndjson traces\.ndjson > results\.ndjson/], "diary.txt": ["Dear diary,\n", /Not a results file\.|The file has no results\./], "list.txt": ["[1,2]\n", /no results/] };
  for (const [name, [content, said]] of Object.entries(cases)) {
    const alone = run([file(name, content), "--output", "never.html"]);
    assert.equal(alone.status, 2);
    assert.match(alone.stderr, said);
    assert.match(alone.stderr, /no report was written/);
  }
  const beside = run([...Object.keys(cases), whole, "--format", "json"]);
  assert.equal(beside.status, 2);
  assert.deepEqual(states(JSON.parse(beside.stdout)), { whole: [whole], unread: Object.keys(cases).sort() });
});

test("a file that cannot be read, or only in part, is reported, and what was read counts", () => {
  const packed = gzipSync(resultFile(20_000, { seed: 4 }));
  mkdirSync("no-results");
  const { status, stdout, stderr } = run([file("torn.gz", packed.subarray(0, packed.length / 2)), "none.ndjson", "no-results", whole, "--format", "json"]);
  assert.equal(status, 2);
  assert.match(stderr, /torn\.gz: cannot be read to its end: the gzip ends too early/);
  assert.match(stderr, /none\.ndjson: cannot be read: no such file/);
  assert.match(stderr, /no-results: the folder has no \.ndjson, \.jsonl or \.json files/);
  const json = JSON.parse(stdout);
  assert.ok(json.sources.cut.kept["torn.gz"].results > 1000);
  assert.ok(json.all.results > 1000);
  assert.deepEqual(states(json).unread.sort(), ["no-results", "none.ndjson"]);
});

test("a folder means its files with results, and a pattern those that match", async () => {
  mkdirSync("parts");
  for (const nth of [0, 1]) file(`parts/${nth}.ndjson`, `${results.filter((_, at) => at % 2 === nth).join("\n")}\n`);
  file("parts/notes.txt", "x");
  const expected = figures(await summaryOf(whole));
  for (const word of ["parts", "parts/*.ndjson"]) assert.equal(figures(JSON.parse(run([word, "--format", "json"]).stdout)), expected);
});

test("a line that no memory should hold is skipped", () => {
  const long = Buffer.alloc((64 << 20) + 10, "x");
  const { status, stdout, stderr } = run(["-", "--format", "json"], { input: Buffer.concat([Buffer.from(`${results[0]}\n`), long, Buffer.from(`\n${results[1]}\n`)]) });
  assert.equal(status, 0);
  assert.match(stderr, /1 line skipped, not a result/);
  assert.equal(JSON.parse(stdout).sources.cut.kept.stdin.results, 2);
});

test("results of fix, convert and decode are results too", async () => {
  const given = [
    { id: "a", verdict: "accepted", mended: [{ rule: "edited-prefix", pointer: "/x", safety: "safe" }], left: [], request: {} },
    { id: "b", verdict: "rejected", mended: [], left: [{ rule: "edited-prefix", severity: "reject", evidence: "observed", pointer: "/y" }], request: {} },
    { id: "c", verdict: "degraded", fates: { elided: 2, verbatim: 1 }, notes: 0, request: {} },
    { id: "d", turn: { parts: [] } },
  ];
  const { all, rules } = await summaryOf(file("others.ndjson", given.map((line) => JSON.stringify(line)).join("\n")));
  assert.deepEqual(all.verdicts, { rejected: 1, degraded: 1, accepted: 1, none: 1 });
  assert.deepEqual(all.fates.kept, { elided: 2, verbatim: 1 });
  assert.deepEqual([rules.kept["edited-prefix"].mended, rules.kept["edited-prefix"].findings], [1, 1]);
});
