// `audit --ndjson` as a gate: thresholds, one report on all lines, baseline, folders; and the schema of its lines.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import Ajv from "ajv/dist/2020.js";
import { pkg } from "../../scripts/paths.mjs";
import { fileOf, filter, folder, run } from "./filter.mjs";
import { traffic } from "./traffic.mjs";

const exchanges = traffic();
const all = fileOf("all.ndjson", exchanges.map((exchange) => JSON.stringify(exchange)).join("\n"));
const BAD = { model: "claude-opus-4-5", max_tokens: 9, messages: [{ role: "user", content: "a" }, { role: "assistant", content: [{ type: "thinking", thinking: "b" }, { type: "text", text: "c" }] }, { role: "user", content: "d" }] };
const GOOD = { model: "claude-opus-4-5", max_tokens: 9, messages: [{ role: "user", content: "a" }] };
const textOf = (...lines) => lines.map((line) => JSON.stringify(line)).join("\n");
const good = fileOf("good.ndjson", textOf(GOOD, GOOD));
const bad = fileOf("bad.ndjson", textOf({ id: "x", request: GOOD }, { id: "y", request: BAD }));

test("the exit code is 0 without --fail-on and 1 with a finding of that severity, and the lines are the same", async () => {
  const plain = await run(["audit", "--ndjson", all]);
  assert.equal(plain.code, 0);
  const found = new Set(plain.records.flatMap(({ findings = [] }) => findings.map(({ severity }) => severity)));
  assert.deepEqual([...found].sort(), ["advice", "degrade", "reject"]);
  for (const [level, code] of [["advice", 1], ["reject", 1], ["never", 0]]) {
    const gated = await run(["audit", "--ndjson", all, "--fail-on", level]);
    assert.deepEqual([gated.code, gated.bytes.equals(plain.bytes)], [code, true], level);
  }
  assert.equal((await run(["audit", "--ndjson", all, "--fail-on", "reject", "--exit-zero"])).code, 0);
  assert.equal((await run(["audit", "--ndjson", good, "--fail-on", "advice"])).code, 0);
  assert.equal((await run(["audit", "--ndjson", bad, "--fail-on", "reject", "--off", "thinking-without-signature"])).code, 0);
});

test("every line fits the schema of results", async () => {
  const schema = JSON.parse(readFileSync(join(pkg, "schemas", "report.schema.json"), "utf8"));
  const ajv = new Ajv({ allowUnionTypes: true }).addSchema(schema, "report");
  const fits = (name, value) => ajv.validate(`report#/$defs/${name}`, value) || JSON.stringify([ajv.errors, value]).slice(0, 500);
  const { records, closing } = await run(["audit", "--ndjson", all, "--texts"]);
  for (const record of records) assert.equal(fits("result", record), true);
  assert.equal(fits("end", closing), true);
  const { records: [error, empty] } = await filter("audit", ["{", { id: 1, session: "s" }]);
  for (const record of [error, empty]) assert.equal(fits("failure", record), true);
  assert.notEqual(fits("result", error), true);
});

test("a result whose verdict is unknown has the reason", async () => {
  const { records: [record] } = await filter("audit", [{ request: GOOD, target: { host: "api.openai.com" } }]);
  assert.deepEqual([record.verdict, record.reason], ["unknown", "api.openai.com is not known to accept `anthropic-messages` requests"]);
  const { records: [fixed] } = await filter("fix", [{ request: GOOD, target: { host: "api.openai.com" } }]);
  assert.deepEqual([fixed.verdict, fixed.reason], [record.verdict, record.reason]);
  const { records: [known] } = await filter("audit", [{ request: GOOD }]);
  assert.ok(!("reason" in known));
});

test("SARIF has each finding of the results, at its line, with its rule", async () => {
  const [{ records }, sarif] = await Promise.all([run(["audit", "--ndjson", all]), run(["audit", "--ndjson", all, "--format", "sarif", "--fail-on", "reject"])]);
  assert.equal(sarif.code, 1);
  const { runs: [{ results, tool, artifacts }] } = JSON.parse(sarif.bytes);
  const expected = records.flatMap(({ findings = [] }, nth) => findings.map(({ rule, pointer }) => [rule, nth + 1, pointer]));
  assert.deepEqual(results.map(({ ruleId, locations: [{ physicalLocation, logicalLocations }] }) => [ruleId, physicalLocation.region.startLine, logicalLocations[0].fullyQualifiedName]), expected);
  for (const { ruleId, ruleIndex } of results) assert.equal(tool.driver.rules[ruleIndex].id, ruleId);
  assert.deepEqual(artifacts.map(({ location }) => decodeURIComponent(location.uri)), [all]);
});

