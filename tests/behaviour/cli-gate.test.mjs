// The command line as a gate: folders and patterns, thresholds, configuration, baseline, and the formats that CI systems read.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import Ajv from "ajv/dist/2020.js";
import { zipSync } from "fflate";
import { violations } from "./node_modules/rethought/tables/schema-check.js";
import { expressionOf } from "./node_modules/rethought/cli/glob.js";

const BIN = fileURLToPath(new URL("./node_modules/.bin/rethought", import.meta.url));
const schemaOf = (name) => JSON.parse(readFileSync(new URL(`./node_modules/rethought/schemas/${name}.schema.json`, import.meta.url), "utf8"));
const BAD = '{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"b"},{"type":"text","text":"c"}]},{"role":"user","content":"d"}]}';
const GOOD = BAD.replace('"thinking":"b"', '"thinking":"b","signature":"RXF1YWwgYnl0ZXM="');
/** A request that is accepted, with one note. */
const NOTED = readFileSync(noted(), "utf8");

/** A project with files, and the command in it. */
function project(files) {
  const folder = mkdtempSync(join(tmpdir(), "rethought-gate-"));
  const write = (name, text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof text === "string" ? text : JSON.stringify(text));
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const run = (args, { input, cwd = "." } = {}) => {
    const { status, stdout, stderr } = spawnSync(BIN, args, { input, encoding: "utf8", cwd: join(folder, cwd) });
    return { status, stdout, stderr };
  };
  const filesOf = (...args) => JSON.parse(run(["audit", ...args, "--format", "json"]).stdout).map(({ file }) => file);
  const read = (name) => readFileSync(join(folder, name), "utf8");
  return { folder, write, read, run, filesOf };
}

/** A case whose findings are all advice. */
function noted() {
  for (const rule of readdirSync("rules"))
    for (const name of readdirSync(join("rules", rule)).filter((name) => /^bad-.*\.json$/.test(name) && !name.endsWith(".fixed.json"))) {
      const path = join("rules", rule, name);
      if (/"emitted"|"models"/.test(readFileSync(path, "utf8"))) continue;
      const { stdout } = spawnSync(BIN, ["audit", path, "--format", "json"], { encoding: "utf8" });
      const { findings = [] } = stdout ? JSON.parse(stdout) : {};
      if (findings.length && findings.every(({ severity }) => severity === "advice")) return path;
    }
  throw new Error("no case has advice alone");
}

test("a folder means its .json and .jsonl files, in order; a pattern the files that match", () => {
  const { filesOf } = project({ "r/b.json": GOOD, "r/a.json": BAD, "r/deep/c.json": GOOD, "r/notes.txt": "x", "r/package.json": "{}", "r/.hidden/d.json": GOOD, "r/node_modules/x/e.json": GOOD, "one/only.json": GOOD, "two/lines.jsonl": `${GOOD}\n` });
  assert.deepEqual(filesOf("r"), ["r/a.json", "r/b.json", "r/deep/c.json"]);
  assert.deepEqual(filesOf("r/"), ["r/a.json", "r/b.json", "r/deep/c.json"]);
  assert.deepEqual(filesOf("one"), ["one/only.json"], "a folder of one file is a list all the same");
  assert.deepEqual(filesOf("two"), ["two/lines.jsonl"]);
  assert.deepEqual(filesOf("r/*.json"), ["r/a.json", "r/b.json", "r/package.json"]);
  assert.deepEqual(filesOf("**/{c,only}.json"), ["one/only.json", "r/deep/c.json"]);
  assert.deepEqual(filesOf("one", "r/deep"), ["one/only.json", "r/deep/c.json"]);
});

