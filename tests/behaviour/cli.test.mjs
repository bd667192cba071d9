// The command line, as a shell runs it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { explain } from "rethought";

const BIN = fileURLToPath(new URL("./node_modules/.bin/rethought", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rethought-cli-"));
const run = (args, input) => {
  const { status, stdout, stderr } = spawnSync(BIN, args, { input, encoding: "utf8", cwd: folder });
  return { status, stdout, stderr };
};
const BAD = '{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"b"},{"type":"text","text":"c"}]},{"role":"user","content":"d"}]}';
const GOOD = BAD.replace('"thinking":"b"', '"thinking":"b","signature":"RXF1YWwgYnl0ZXM="');
writeFileSync(join(folder, "bad.json"), BAD);
writeFileSync(join(folder, "good.json"), GOOD);

test("audit ends with 0 on a clean request, 1 on findings, 2 where it could not run", () => {
  assert.equal(run(["audit", "good.json"]).status, 0);
  const found = run(["audit", "bad.json"]);
  assert.equal(found.status, 1);
  assert.match(found.stdout, /^error\[thinking-without-signature\]: .+\n {2}--> bad\.json:1:\d+ {2}\/messages\/1\/content\/0\n {3}\| /);
  assert.match(found.stdout, /^ {2}fix \(unsafe\): .+\.\n {2}evidence: documented by the provider · rethought explain thinking-without-signature$/m);
  assert.match(found.stdout, /^bad\.json: Will be refused\. 1 error\. \d+ rules checked, \d+ undecided\.$/m);
  assert.match(run(["audit", "good.json"]).stdout, /^good\.json: No problems found\. \d+ rules checked, \d+ undecided\.$/m);
  assert.equal(run(["audit", "-", "--wire", "anthropic-messages"], BAD).status, 1);
  assert.equal(run(["audit", "--wire", "anthropic-messages", "--off", "thinking-without-signature"], BAD).status, 0);
  for (const args of [["audit", "none.json"], ["audit", "--nonsense"], ["nonsense"], [], ["audit", "--format", "pdf", "good.json"], ["explain", "no-such-rule"]]) {
    const { status, stderr } = run(args);
    assert.equal(status, 2, args.join(" "));
    assert.match(stderr, /^rethought: /, args.join(" "));
  }
  assert.equal(run(["audit"], "{").status, 2);
  assert.equal(run(["audit"], '{"a":1}').status, 2);
});

test("an unknown option or command is refused, with the name that is meant if it is near", () => {
  for (const [args, sentence] of [
    [["audit", "good.json", "--fromat", "json"], "Unknown option --fromat. Did you mean --format?"],
    [["audit", "good.json", "--modl", "x"], "Unknown option --modl. Did you mean --model?"],
    [["fix", "good.json", "--alow", "unsafe"], "Unknown option --alow. Did you mean --allow?"],
    [["audit", "good.json", "--quality"], "Unknown option --quality."],
    [["audit", "good.json", "-V"], "Unknown option -V. Did you mean --version?"],
    [["audti", "good.json"], "Unknown command audti. Did you mean rethought audit?"],
    [["explain", "nonsense"], "Unknown rule nonsense."],
    [["audit", "good.json", "--format", "xml"], "--format must be text, json, sarif, github, junit or markdown (got xml). Did you mean junit?"],
    [["audit", "good.json", "--write"], "audit has no option --write"],
    [["explain", "--write"], "explain has no option --write"],
    [["inspect", "--wire", "x"], "inspect has no option --wire"],
  ]) {
    const { status, stdout, stderr } = run(args);
    assert.deepEqual([status, stdout, stderr.split("\n")[0]], [2, "", `rethought: ${sentence}`]);
  }
});

test("the examples of the cards can be piped in as they stand", () => {
  const id = "thinking-without-signature";
  assert.equal(run(["audit"], explain(id).bad).status, 1);
  assert.equal(run(["audit"], explain(id).good).status, 0);
});

test("fix writes the mended request, says what it did, and never half a file", () => {
  const kept = run(["fix", "bad.json"]);
  assert.deepEqual([kept.status, kept.stdout.trimEnd()], [1, BAD]);
  assert.match(kept.stderr, /left thinking-without-signature at \/messages\/1\/content\/0 \(its fix is unsafe: --allow unsafe\)/);
  const mended = run(["fix", "bad.json", "--allow", "unsafe"]);
  assert.equal(mended.status, 0);
  assert.equal(mended.stdout.trimEnd(), BAD.replace('{"type":"thinking","thinking":"b"},', ""));
  assert.match(run(["fix", "bad.json", "--allow", "unsafe", "--diff"]).stdout, /^- .*"thinking":"b"/m);
  writeFileSync(join(folder, "case.json"), ` {"target":{"wire":"anthropic-messages"},\n "request":${BAD} }`);
  assert.equal(run(["fix", "case.json", "--allow", "unsafe", "--write"]).status, 0);
  assert.equal(readFileSync(join(folder, "case.json"), "utf8"), ` {"target":{"wire":"anthropic-messages"},\n "request":${mended.stdout.trimEnd()} }`);
  assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith(".part")), []);
  assert.equal(run(["fix", "--write"]).status, 2);
  assert.match(run(["fix", "case.json", "--write", "--diff"]).stderr, /^rethought: --diff and --write exclude each other\n/);
});

