// npm run new -- rule <id>: a rule's file, its two lines in the folder's mod.rs, and its cases. The skeleton finds a member of the request that has
// the rule's name, so that the tests pass before anything is replaced, beside any other skeletons.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Changes } from "../changes.mjs";
import { Stop } from "../command.mjs";
import { readNames, RULE_ID, templatesOf, today } from "../names.mjs";

export const usage = "rule <id> [--folder <folder of src/audit/rules>]";

const RULES = "src/audit/rules";

export function make(args, root) {
  const names = readNames(usage, args, RULE_ID);
  const { folder = "anthropic" } = names.options;
  const folders = readdirSync(join(root, RULES), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (!folders.includes(folder)) throw new Stop(`--folder must be ${folders.join(", ")} (got ${folder}).`);
  const changes = new Changes(root);
  for (const each of folders) changes.ensureFree(`${RULES}/${each}/${names.snake}.rs`);
  changes.create(`${RULES}/${folder}/${names.snake}.rs`, sourceOf(names, folder, versionIn(changes.text("Cargo.toml"))));
  const list = `${RULES}/${folder}/mod.rs`;
  changes.rewrite(list, withRowsApart);
  changes.insertSorted(list, /^pub mod (\w+);$/, `pub mod ${names.snake};`);
  changes.insertSorted(list, /^ {4}&(\w+)::RULE,$/, `    &${names.snake}::RULE,`);
  changes.createFolder(`tests/data/rules/${names.kebab}`, casesOf(folder, names.snake));
  return { changes, todo: ["replace the card, the check and the cases", "cargo test --test rust rules::", "npm run rules, which writes the table beside the rules"] };
}

const versionIn = (manifest) => /^version = "([^"]+)"/m.exec(manifest)[1];

/** Writes each rule of a short list, which rustfmt has on one line, on a separate line. */
export const withRowsApart = (text) => text.replace(/(static RULES: &\[&Rule\] =)\s*&\[([^\]\n]+)\];/, (_, head, rules) => `${head} &[\n${rules.split(", ").map((rule) => `    ${rule},`).join("\n")}\n];`);

const MESSAGES = (text) => `"messages":[{"role":"user","content":"${text}"}]`;

/** The wire of the skeleton of a folder, and a request of it that contains a text. */
const WIRES = {
  anthropic: ["anthropic-messages", MESSAGES],
  converse: ["bedrock-converse", (text) => `"messages":[{"role":"user","content":[{"text":"${text}"}]}]`],
  gemini: ["gemini-generate", (text) => `"contents":[{"role":"user","parts":[{"text":"${text}"}]}]`],
  ledger: ["anthropic-messages", MESSAGES],
  openrouter: ["openrouter-chat", MESSAGES],
  responses: ["openai-responses", (text) => `"input":[{"role":"user","content":"${text}"}]`],
};
const wireOf = (folder) => WIRES[folder] ?? ["openai-chat", MESSAGES];

function caseOf(folder, text, member) {
  const [wire, body] = wireOf(folder);
  const emitted = folder === "ledger" ? `,"emitted":[]` : "";
  return `{"target":{"wire":"${wire}"},"request":{${body(text)}${member ? `,"${member}":true` : ""}}${emitted}}`;
}

function casesOf(folder, member) {
  const [, body] = wireOf(folder);
  return ["Hello", "How warm is it?"].flatMap((text, nth) => [
    [`bad-${nth + 1}.json`, `${caseOf(folder, text, member)}\n`],
    [`bad-${nth + 1}.fixed.json`, `{${body(text)}}\n`],
    [`good-${nth + 1}.json`, `${caseOf(folder, text)}\n`],
  ]);
}

function sourceOf(names, folder, version) {
  const needs = folder === "ledger" ? "    needs: Needs::Ledger,\n" : "";
  const used = ["Evidence", "Facts", "Fix", "FixEdit", "Found", ...(needs ? ["Needs"] : []), "Rule", "Safety", "Severity", "Tier"];
  const values = { bad: caseOf(folder, "Hello", names.snake), good: caseOf(folder, "Hello"), date: today(), names: used.join(", "), wire: wireOf(folder)[0], version, needs };
  return templatesOf("rule", names)("rule.rs").replace(/\{\{(\w+)\}\}/g, (_, value) => values[value]);
}