test("patterns mean what shells mean by them", () => {
  const cases = { "*.json": [["a.json", true], ["d/a.json", false], [".json", true]], "**/*.json": [["a.json", true], ["d/e/a.json", true], ["a.jsonl", false]], "d/**": [["d/a", true], ["d/e/a", true], ["e/d", false]], "a?c": [["abc", true], ["a/c", false]], "[ab].x": [["a.x", true], ["c.x", false], ["bxx", false]], "{a,b*}.c": [["a.c", true], ["bb.c", true], ["c.c", false]], "a+(b)": [["a+(b)", true], ["aab", false]] };
  for (const [pattern, rows] of Object.entries(cases)) for (const [path, isMatch] of rows) assert.equal(expressionOf(pattern).test(path), isMatch, `${pattern} ${path}`);
});

test("--fail-on and --exit-zero set the exit code, and leave what is printed", () => {
  const { run } = project({ "bad.json": BAD, "noted.json": NOTED, "good.json": GOOD, "broken.json": "{" });
  const shown = run(["audit", "noted.json"]);
  assert.equal(shown.status, 1);
  for (const [level, status] of [["advice", 1], ["degrade", 0], ["reject", 0], ["never", 0]]) assert.deepEqual(run(["audit", "noted.json", "--fail-on", level]), { ...shown, status }, level);
  for (const [level, status] of [["advice", 1], ["reject", 1], ["never", 0]]) assert.equal(run(["audit", "bad.json", "--fail-on", level]).status, status, level);
  assert.equal(run(["audit", "bad.json", "noted.json", "--exit-zero"]).status, 0);
  assert.equal(run(["audit", "bad.json", "broken.json", "--exit-zero"]).status, 2);
});

test("--level may not hide what --fail-on must find", () => {
  const { run, write } = project({ "noted.json": NOTED, "lines.ndjson": NOTED.replace(/\n/g, " ") });
  for (const args of [["noted.json"], ["--ndjson", "lines.ndjson"]]) {
    const { status, stdout, stderr } = run(["audit", ...args, "--level", "reject", "--fail-on", "advice"]);
    assert.deepEqual([status, stdout, stderr], [2, "", "rethought: --level reject hides findings that --fail-on advice fails on. Use --level advice.\nSee: rethought audit --help\n"]);
    assert.equal(run(["audit", ...args, "--level", "reject", "--fail-on", "never"]).status, 0);
    assert.equal(run(["audit", ...args, "--level", "degrade", "--fail-on", "reject"]).status, 0);
  }
  write("rethought.json", { level: "reject", failOn: "degrade" });
  assert.equal(run(["audit", "noted.json"]).status, 2);
});

test("--quiet prints findings alone, and several files have a closing line without it", () => {
  const { run } = project({ "bad.json": BAD, "good.json": GOOD });
  assert.deepEqual(run(["audit", "good.json", "--quiet"]), { status: 0, stdout: "", stderr: "" });
  assert.equal(run(["audit", "bad.json", "good.json", "-q"]).stdout, run(["audit", "bad.json"]).stdout);
  assert.match(run(["audit", "bad.json", "good.json"]).stdout, /\n2 files checked: 1 error\.\n$/);
  assert.equal(run(["fix", "bad.json", "--allow", "unsafe", "--quiet"]).stderr, "");
});

test("the nearest rethought.json counts, the command line outranks it, and a request's own target too", () => {
  const { run, write } = project({
    "rethought.json": { target: { host: "api.openai.com" }, off: ["thinking-without-signature"], exclude: ["skipped/**"], failOn: "never" },
    "deep/er/bad.json": BAD,
    "own.json": `{"target":{"wire":"anthropic-messages","host":"api.anthropic.com"},"request":${BAD}}`,
    "skipped/bad.json": BAD,
    "other.json": { level: "reject" },
  });
  assert.match(run(["audit", "bad.json"], { cwd: "deep/er" }).stdout, /Not checked: api\.openai\.com/);
  assert.match(run(["audit", "own.json"]).stdout, /No problems found/);
  assert.equal(run(["audit", "bad.json", "--host", "api.anthropic.com"], { cwd: "deep/er" }).status, 0);
  assert.equal(run(["audit", "bad.json", "--no-config"], { cwd: "deep/er" }).status, 1);
  assert.equal(run(["audit", "bad.json", "--config", "../../other.json"], { cwd: "deep/er" }).status, 1);
  assert.deepEqual(JSON.parse(run(["audit", ".", "--format", "json"]).stdout).map(({ file }) => file), ["deep/er/bad.json", "other.json", "own.json"]);
  write("deep/rethought.json", {});
  assert.equal(run(["audit", "bad.json"], { cwd: "deep/er" }).status, 1, "the nearest one alone counts");
});

