// The command: its files and their order, and the sentences with which it refuses, before anything is written.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import test from "node:test";
import { loadKinds } from "../../scripts/new.mjs";
import { withRowsApart } from "../../scripts/new/rule.mjs";
import { root } from "../../scripts/paths.mjs";

const kinds = await loadKinds();
const textsOf = (kind, ...args) => kinds.get(kind).make(args, root).changes.texts;

test("the command names every kind where it is given none, or one that is not there", () => {
  for (const args of [[], ["frob", "x"]]) {
    const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts", "new.mjs"), ...args], { encoding: "utf8" });
    assert.equal(status, 1);
    for (const kind of kinds.keys()) assert.match(stderr, new RegExp(`^npm run new -- ${kind} <`, "m"));
  }
});

const SOURCE = ["--source", "https://example.com/"];
const WORDS = ["--text", "the night has no signature"];
const REFUSED = [
  [["rule"], /needs a name/],
  [["rule", "one-rule", "two-rules"], /Give one name \(got one-rule, two-rules\)/],
  [["rule", "night-shift", "--folder"], /--folder needs a value/],
  [["rule", "Night-Shift"], /must be /],
  [["rule", "../night-shift"], /must be /],
  [["rule", "night"], /must be /],
  [["rule", "night-shift", "--folder", "nowhere"], /--folder must be .*\(got nowhere\)/],
  [["rule", "thinking-not-first", "--folder", "gemini"], /already exists/],
  [["wording", "no-such-rule", ...WORDS, "--wire", "openai-chat", ...SOURCE], /Unknown rule no-such-rule/],
  [["wording", "thinking-not-first", "--wire", "openai-chat", ...SOURCE], /at least 12/],
  [["wording", "thinking-not-first", "--text", "a\\b and more words", "--wire", "openai-chat", ...SOURCE], /backslashes/],
  [["wording", "thinking-not-first", ...WORDS, ...SOURCE], /--wire must be/],
  [["wording", "thinking-not-first", ...WORDS, "--wire", "openai-chat"], /--source must be /],
  [["wording", "thinking-not-first", "--text", "bound to a different conversation", "--wire", "openai-chat", ...SOURCE], /already has this text/],
  [["model", "claude-opus-4-8", "--vendor", "anthropic", ...SOURCE], /already have claude-opus-4-8/],
  [["model", "claude-night", ...SOURCE], /--vendor must be .*\(got nothing\)/],
  [["model", "claude-night", "--vendor", "toString", ...SOURCE], /got toString/],
  [["model", "gpt-99", "--vendor", "anthropic", ...SOURCE], /must begin with claude-/],
  [["model", "claude-night", "--vendor", "anthropic"], /--source must be /],
  [["dialect", "acme"], /--domain must be .*\(got nothing\)/],
  [["dialect", "acme", "--domain", "no domain"], /\(got no domain\)/],
  [["dialect", "acme", "--domain"], /--domain needs a value/],
  [["dialect", "acme", "--domain", "acme.example", "--source", "a friend"], /--source must be /],
  [["dialect", "groq", "--domain", "acme.example"], /already has groq/],
  [["host", "acme", "--domain", "groq.com"], /already has groq, with the domain groq.com/],
  [["wire", "ollama"], /already/],
  [["wire", "openai-chat"], /already/],
  [["session-format"], /needs a name/],
  [["session-format", "Night_Log"], /must be lowercase words .*\(got Night_Log\)/],
  [["session-format", "a--b"], /must be /],
  [["session-format", "match"], /reserved word/],
  [["session-format", "har"], /already/],
  [["session-format", "cut"], /already has cut/],
  [["session-format", "a", "--domain", "b.example"], /Unknown option --domain/],
  [["format", "letta"], /already exists/],
  [["format", "flat"], /already exists/],
  [["store", "redis"], /already exists/],
  [["client", "openai"], /already exists/],
  [["pane", "audit"], /already exists/],
];

for (const [[kind, ...args], pattern] of REFUSED) {
  test(`refused: ${[kind, ...args].join(" ")}`, () => assert.throws(() => textsOf(kind, ...args), pattern));
}

test("the lines of a rule are in the order of the alphabet", () => {
  const text = textsOf("rule", "night-shift", "--folder", "gemini").get("src/audit/rules/gemini/mod.rs");
  for (const pattern of [/^pub mod (\w+);$/gm, /^ {4}&(\w+)::RULE,$/gm]) {
    const names = [...text.matchAll(pattern)].map(([, name]) => name);
    assert.ok(names.includes("night_shift"));
    assert.deepEqual(names, [...names].sort());
  }
});

test("a list of rules on one line gets a line for each", () => {
  const text = "pub(super) static RULES: &[&Rule] =\n    &[&early::RULE, &late::RULE];\n";
  assert.equal(withRowsApart(text), "pub(super) static RULES: &[&Rule] = &[\n    &early::RULE,\n    &late::RULE,\n];\n");
});

test("a domain comes before those above it and after those below it in the table of hosts", () => {
  const orderWith = (domain) => JSON.parse(textsOf("host", "acme", "--domain", domain).get("src/wires/hosts.json")).map(({ name }) => name);
  const below = orderWith("eu.groq.com");
  assert.equal(below.indexOf("acme"), below.indexOf("groq") - 1);
  const above = orderWith("anthropic.com");
  assert.ok(above.indexOf("acme") > above.indexOf("anthropic"));
});
