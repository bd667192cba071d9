// The recipes for CI: their shell lines run unchanged in a project with the package installed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";

const BAD = '{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"b"},{"type":"text","text":"c"}]},{"role":"user","content":"d"}]}';
const GOOD = BAD.replace('"thinking":"b"', '"thinking":"b","signature":"RXF1YWwgYnl0ZXM="');
const recipe = (name) => readFileSync(new URL(`./node_modules/rethought/recipes/${name}`, import.meta.url), "utf8");

/** A project with a folder of requests, as the recipes expect it. */
function project(files) {
  const folder = mkdtempSync(join(tmpdir(), "rethought-recipes-"));
  mkdirSync(join(folder, "requests"));
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "requests", name), text);
  const sh = (line) => {
    const { status, stdout, stderr } = spawnSync("sh", ["-ec", line], { cwd: folder, encoding: "utf8", env: { ...process.env, GITHUB_STEP_SUMMARY: join(folder, "summary.md"), npm_config_offline: "true" } });
    return { status, stdout, stderr };
  };
  const read = (name) => readFileSync(join(folder, name), "utf8");
  return { sh, read, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const lines = (text, pattern) => [...text.matchAll(pattern)].map(([, line]) => line).filter((line) => line !== "npm ci");

test("GitHub: annotations fail the job, SARIF and the summary are written all the same", () => {
  const commands = lines(recipe("github.yml"), /^ +(?:- )?run: (.+)$/gm);
  assert.equal(commands.length, 3);
  const { sh, read, remove } = project({ "bad.json": BAD, "good.json": GOOD });
  const [annotated, sarif, summary] = commands.map(sh);
  assert.equal(annotated.status, 1);
  assert.match(annotated.stdout, /^::error file=requests\/bad\.json,line=1,/);
  assert.deepEqual([sarif.status, summary.status], [0, 0]);
  const [{ results }] = JSON.parse(read("rethought.sarif")).runs;
  assert.deepEqual(results.map(({ ruleId, locations }) => [ruleId, locations[0].physicalLocation.artifactLocation.uri]), [["thinking-without-signature", "requests/bad.json"]]);
  assert.match(read("summary.md"), /^### rethought: 1 finding\n/);
  // The recipe uploads the file that the command writes.
  assert.match(recipe("github.yml"), /sarif_file: rethought\.sarif\n/);
  remove();
  const clean = project({ "good.json": GOOD });
  assert.deepEqual(commands.map((line) => clean.sh(line).status), [0, 0, 0]);
  clean.remove();
});

test("GitLab: the job fails on errors, and its test report is there", () => {
  const commands = lines(recipe("gitlab-ci.yml"), /^ {4}- (.+)$/gm);
  assert.equal(commands.length, 1);
  const { sh, read, remove } = project({ "bad.json": BAD, "good.json": GOOD });
  assert.equal(sh(commands[0]).status, 1);
  assert.match(read("rethought.xml"), /<testsuites name="rethought" tests="2" failures="1" errors="0">/);
  assert.match(recipe("gitlab-ci.yml"), /junit: rethought\.xml\n/);
  remove();
  const clean = project({ "good.json": GOOD });
  assert.equal(clean.sh(commands[0]).status, 0);
  clean.remove();
});

test("pre-commit: the hook is given the files that changed, and prints findings alone", () => {
  const text = recipe("pre-commit-config.yaml");
  const [entry] = lines(text, /^ +entry: (.+)$/gm);
  const files = new RegExp(/^ +files: (.+)$/m.exec(text)[1]);
  assert.deepEqual(["requests/bad.json", "requests/deep/bad.json", "src/x.json"].map((name) => files.test(name)), [true, true, false]);
  const { sh, remove } = project({ "bad.json": BAD, "good.json": GOOD });
  const { status, stdout } = sh(`${entry} requests/good.json`);
  assert.deepEqual([status, stdout], [0, ""]);
  const found = sh(`${entry} requests/bad.json requests/good.json`);
  assert.equal(found.status, 1);
  assert.match(found.stdout, /^error\[thinking-without-signature\]/);
  remove();
});