test("a configuration that is wrong is refused with its place, and a near name is offered", () => {
  const { run, write } = project({ "good.json": GOOD });
  for (const [config, sentence] of [
    [{ of: [] }, /rethought\.json: \/of there is no member "of"\. Did you mean off\?/],
    [{ failOn: "error" }, /rethought\.json: \/failOn must be one of "advice", "degrade", "reject", "never" \(got "error"\)$/m],
    [{ level: "rejct" }, /rethought\.json: \/level must be one of .* \(got "rejct"\)\. Did you mean reject\?$/m],
    [{ off: "a" }, /rethought\.json: \/off must be an array \(got "a"\)$/m],
    [{ target: { hots: "a" } }, /rethought\.json: \/target\/hots there is no member "hots"\. Did you mean host\?$/m],
    [{ target: { host: "anthropic" } }, /rethought\.json: \/target\/host must be a domain, such as api\.anthropic\.com \(got anthropic\)\. Did you mean api\.anthropic\.com\?$/m],
    [{ target: { wire: "openai" } }, /rethought\.json: \/target\/wire must be anthropic-messages, .* \(got openai\)\. Did you mean openai-responses or openai-chat\?/],
    ["{", /rethought\.json is not JSON: /],
    [{ exclude: ["a/**", "[z-a]"] }, /rethought\.json: \/exclude\/1 must be a pattern such as fixtures\/\*\* \(got \[z-a\]\)/],
    [{ baseline: "none.json" }, /There is no baseline .*none\.json\. To write one, add --write-baseline\./],
  ]) {
    write("rethought.json", config);
    const { status, stdout, stderr } = run(["audit", "good.json"]);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, sentence);
  }
  assert.match(run(["audit", "good.json", "--config", "none.json"]).stderr, /--config names none\.json, and there is no such file/);
});

test("the schema of the configuration, read by ajv, refuses what the command line refuses", () => {
  const schema = schemaOf("config");
  const isValid = new Ajv().compile(schema);
  const configs = [{}, { $schema: "x" }, { target: { betas: ["a"], era: "2026-01-01", enforced: true } }, { off: ["a"], level: "advice", failOn: "never", baseline: "b", exclude: ["c"], models: "d", tables: "e" }, { off: "a" }, { level: "error" }, { target: { era: "today" } }, { target: { key: "x" } }, { baseline: "" }, [], { x: 1 }];
  for (const config of configs) assert.equal(isValid(config), violations(config, schema).length === 0, JSON.stringify(config));
  assert.deepEqual(configs.map((config) => isValid(config)), [true, true, true, true, ...Array(7).fill(false)]);
});

const SECOND = BAD.replace('"thinking":"b"', '"thinking":"other"');