test("convert names the wires to who gives another", () => {
  for (const args of [["--to", "nonsense"], ["--from", "nonsense", "--to", "openai-chat"]]) {
    const { status, stdout, stderr } = run(["convert", "good.json", ...args]);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, /anthropic-messages, .*bedrock-converse, .*ollama-chat, .*cognipeer, .* \(got nonsense\)\. All hosts: rethought tables\n/);
  }
  assert.equal(run(["convert", "good.json", "--to", "openai-chat"]).status, 0);
});

test("convert takes formats of frameworks, named or known by their shape", () => {
  const reasoning = { blocks: [{ type: "thinking", text: "b", signature: "RXF1YWwgYnl0ZXM=" }] };
  const state = JSON.stringify({ messages: [{ role: "user", content: "a" }, { role: "assistant", content: "c", reasoning }, { role: "user", content: "d" }], ctx: {} });
  for (const args of [["--from", "cognipeer"], []]) {
    const { status, stdout } = run(["convert", ...args, "--to", "anthropic-messages", "--model", "claude-opus-4-5"], state);
    assert.equal(status, 0, args.join(" "));
    assert.deepEqual(JSON.parse(stdout).messages[1].content[0], { type: "thinking", thinking: "b", signature: "RXF1YWwgYnl0ZXM=" });
  }
  const { status, stdout } = run(["convert", "good.json", "--to", "letta"]);
  assert.deepEqual([status, JSON.parse(stdout).map(({ message_type }) => message_type)], [0, ["user_message", "reasoning_message", "assistant_message", "user_message"]]);
});

test("explain tells a card, or all names; a name that is near is offered", () => {
  assert.match(run(["explain", "thinking-without-signature"]).stdout, /^What it checks\n {2}/m);
  assert.deepEqual([...run(["explain"]).stdout.matchAll(/^ {2}([a-z][a-z0-9-]+) +(?:error|warning|note)/gm)].map(([, id]) => id).sort(), explain().sort());
  assert.match(run(["explain", "thinking-without-a-signature"]).stderr, /Unknown rule thinking-without-a-signature\. Did you mean thinking-without-signature\?/);
  assert.match(run(["--help"]).stdout, /Exit codes/);
});

test("every format of a report comes out of the command line", () => {
  assert.equal(JSON.parse(run(["audit", "bad.json", "--format", "json"]).stdout).findings.length, 1);
  assert.equal(JSON.parse(run(["audit", "bad.json", "--format", "sarif"]).stdout).runs[0].results.length, 1);
  assert.match(run(["audit", "bad.json", "--format", "github"]).stdout, /^::error file=bad\.json/);
  assert.equal(run(["audit", "good.json", "--format", "github"]).stdout, "");
});

test("classify names the rules of an error, the likeliest first, and what to do", () => {
  const error = '{"type":"error","error":{"type":"invalid_request_error","message":"messages.3.content.0.thinking.signature: Field required\\nSee the docs."}}';
  const named = run(["classify"], error);
  assert.equal(named.status, 0);
  assert.match(named.stdout, /^stdin: thinking-without-signature\n {2}The provider answers:\n {4}messages\.3\.content\.0\.thinking\.signature: Field required\n {4}See the docs\.\n {2}place: \/messages\/3\/content\/0/);
  assert.match(named.stdout, /^ {4}1\. thinking-without-signature: .+\n {4}2\. unsigned-details: .+\n/m);
  assert.match(named.stdout, /^ {4}fix \(unsafe\): .+\.\n(?: {4}fix .+\n)* {4}To see which cause it is: rethought audit request\.json\n {4}To fix the request: rethought fix request\.json --allow unsafe$/m);
  assert.equal(JSON.parse(run(["classify", "--format", "json"], error).stdout).rule, "thinking-without-signature");
  const changed = run(["classify"], "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.");
  assert.match(changed.stdout, /^ {4}Without a ledger: /m);
});

test("classify ends with 1 where no rule is known for an error, and with 2 where it could not run", () => {
  const other = run(["classify"], '{"error":{"message":"Rate limit reached"}}');
  assert.deepEqual([other.status, other.stdout.trim()], [1, "stdin: no rule known for this error"]);
  const code = run(["classify"], '{"type":"error","error":{"type":"invalid_request_error","message":"No.","details":{"error_code":"thread_not_found"}}}');
  assert.equal(code.status, 1);
  assert.match(code.stdout, /^stdin: no rule known for this error\n {2}The provider answers:\n {4}.+\n {2}thread_not_found: /);
  assert.equal(run(["classify", "none.txt"]).status, 2);
});
