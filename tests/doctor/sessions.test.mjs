// The other commands on sessions: audit, fix, convert and classify, as a person calls them.
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BIN, claudeSession, openHome } from "./homes.mjs";

const DEAD = claudeSession({ signature: "REDACTED" });
const HEALTHY = claudeSession();
const REQUEST = '{"model":"claude-opus-4-8","max_tokens":9,"messages":[{"role":"user","content":"Is it warm?"}]}';

/** A home folder with files, and any command in it. */
function openFiles(files) {
  const { home, put, env, run: doctor } = openHome();
  for (const [name, text] of Object.entries(files)) put(name, text);
  const run = (words, input) => spawnSync(process.execPath, [BIN, ...words], { cwd: home, encoding: "utf8", env, input });
  return { run, doctor, put };
}

test("audit prints each exchange, and the findings of the next request at their lines", () => {
  const { run } = openFiles({ "dead.jsonl": DEAD, "healthy.jsonl": HEALTHY });
  const dead = run(["audit", "dead.jsonl"]);
  equal(dead.status, 1, dead.stderr);
  match(dead.stdout, /^dead\.jsonl: Claude Code, 2 exchanges\.$/m);
  match(dead.stdout, /^ {2}exchange 1, line 1: answered, no problems found$/m);
  match(dead.stdout, /^ {2}exchange 2, line 3: answered, not checked: /m);
  match(dead.stdout, /^Next request: will be refused\.\nerror\[invalid-thinking-signature\] at line 2, byte \d+$/m);
  match(dead.stdout, /^To see the repair: rethought doctor dead\.jsonl$/m);
  const healthy = run(["audit", "healthy.jsonl"]);
  deepEqual([healthy.status, healthy.stderr], [0, ""]);
  match(healthy.stdout, /^ {2}exchanges 1 to 2, from line 1: answered, no problems found\nNext request: no problems found\.$/m);
});

test("audit of a session in each format names the line of the finding, and answered exchanges are never refused", () => {
  const { run } = openFiles({ "dead.jsonl": DEAD });
  const report = JSON.parse(run(["audit", "dead.jsonl", "--format", "json"]).stdout);
  deepEqual([report.verdict, report.findings.length, report.findings[0].line], ["rejected", 1, 2]);
  deepEqual(report.exchanges.map(({ outcome, verdict }) => [outcome, verdict]), [["answered", "accepted"], ["answered", "unknown"]]);
  const [result] = JSON.parse(run(["audit", "dead.jsonl", "--format", "sarif"]).stdout).runs[0].results;
  deepEqual([result.ruleId, result.locations[0].physicalLocation.region.startLine], ["invalid-thinking-signature", 2]);
  match(run(["audit", "dead.jsonl", "--format", "github"]).stdout, /^::error file=dead\.jsonl,line=2,/m);
  match(run(["audit", "dead.jsonl", "--format", "junit"]).stdout, /failures="1"/);
  match(run(["audit", "dead.jsonl", "--format", "markdown"]).stdout, /`dead\.jsonl:2:\d+`/);
  equal(run(["audit", "dead.jsonl", "--off", "invalid-thinking-signature"]).stdout.includes("error["), false);
});

test("folders, patterns and standard input have sessions among requests", () => {
  const { run } = openFiles({ "all/a.jsonl": HEALTHY, "all/b.json": REQUEST, "all/deep/c.jsonl": DEAD });
  for (const word of ["all", "all/**/*.json*"]) {
    const { status, stdout, stderr } = run(["audit", word]);
    deepEqual([status, stderr], [1, ""]);
    match(stdout, /^3 files checked: 1 error\.$/m);
  }
  match(run(["audit"], DEAD).stdout, /^stdin: Claude Code, 2 exchanges\.$/m);
  match(run(["doctor", "-"], DEAD).stdout, /^Claude Code: dead$/m);
  const written = run(["doctor", "-", "--write"], DEAD);
  equal(written.status, 2);
  match(written.stderr, /--write needs a file \(got -, standard input\)/);
});

