// The command: what it makes in which order, and what it refuses with a sentence, before anything is written.
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
  [["rule", "one-rule", "two-rules"], /One name at a time/],
  [["rule", "night-shift", "--folder"], /--folder needs a value/],
  [["rule", "Night-Shift"], /is no name/],
  [["rule", "../night-shift"], /is no name/],
  [["rule", "night"], /is no name/],
  [["rule", "night-shift", "--folder", "nowhere"], /no folder nowhere/],
  [["rule", "thinking-not-first", "--folder", "gemini"], /is there already/],
  [["wording", "no-such-rule", ...WORDS, "--wire", "openai-chat", ...SOURCE], /no rule no-such-rule/],
  [["wording", "thinking-not-first", "--wire", "openai-chat", ...SOURCE], /at least 12/],
  [["wording", "thinking-not-first", "--text", "a\\b and more words", "--wire", "openai-chat", ...SOURCE], /backslashes/],
  [["wording", "thinking-not-first", ...WORDS, ...SOURCE], /needs the wire/],
  [["wording", "thinking-not-first", ...WORDS, "--wire", "openai-chat"], /is not a page/],
  [["wording", "thinking-not-first", "--text", "bound to a different conversation", "--wire", "openai-chat", ...SOURCE], /has this text already/],
  [["model", "claude-opus-4-8", "--vendor", "anthropic", ...SOURCE], /«claude-opus-4-8» already/],
  [["model", "claude-night", ...SOURCE], /needs its vendor/],
  [["model", "claude-night", "--vendor", "toString", ...SOURCE], /got toString/],
  [["model", "gpt-99", "--vendor", "anthropic", ...SOURCE], /begin with claude-/],
  [["model", "claude-night", "--vendor", "anthropic"], /is not a page/],
  [["dialect", "acme"], /needs the domain/],
  [["dialect", "acme", "--domain", "no domain"], /«no domain» is none/],
  [["dialect", "acme", "--domain"], /--domain needs a value/],
  [["dialect", "acme", "--domain", "acme.example", "--source", "a friend"], /is not a page/],
  [["dialect", "groq", "--domain", "acme.example"], /«groq» already/],
  [["host", "acme", "--domain", "groq.com"], /«groq» already, with the domain groq.com/],
  [["wire", "ollama"], /already/],
  [["wire", "openai-chat"], /already/],
  [["session-format"], /needs a name/],
  [["session-format", "Night_Log"], /«Night_Log» is no name/],
  [["session-format", "a--b"], /is no name/],
  [["session-format", "match"], /a word of the language/],
  [["session-format", "har"], /already/],
  [["session-format", "cut"], /has «cut» already/],
  [["session-format", "a", "--domain", "b.example"], /no option --domain/],
  [["format", "letta"], /is there already/],
  [["format", "flat"], /is there already/],
  [["store", "redis"], /is there already/],
  [["client", "openai"], /is there already/],
  [["pane", "audit"], /is there already/],
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
