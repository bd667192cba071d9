// The command line over several files, and over files that are not requests.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const BIN = fileURLToPath(new URL("./node_modules/.bin/rethought", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rethought-files-"));
const run = (args, { input, env } = {}) => {
  const { status, stdout, stderr } = spawnSync(BIN, args, { input, encoding: "utf8", cwd: folder, env: { ...process.env, ...env } });
  return { status, stdout, stderr };
};
const BAD = '{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"b"},{"type":"text","text":"c"}]},{"role":"user","content":"d"}]}';
const GOOD = BAD.replace('"thinking":"b"', '"thinking":"b","signature":"RXF1YWwgYnl0ZXM="');
const OTHER = '{"model":"gpt-5.1","input":[{"type":"function_call","call_id":"call_1","name":"f","arguments":"{}"},{"role":"user","content":"x"}]}';
mkdirSync(join(folder, "a b"));
for (const [name, text] of Object.entries({ "bad.json": BAD, "good.json": GOOD, "other.json": OTHER, "a b/ü#?%.json": BAD, "broken.json": '{"model":' })) writeFileSync(join(folder, name), text);
const rulesOf = (name) => JSON.parse(run(["audit", name, "--format", "json"]).stdout).findings.map(({ rule }) => rule);

test("several files make one SARIF document, whose results point to their own rules, files and fixes", () => {
  const names = ["bad.json", "other.json", "good.json", "a b/ü#?%.json"];
  const { status, stdout } = run(["audit", ...names, "--format", "sarif"]);
  assert.equal(status, 1);
  const { version, runs } = JSON.parse(stdout);
  assert.deepEqual([version, runs.length], ["2.1.0", 1]);
  const [{ tool, artifacts, results, invocations }] = runs;
  assert.equal(invocations, undefined);
  const uris = ["bad.json", "other.json", "good.json", "a%20b/%C3%BC%23%3F%25.json"];
  assert.deepEqual(artifacts.map(({ location }) => location.uri), uris);
  assert.equal(new Set(tool.driver.rules.map(({ id }) => id)).size, tool.driver.rules.length);
  for (const { ruleId, ruleIndex } of results) assert.equal(tool.driver.rules[ruleIndex].id, ruleId);
  const placed = results.map(({ ruleId, locations }) => [ruleId, locations[0].physicalLocation.artifactLocation.uri]);
  assert.deepEqual(placed, names.flatMap((name, nth) => rulesOf(name).map((rule) => [rule, uris[nth]])));
  const all = JSON.stringify(runs).match(/"uri":"[^"]*"/g);
  assert.ok(all.length > results.length && all.every((uri) => uris.includes(JSON.parse(uri.slice(6)))));
});

test("several files make one list of JSON, and one file its report as ever", () => {
  const { status, stdout } = run(["audit", "bad.json", "broken.json", "good.json", "--format", "json"]);
  assert.equal(status, 2);
  const rows = JSON.parse(stdout);
  assert.deepEqual(rows.map(({ file }) => file), ["bad.json", "broken.json", "good.json"]);
  assert.deepEqual(rows[0].report, JSON.parse(run(["audit", "bad.json", "--format", "json"]).stdout));
  assert.deepEqual([rows[1].error.code, rows[1].report, rows[2].report.findings], ["E_JSON_TRUNCATED", undefined, []]);
  writeFileSync(join(folder, "other.txt"), "a text of nobody");
  const classified = JSON.parse(run(["classify", "other.txt", "none.json", "--format", "json"]).stdout);
  assert.deepEqual([classified[0].classified, typeof classified[1].error.message], [null, "string"]);
});

test("one broken file does not stop the rest: it is reported, the others are done, and the exit code says so", () => {
  const audited = run(["audit", "broken.json", "none.json", "bad.json", "good.json"]);
  assert.equal(audited.status, 2);
  assert.match(audited.stdout, /^bad\.json: Will be refused\.[^]*^good\.json: No problems found\./m);
  assert.match(audited.stderr, /^rethought: broken\.json: .*\nrethought: none\.json: no such file$/m);
  const [{ invocations, results }] = JSON.parse(run(["audit", "broken.json", "bad.json", "--format", "sarif"]).stdout).runs;
  assert.equal(results.length, 1);
  assert.equal(invocations[0].executionSuccessful, false);
  assert.match(invocations[0].toolExecutionNotifications[0].message.text, /^broken\.json: /);
  assert.deepEqual(JSON.parse(run(["audit", "broken.json", "none.json", "--format", "sarif"]).stdout).runs[0].results, []);
  const fixed = run(["fix", "broken.json", "good.json"]);
  assert.deepEqual([fixed.status, fixed.stdout], [2, `${GOOD}\n`]);
  assert.equal(run(["classify", "none.json", "bad.json"]).status, 2);
});