test("a baseline hides known findings alone, from any folder, and stays valid when a file is edited", () => {
  const { run, write, read } = project({ "r/bad.json": BAD, "r/second.json": SECOND, "sub/x.json": GOOD });
  const written = run(["audit", "r", "--write-baseline"]);
  assert.deepEqual([written.status, written.stdout, written.stderr], [0, "", "rethought-baseline.json: 2 findings written.\n"]);
  const { version, findings } = JSON.parse(read("rethought-baseline.json"));
  assert.equal(version, 1);
  assert.deepEqual(findings.map(({ file, rule, pointer }) => [file, rule, pointer]), [["r/bad.json", "thinking-without-signature", "/messages/1/content/0"], ["r/second.json", "thinking-without-signature", "/messages/1/content/0"]]);
  const again = run(["audit", "r", "--baseline", "rethought-baseline.json"]);
  assert.equal(again.status, 0);
  assert.match(again.stdout, /^r\/bad\.json: No new problems found\. 1 known finding is in the baseline\.$/m);
  assert.equal(run(["audit", "../r", "--baseline", "../rethought-baseline.json"], { cwd: "sub" }).status, 0);
  // The finding moved: messages were added before it, and white space.
  write("r/bad.json", JSON.stringify(JSON.parse(BAD.replace('"messages":[', '"messages":[{"role":"user","content":"0"},{"role":"assistant","content":"1"},')), null, 2).replace(/\{\s+"type": "thinking",\s+"thinking": "b"\s+\}/, '{"type":"thinking","thinking":"b"}'));
  assert.equal(run(["audit", "r", "--baseline", "rethought-baseline.json"]).status, 0);
  // The value at its place was edited.
  write("r/bad.json", BAD.replace('"thinking":"b"', '"thinking":"edited"'));
  assert.equal(run(["audit", "r", "--baseline", "rethought-baseline.json"]).status, 0);
  // A new finding, and the same finding in another file.
  write("r/bad.json", BAD.replace('{"role":"user","content":"d"}', '{"role":"user","content":"d"},{"role":"assistant","content":[{"type":"thinking","thinking":"new"},{"type":"text","text":"c"}]},{"role":"user","content":"e"}'));
  const found = run(["audit", "r/bad.json", "--baseline", "rethought-baseline.json", "--format", "json"]);
  assert.equal(found.status, 1);
  const report = JSON.parse(found.stdout);
  assert.deepEqual([report.findings.map(({ pointer }) => pointer), report.baseline], [["/messages/3/content/0"], 1]);
  write("r/third.json", BAD);
  assert.equal(run(["audit", "r/third.json", "--baseline", "rethought-baseline.json"]).status, 1);
});

test("a baseline that is written again keeps the entries of files that were not checked and still exist", () => {
  const { run, read, folder } = project({ "a.json": BAD, "b.json": BAD, "gone.json": BAD });
  const files = () => JSON.parse(read("rethought-baseline.json")).findings.map(({ file }) => file);
  run(["audit", "a.json", "b.json", "gone.json", "--write-baseline"]);
  rmSync(join(folder, "gone.json"));
  assert.equal(run(["audit", "a.json", "--write-baseline"]).stderr, "rethought-baseline.json: 1 finding written.\n");
  assert.deepEqual(files(), ["a.json", "b.json"]);
  run(["audit", ".", "--off", "thinking-without-signature", "--write-baseline"]);
  assert.deepEqual(files(), []);
});

test("files of an archive have entries of their own, and are not written", () => {
  const { run, read, folder } = project({});
  writeFileSync(join(folder, "two.zip"), zipSync({ "x/a.json": Buffer.from(BAD), "b.json": Buffer.from(SECOND) }));
  assert.equal(run(["audit", "two.zip", "--write-baseline"]).status, 0);
  assert.deepEqual(JSON.parse(read("rethought-baseline.json")).findings.map(({ file }) => file), ["two.zip/b.json", "two.zip/x/a.json"]);
  assert.equal(run(["audit", "two.zip", "--baseline", "rethought-baseline.json"]).status, 0);
  const before = readFileSync(join(folder, "two.zip"));
  const { status, stderr } = run(["fix", "two.zip", "--write", "--allow", "unsafe"]);
  assert.equal(status, 2);
  assert.match(stderr, /^rethought: two\.zip\/[^:]+: a file in an archive, and archives are not written\. Unpack the archive, and name its files\.\n/);
  assert.ok(readFileSync(join(folder, "two.zip")).equals(before));
});

test("a baseline of the configuration counts in every run, and is written there", () => {
  const { run, read } = project({ "rethought.json": { baseline: "ci/known.json" }, "ci/.keep": "", "r/bad.json": BAD });
  assert.match(run(["audit", "r"]).stderr, /There is no baseline .*known\.json/);
  assert.equal(run(["audit", "r", "--write-baseline"]).status, 0);
  assert.equal(JSON.parse(read("ci/known.json")).findings[0].file, "../r/bad.json");
  assert.equal(run(["audit", "r"]).status, 0);
});