test("convert makes the next request of a session: all messages up to the last answer", () => {
  const { run } = openFiles({ "session.jsonl": HEALTHY });
  const { status, stdout, stderr } = run(["convert", "session.jsonl", "--to", "openai-responses", "--model", "gpt-5.4", "--host", "api.openai.com"]);
  equal(status, 0, stderr);
  const { model, input } = JSON.parse(stdout);
  equal(model, "gpt-5.4");
  deepEqual(input.map(({ role }) => role), ["user", "assistant", "user", "assistant"]);
});

test("convert says why it ends with 1, and its JSON has the findings", () => {
  const { run } = openFiles({ "request.json": REQUEST.replace('"messages"', '"thinking":{"type":"enabled","budget_tokens":2000},"messages"').replace("warm?\"}", 'warm?"},{"role":"assistant","content":"It is 21."}') });
  const words = ["convert", "request.json", "--to", "mistral-chat", "--model", "magistral-medium-latest", "--host", "api.mistral.ai"];
  const text = run(words);
  match(text.stderr, /^request\.json: error.*\[assistant-speaks-last\]: The last message is from the assistant/m);
  const { findings } = JSON.parse(run([...words, "--format", "json"]).stdout);
  deepEqual(findings.map(({ rule, severity }) => [rule, severity]), [["assistant-speaks-last", "reject"]]);
});

test("fix and audit --ndjson name the command for a session, and write nothing", () => {
  const { run, put } = openFiles({ "session.jsonl": DEAD });
  for (const words of [["fix", "session.jsonl"], ["fix", "session.jsonl", "--write"]]) {
    const { status, stdout, stderr } = run(words);
    deepEqual([status, stdout, stderr], [2, "", "rethought: session.jsonl: a session of Claude Code, not a request. To repair it: rethought doctor session.jsonl --write\n"]);
  }
  equal(readFileSync(put("other.jsonl", DEAD), "utf8"), DEAD);
  const { status, stdout, stderr } = run(["audit", "--ndjson", "session.jsonl"]);
  deepEqual([status, stdout], [2, ""]);
  match(stderr, /^rethought: session\.jsonl is a transcript \(a session of Claude Code\), not lines of exchanges\. To check and repair it: rethought doctor session\.jsonl$/m);
});

test("a file that is not a session gets one sentence and exit code 2, the same one from doctor and audit", () => {
  const files = {
    "exec.jsonl": '{"type":"thread.started","thread_id":"x"}\n{"type":"item.completed","item":{"id":"i","type":"agent_message","text":"x"}}\n',
    "cursor.jsonl": '{"role":"user","message":{"content":[{"type":"text","text":"x"}]}}\n',
    "spec.md": "<!-- Generated by SpecStory -->\n# x\n",
    "empty.jsonl": "",
  };
  const { run } = openFiles(files);
  for (const name of Object.keys(files)) {
    const [doctor, audit] = ["doctor", "audit"].map((command) => run([command, name]));
    deepEqual([doctor.status, doctor.stdout, doctor.stderr], [2, "", audit.stderr]);
    equal(doctor.stderr.trimEnd().split("\n").length, 1);
  }
  match(run(["doctor", "empty.jsonl"]).stderr, /the file is empty/);
});

test("a request is named as one by doctor and classify", () => {
  const { run } = openFiles({ "a.json": REQUEST });
  for (const [command, sentence] of [["doctor", /a request or an answer, not a session\. To check a request: rethought audit a\.json$/m], ["classify", /a request, not an error\. To check it: rethought audit a\.json$/m]]) {
    const { status, stdout, stderr } = run([command, "a.json"]);
    deepEqual([status, stdout], [2, ""]);
    match(stderr, sentence);
  }
});

test("a name that is missing among several does not stop the others", () => {
  const { doctor } = openFiles({ "dead.jsonl": DEAD, "healthy.jsonl": HEALTHY });
  const { status, stdout, stderr } = doctor("dead.jsonl", "nothing.jsonl", "healthy.jsonl");
  equal(status, 2);
  match(stderr, /nothing\.jsonl: no such file/);
  match(stdout, /^2 sessions: 1 cannot go on\. To see one: rethought doctor dead\.jsonl$/m);
  ok(doctor("nothing.jsonl", "none.jsonl").status === 2);
});