test("a transcript is reported as one, with the command for it, and not audited as a request", () => {
  const pair = JSON.stringify({ url: "https://api.anthropic.com/v1/messages", status: 200, request: BAD, response: "{}" });
  const texts = {
    "session.jsonl": [`${pair}\n${pair}\n`, /a transcript \(requests with their answers\)/],
    "list.json": [`[${pair},${pair}]`, /a transcript \(requests with their answers\)/],
    "one.json": [pair, /a transcript \(requests with their answers\)/],
    "trace.har": [JSON.stringify({ log: { version: "1.2", entries: [{ request: { url: "https://x", method: "POST" }, response: {} }] } }), /a transcript \(HAR\)/],
    "it's here.jsonl": [`${pair}\n${pair}\n`, /rethought inspect 'it'\\''s here\.jsonl'$/m],
    "packed.gz": [gzipSync(`${pair}\n`), /gzip, not a request\. If it is a transcript, run: rethought inspect packed\.gz$/m],
  };
  for (const [name, [text, sentence]] of Object.entries(texts)) {
    writeFileSync(join(folder, name), text);
    for (const args of [["audit", name], ["audit", name, "--wire", "anthropic-messages"], ["fix", name]]) {
      const { status, stdout, stderr } = run(args);
      assert.deepEqual([status, stdout], [2, ""], args.join(" "));
      assert.match(stderr, sentence);
    }
  }
  assert.match(run(["audit"], { input: `${pair}\n${pair}\n` }).stderr, /^rethought: stdin: a transcript .*, not a request\. To check its lines: rethought audit --ndjson -\. To read it: rethought inspect -$/m);
});

test("a file of a format that is not read is reported by its name, in the words of the reader", () => {
  const names = readdirSync("transcripts/unread").filter((name) => !name.endsWith(".told"));
  assert.ok(names.length > 20);
  const files = [...names.map((name) => `unread/${name}`), "body/a-session-of-nobody.json", "body/lines-of-nobody.jsonl"];
  const paths = files.map((name) => join(process.cwd(), "transcripts", name));
  const expected = paths.map((path) => {
    const { fault, unread } = JSON.parse(readFileSync(`${path}.told`, "utf8"));
    assert.ok(unread);
    // The command line unpacks archives. Only the beginning of each is in these files.
    return `rethought: ${path}: ${/archive\.(?:eval|zip)$/.test(path) ? "the zip archive is damaged: it has no directory at its end, so a part is missing" : fault}`;
  });
  for (const args of [["audit"], ["audit", "--wire", "openai-chat"], ["fix"], ["inspect", "--no-open"]]) {
    // The inspector opens databases, and the sentence depends on the version of Node.
    const isAsked = (path) => args[0] !== "inspect" || !path.endsWith("sqlite.db");
    const { status, stdout, stderr } = run([...args, ...paths.filter(isAsked)]);
    assert.deepEqual([status, stdout, stderr.trimEnd().split("\n")], [2, "", expected.filter((_, nth) => isAsked(paths[nth]))], args.join(" "));
  }
});

test("text in UTF-16 is refused by every command, with what to do, also on standard input", () => {
  for (const name of ["utf-16.jsonl", "utf-16-big-endian.jsonl", "utf-16-without-a-mark.jsonl", "utf-16-list.json"]) {
    const path = join(process.cwd(), "transcripts/unread", name);
    const { fault } = JSON.parse(readFileSync(`${path}.told`, "utf8"));
    for (const command of ["audit", "fix", "classify", "decode", "doctor"]) {
      assert.deepEqual([2, "", `rethought: ${path}: ${fault}\n`], Object.values(told(run([command, path]))), command);
      assert.equal(run([command, "-"], { input: readFileSync(path) }).stderr, `rethought: stdin: ${fault}\n`, command);
    }
  }
});

const told = ({ status, stdout, stderr }) => ({ status, stdout, stderr });

test("no request of the cases is taken for a transcript", () => {
  const cases = readdirSync("rules", { recursive: true }).filter((name) => /(?:bad|good)-[^/]*\.json$/.test(name)).map((name) => join(process.cwd(), "rules", name));
  assert.ok(cases.length > 500);
  for (let at = 0; at < cases.length; at += 200) {
    const { stderr } = run(["audit", ...cases.slice(at, at + 200), "--format", "sarif"]);
    assert.doesNotMatch(stderr, /transcript|gzip|looks like/);
  }
  // Without its target a case is the body alone, and its wire is detected.
  const bodies = cases.filter((_, nth) => nth % 3 === 0).map((path, nth) => {
    const value = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(join(folder, `body-${nth}.json`), JSON.stringify(value.request ?? value));
    return `body-${nth}.json`;
  });
  assert.doesNotMatch(run(["audit", ...bodies, "--format", "json"]).stderr, /transcript|gzip|looks like/);
});

test("an option that only a polluted prototype has was not given", () => {
  const names = { allow: ["unsafe"], off: ["thinking-without-signature"], diff: true, raw: true, help: true, wire: "openai-chat", host: "x", beta: ["x"], format: "json", level: "reject", models: "x", port: "1", "no-open": true };
  const source = Object.entries(names).map(([name, value]) => `Object.prototype[${JSON.stringify(name)}] = ${JSON.stringify(value)};`).join("");
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(source)}` };
  for (const args of [["audit", "bad.json"], ["audit", "bad.json", "--format", "sarif"], ["fix", "bad.json"], ["classify", "bad.json"], ["explain", "dropped-thought"]]) {
    const [clean, polluted] = [run(args), run(args, { env })];
    assert.deepEqual([polluted.status, polluted.stdout], [clean.status, clean.stdout], args.join(" "));
  }
  assert.equal(readFileSync(join(folder, "bad.json"), "utf8"), BAD);
});