test("what is not a baseline is refused", () => {
  const { run } = project({ "bad.json": BAD, "list.json": [], "broken.json": "{", "future.json": { version: 2, findings: [] } });
  for (const name of ["list.json", "broken.json", "future.json"]) {
    const { status, stderr } = run(["audit", "bad.json", "--baseline", name]);
    assert.equal(status, 2);
    assert.match(stderr, new RegExp(`^rethought: ${name} is not a baseline`));
  }
});

test("junit has a suite for each file and a failure for each finding, and is XML whatever the names are", () => {
  const name = "a&b <c> \"d\" 'e'.json";
  const { run } = project({ [name]: BAD, "good.json": GOOD });
  const { status, stdout } = run(["audit", name, "good.json", "none.json", "--format", "junit"]);
  assert.equal(status, 2);
  assert.match(stdout, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="rethought" tests="3" failures="1" errors="1">\n/);
  assert.equal(stdout.match(/<testsuite /g).length, 3);
  assert.match(stdout, /<testcase name="thinking-without-signature at \/messages\/1\/content\/0" classname="a&#38;b &#60;c&#62; &#34;d&#34; &#39;e&#39;\.json" .*line="1">\n {6}<failure message="`thinking` block has no `signature`\.?" type="error">/);
  assert.match(stdout, /<error message="none\.json: no such file">/);
  assertNested(stdout);
});

/** Checks that every element is closed in order and that texts and attributes are escaped. */
function assertNested(xml) {
  const open = [];
  for (const [tag, slash, name, rest] of xml.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
    assert.doesNotMatch(rest.replace(/="[^"<&]*(?:&#\d+;[^"<&]*)*"/g, ""), /["<&]/, tag);
    if (slash) assert.equal(open.pop(), name);
    else if (!rest.endsWith("/")) open.push(name);
  }
  assert.deepEqual(open, []);
  assert.doesNotMatch(xml.replace(/<[^>]*>/g, "").replace(/&#\d+;/g, ""), /[<>&]/);
}

test("markdown is a table of findings, whatever the names are", () => {
  const { run } = project({ "a|b`c.json": BAD, "good.json": GOOD });
  const { status, stdout } = run(["audit", "a|b`c.json", "good.json", "--format", "markdown"]);
  assert.equal(status, 1);
  assert.match(stdout, /^### rethought: 1 finding\n\n\| severity \| rule \| place \| problem \|\n\|---\|---\|---\|---\|\n\| error \| `thinking-without-signature` \| a&#124;b&#96;c\.json:1:\d+ `\/messages\/1\/content\/0` \| .+ \|\n\n2 files checked\.\n$/);
  assert.match(run(["audit", "good.json", "--format", "markdown"]).stdout, /^### rethought: no problems found\n/);
});

test("reports as JSON fit their schema: of every case, in one list and alone", () => {
  const isReport = new Ajv({ allowUnionTypes: true }).compile(schemaOf("report"));
  const cases = readdirSync("rules", { recursive: true }).map(String).filter((name) => /bad-[^/]*\.json$/.test(name) && !name.endsWith(".fixed.json")).filter((_, nth) => nth % 2 === 0);
  assert.ok(cases.length > 150);
  const { stdout } = spawnSync(BIN, ["audit", ...cases.map((name) => join("rules", name)), "none.json", "--format", "json"], { encoding: "utf8", maxBuffer: 1 << 28 });
  const rows = JSON.parse(stdout);
  assert.ok(isReport(rows), JSON.stringify(isReport.errors?.slice(0, 3)));
  assert.ok(isReport(rows[0].report));
  assert.equal(rows[0].report.schema, 1);
  for (const wrong of [{}, { ...rows[0].report, schema: 2 }, { ...rows[0].report, verdict: "fine" }, [{ file: "x" }], [{ file: "x", report: { ...rows[0].report, findings: [{}] } }]]) assert.equal(isReport(wrong), false);
});