test("the other formats have the same findings", async () => {
  const github = await run(["audit", "--ndjson", bad, "--format", "github"]);
  assert.equal(github.code, 0);
  assert.match(github.bytes.toString(), /^::error file=[^\n]*bad\.ndjson,line=2,title=thinking-without-signature at \/messages\/1\/content\/0::[^\n]+\n$/);
  const text = await run(["audit", "--ndjson", bad, "--format", "text", "--fail-on", "reject"]);
  assert.equal(text.code, 1);
  assert.match(text.bytes.toString(), /^[^\n]*bad\.ndjson:2: error\[thinking-without-signature\]: [^\n]+ {2}\/messages\/1\/content\/0\n1 finding\.\n$/);
  assert.match((await run(["audit", "--ndjson", bad, "--format", "junit"])).bytes.toString(), /<testsuites name="rethought" tests="1" failures="1" errors="0">[^]*line="2"/);
  assert.match((await run(["audit", "--ndjson", bad, "--format", "markdown"])).bytes.toString(), /^### rethought: 1 finding\n/);
  assert.equal((await run(["audit", "--ndjson", good, "--format", "text"])).bytes.toString(), "No problems found.\n");
});

test("lines that cannot be read are in the report, and are said", async () => {
  const { code, bytes, told } = await run(["audit", "--ndjson", "--format", "sarif"], `{\n${JSON.stringify(BAD)}\n`);
  assert.equal(code, 2);
  const { runs: [{ invocations, results }] } = JSON.parse(bytes);
  assert.equal(results[0].locations[0].physicalLocation.region.startLine, 2);
  assert.match(invocations[0].toolExecutionNotifications[0].message.text, /^stdin:1: /);
  assert.equal(told, "rethought: 1 of 2 lines could not be checked\n");
});

/** A line that no rule fits, one that is broken, and one without the body of a request. */
const UNKNOWN = JSON.stringify({ request: GOOD, target: { host: "api.openai.com" } });
const REASON = "api.openai.com is not known to accept `anthropic-messages` requests";

test("as a gate, a line that was not checked makes the exit code 2, and no format says that it is clean", async () => {
  const unknown = fileOf("unknown.ndjson", UNKNOWN);
  const broken = fileOf("broken.ndjson", "{broken\nnope\n");
  assert.equal((await run(["audit", "--ndjson", unknown])).code, 0);
  for (const [file, count, lines] of [[unknown, 1, "1 line"], [broken, 2, "2 lines"]]) {
    const told = `rethought: ${count} of ${lines} could not be checked\n`;
    const gated = await run(["audit", "--ndjson", file, "--fail-on", "advice"]);
    assert.deepEqual([gated.code, gated.told, gated.closing.lines], [2, told, count]);
    for (const format of ["text", "junit", "markdown", "github", "sarif"]) {
      const { code, bytes, told: said } = await run(["audit", "--ndjson", file, "--format", format]);
      assert.deepEqual([code, said], [2, told], format);
      assert.doesNotMatch(bytes.toString(), /no problems found|1 file checked/i);
    }
  }
  assert.equal((await run(["audit", "--ndjson", unknown, "--format", "text"])).bytes.toString(), `${unknown}:1: not checked: ${REASON}\n1 not checked.\n`);
  assert.match((await run(["audit", "--ndjson", unknown, "--format", "junit"])).bytes.toString(), /<testsuites name="rethought" tests="1" failures="0" errors="1">[^]*<error message="[^"]*unknown\.ndjson:1: not checked: /);
  assert.match((await run(["audit", "--ndjson", unknown, "--format", "github"])).bytes.toString(), /^::error file=[^\n]*unknown\.ndjson,line=1,title=not checked::[^\n]+\n$/);
  assert.match((await run(["audit", "--ndjson", unknown, "--format", "markdown"])).bytes.toString(), /^### rethought: 1 not checked\n/);
  const mixed = await run(["audit", "--ndjson", "--format", "text", "--fail-on", "reject"], `${UNKNOWN}\n${JSON.stringify(BAD)}\n`);
  assert.equal(mixed.code, 2);
  assert.match(mixed.bytes.toString(), /^stdin:2: error\[[^]*\nstdin:1: not checked: [^]*\n1 finding\. 1 not checked\.\n$/);
});

test("what is not a file of lines has one sentence and exit code 2, and the others are checked", async () => {
  const png = fileOf("image.ndjson", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
  const session = fileOf("session.jsonl", `${JSON.stringify({ type: "user", uuid: "u1", sessionId: "s", message: { role: "user", content: "hi" }, timestamp: "2026-01-01T00:00:00Z", cwd: "/x", version: "2" })}\n`.repeat(3));
  const empty = fileOf("empty.ndjson", "");
  const sentences = {
    [png]: `${png} is a PNG image, not lines of JSON. Write one exchange on each line.`,
    [session]: `${session} is a transcript (a session of Claude Code), not lines of exchanges. To check and repair it: rethought doctor ${session}`,
    [empty]: `${empty}: the file is empty`,
  };
  for (const [file, sentence] of Object.entries(sentences)) {
    for (const options of [[], ["--fail-on", "reject"], ["--format", "text"]]) {
      const { code, told, bytes } = await run(["audit", "--ndjson", file, ...options]);
      assert.deepEqual([code, told], [2, `rethought: ${sentence}\n`]);
      assert.doesNotMatch(bytes.toString(), /No problems found/);
    }
    if (file === empty) continue;
    for (const command of [["fix"], ["decode"], ["convert", "--to", "openai-chat"]]) assert.deepEqual((({ code, told }) => [code, told])(await run([...command, "--ndjson", file])), [2, `rethought: ${sentence}\n`]);
    const both = await run(["audit", "--ndjson", file, good]);
    assert.deepEqual([both.code, both.told, both.closing.results], [2, `rethought: ${sentence}\n`, 2]);
  }
  const nothing = "rethought: standard input is empty. Name a file, or pipe one in: < traces.ndjson\n";
  // An engine starts a filter for each part of its data, and a part may be empty.
  for (const [options, status] of [[[], 0], [["--fail-on", "reject"], 2], [["--format", "junit"], 2]]) {
    const { code, told } = await run(["audit", "--ndjson", ...options], "\n");
    assert.deepEqual([code, told], [status, nothing]);
  }
});

test("a baseline covers the same text in any line of the file, and no other", async () => {
  const file = fileOf("known.json", "");
  const written = await run(["audit", "--ndjson", bad, "--baseline", file, "--write-baseline"]);
  assert.deepEqual([written.code, written.bytes.length, written.told], [0, 0, `${file}: 1 finding written.\n`]);
  const again = await run(["audit", "--ndjson", bad, "--baseline", file, "--fail-on", "advice"]);
  assert.deepEqual([again.code, again.records.map(({ findings }) => findings)], [0, [[], []]]);
  const sameElsewhere = textOf(GOOD, GOOD, BAD);
  writeFileSync(bad, sameElsewhere);
  assert.equal((await run(["audit", "--ndjson", bad, "--baseline", file, "--fail-on", "advice"])).code, 0);
  writeFileSync(bad, sameElsewhere.replace('"thinking":"b"', '"thinking":"new"'));
  const other = await run(["audit", "--ndjson", bad, "--baseline", file, "--fail-on", "advice"]);
  assert.deepEqual([other.code, other.records[2].findings.length], [1, 1]);
});

test("a folder means its files with lines, packed or not, and a pattern those that match", async () => {
  const traces = join(folder, "traces");
  mkdirSync(join(traces, "deep"), { recursive: true });
  writeFileSync(join(traces, "a.ndjson"), textOf(GOOD));
  writeFileSync(join(traces, "deep", "b.jsonl.gz"), gzipSync(textOf(GOOD, GOOD)));
  writeFileSync(join(traces, "c.json"), "{}");
  const { closing, records } = await run(["audit", "--ndjson", traces]);
  assert.deepEqual([closing.results, records.map(({ file }) => file)], [3, [join(traces, "a.ndjson"), join(traces, "deep", "b.jsonl.gz"), join(traces, "deep", "b.jsonl.gz")]]);
  assert.equal((await run(["audit", "--ndjson", `${traces}/*.ndjson`])).closing.results, 1);
});

test("a document over several lines is not a file of lines, and the sentence says how to make one", async () => {
  for (const [name, command] of [["list.json", "jq -c '.[]'"], ["one.json", "jq -c ."]]) {
    const file = fileOf(name, JSON.stringify(name === "list.json" ? [GOOD, BAD] : GOOD, null, 2));
    const { code, bytes, told } = await run(["audit", "--ndjson", file]);
    assert.deepEqual([code, bytes.length], [2, 0]);
    assert.equal(told, `rethought: ${file} is one JSON document over several lines. Write one exchange on each line: ${command} ${file}\n`);
  }
});
