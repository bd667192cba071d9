// A new rule is a file, two lines of its folder's table and a folder of cases.
import assert from "node:assert/strict";
import test from "node:test";
import { withRule } from "../../scripts/new/rule.mjs";
import { runInCopy } from "./copy.mjs";

const HEADINGS = ["What it checks", "Why", "Bad", "Good", "Fix", "Evidence"];

test("a rule is one file, two lines of the table of its folder and two bad and two good cases", async () => {
  const runs = [["night-shift", "anthropic"], ["aaa-first", "tools"], ["zzz-last", "ledger"]];
  const results = await runInCopy(["rule", "night-shift"], ["rule", "aaa-first", "--folder", "tools"], ["rule", "--folder", "ledger", "zzz-last"]);
  for (const [nth, [id, folder]] of runs.entries()) {
    const { made, gained, error } = results[nth];
    assert.equal(error, undefined, error?.stack);
    const module = id.replaceAll("-", "_");
    const file = `src/audit/rules/${folder}/${module}.rs`;
    const cases = ["bad-1.fixed.json", "bad-1.json", "bad-2.fixed.json", "bad-2.json", "good-1.json", "good-2.json"];
    assert.deepEqual([...made.keys()].sort(), [file, ...cases.map((name) => `tests/data/rules/${id}/${name}`)]);
    assert.deepEqual([...gained], [[`src/audit/rules/${folder}/mod.rs`, [`pub mod ${module};`, `    &${module}::RULE,`]]]);
    holdSource(made.get(file), id, folder);
    for (const name of ["bad-1", "bad-2"]) {
      const { request } = JSON.parse(made.get(`tests/data/rules/${id}/${name}.json`));
      const { [module]: found, ...rest } = request;
      assert.equal(found, true, "a bad case has the member that the check finds");
      assert.deepEqual(JSON.parse(made.get(`tests/data/rules/${id}/${name}.fixed.json`)), rest);
    }
  }
});

function holdSource(source, id, folder) {
  const card = source.split("\n").filter((line) => line.startsWith("//!")).map((line) => line.slice(4));
  assert.deepEqual(card.filter((line) => line.startsWith("# ")), HEADINGS.map((name) => `# ${name}`));
  const examples = [...card.join("\n").matchAll(/```json\n(.*)\n```/g)].map(([, text]) => JSON.parse(text));
  assert.equal(examples.length, 2);
  for (const { emitted } of examples) assert.equal(emitted !== undefined, folder === "ledger", "a rule of the ledger says what was emitted");
  for (const line of [`    id: "${id}",`, "    tier: Tier::Nursery,", "    evidence: Evidence::Inferred,"]) assert.ok(source.includes(line), line);
  assert.match(source, /^ {4}since: "\d+\.\d+\.\d+",$/m);
}

test("the lines stand in the order of the alphabet", async () => {
  const [{ changed }] = await runInCopy(["rule", "night-shift", "--folder", "gemini"]);
  const text = changed.get("src/audit/rules/gemini/mod.rs");
  for (const pattern of [/^pub mod (\w+);$/gm, /^ {4}&(\w+)::RULE,$/gm]) {
    const names = [...text.matchAll(pattern)].map(([, name]) => name);
    assert.ok(names.includes("night_shift"));
    assert.deepEqual(names, [...names].sort());
  }
});

test("a rule with a bad name, of no folder, or that is there already is refused, and nothing is written", async () => {
  const refused = [
    [["rule"], /Name one rule/],
    [["rule", "one", "two"], /Name one rule/],
    [["rule", "night-shift", "--folder"], /Name one rule/],
    [["rule", "Night-Shift"], /is no id/],
    [["rule", "night_shift"], /is no id/],
    [["rule", "../night-shift"], /is no id/],
    [["rule", "night"], /is no id/],
    [["rule", "night-shift", "--folder", "nowhere"], /no folder nowhere/],
    [["rule", "thinking-not-first", "--folder", "gemini"], /already/],
    [["rule", "sent-parts"], /already/],
  ];
  const results = await runInCopy(...refused.map(([args]) => args));
  for (const [nth, [args, pattern]] of refused.entries()) {
    const { error, made, gained } = results[nth];
    assert.match(error?.message ?? "nothing was refused", pattern, args.join(" "));
    assert.deepEqual([made.size, gained.size], [0, 0], args.join(" "));
  }
});

test("a list of rules on one line gets a line for each", () => {
  const text = "pub mod late;\n\npub(super) static RULES: &[&Rule] =\n    &[&early::RULE, &late::RULE];\n";
  assert.equal(withRule(text, "middle"), "pub mod late;\npub mod middle;\n\npub(super) static RULES: &[&Rule] = &[\n    &early::RULE,\n    &late::RULE,\n    &middle::RULE,\n];\n");
});
