// A new rule: its file, its two lines in the folder's mod.rs, and its cases. The skeleton finds a member of the request that
// has the rule's name, so that the tests pass before anything is replaced, whatever other skeletons there are.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Stop } from "../command.mjs";

export const usage = "rule <id> [--folder <folder of src/audit/rules>]";

export function make(args, root) {
  const { id, folder } = read(args);
  const rules = join(root, "src", "audit", "rules");
  const folders = readdirSync(rules, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (!folders.includes(folder)) throw new Stop(`There is no folder ${folder} of rules.`, { todo: `Choose one of ${folders.join(", ")}.` });
  const module = id.replaceAll("-", "_");
  const cases = join(root, "tests", "data", "rules", id);
  if (existsSync(cases) || folders.some((name) => existsSync(join(rules, name, `${module}.rs`)))) throw new Stop(`There is a rule or room ${id} already.`);
  const [, version] = /^version = "([^"]+)"/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"));
  const list = join(rules, folder, "mod.rs");
  writeFileSync(list, withRule(readFileSync(list, "utf8"), module));
  writeFileSync(join(rules, folder, `${module}.rs`), sourceOf(id, module, folder, version));
  mkdirSync(cases, { recursive: true });
  const made = Object.entries(casesOf(folder, module));
  for (const [name, text] of made) writeFileSync(join(cases, name), `${text}\n`);
  return {
    files: [`src/audit/rules/${folder}/${module}.rs`, `src/audit/rules/${folder}/mod.rs`, `tests/data/rules/${id}/ (${made.length} files)`],
    todo: ["replace the card, the check and the cases", `cargo test --test rust rules::`, "npm run rules, which writes the table beside the rules"],
  };
}

function read(args) {
  const at = args.indexOf("--folder");
  const folder = at < 0 ? "anthropic" : args[at + 1];
  const [id, ...more] = at < 0 ? args : args.toSpliced(at, 2);
  if (!id || !folder || more.length) throw new Stop("Name one rule.", { todo: `npm run new -- ${usage}` });
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(id)) throw new Stop(`${id} is no id: small letters, digits and hyphens, at least two words that name the defect.`);
  return { id, folder };
}

/** Adds the module and the row of the table, each at its place in the alphabet. */
export function withRule(text, module) {
  // rustfmt writes a short list on one line.
  const listed = text.replace(/(static RULES: &\[&Rule\] =)\s*&\[([^\]\n]+)\];/, (_, head, rules) => `${head} &[\n${rules.split(", ").map((rule) => `    ${rule},`).join("\n")}\n];`);
  return inserted(inserted(listed, /^pub mod (\w+);$/, module, `pub mod ${module};`), /^ {4}&(\w+)::RULE,$/, module, `    &${module}::RULE,`);
}

function inserted(text, pattern, name, line) {
  const lines = text.split("\n");
  const known = lines.map((text, nth) => [nth, pattern.exec(text)?.[1]]).filter(([, name]) => name);
  if (!known.length) throw new Stop(`mod.rs has no line like ${line.trim()}.`);
  const [after] = known.findLast(([, other]) => other < name) ?? [known[0][0] - 1];
  return lines.toSpliced(after + 1, 0, line).join("\n");
}

const MESSAGES = (text) => `"messages":[{"role":"user","content":"${text}"}]`;

/** The wire that the skeleton of a folder binds, and a request of it that says a text. */
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

function casesOf(folder, module) {
  const [, body] = wireOf(folder);
  const texts = ["Hello", "How warm is it?"];
  const files = texts.flatMap((text, nth) => [
    [`bad-${nth + 1}.json`, caseOf(folder, text, module)],
    [`bad-${nth + 1}.fixed.json`, `{${body(text)}}`],
    [`good-${nth + 1}.json`, caseOf(folder, text)],
  ]);
  return Object.fromEntries(files);
}

function sourceOf(id, module, folder, version) {
  const needs = folder === "ledger" ? ["    needs: Needs::Ledger,"] : [];
  const names = ["Evidence", "Facts", "Fix", "Found", "Mend", ...(needs.length ? ["Needs"] : []), "Rule", "Safety", "Severity", "Tier"];
  return [
    `//! The request has a member \`${module}\`: say here in one sentence what is wrong.`,
    `//!`,
    `//! # What it checks`,
    `//!`,
    `//! Say what the rule looks at, and at which targets.`,
    `//!`,
    `//! # Why`,
    `//!`,
    `//! Say what the provider does. Quote its own words after a \`>\`.`,
    `//!`,
    `//! # Bad`,
    `//!`,
    "//! ```json",
    `//! ${caseOf(folder, "Hello", module)}`,
    "//! ```",
    `//!`,
    `//! # Good`,
    `//!`,
    "//! ```json",
    `//! ${caseOf(folder, "Hello")}`,
    "//! ```",
    `//!`,
    `//! # Fix`,
    `//!`,
    `//! Unsafe: the member is removed.`,
    `//!`,
    `//! # Evidence`,
    `//!`,
    `//! - inferred, ${new Date().toISOString().slice(0, 10)}: say who knows it, with a link`,
    ``,
    `use crate::audit::{${names.join(", ")}};`,
    ``,
    `/// The rule.`,
    `pub static RULE: Rule = Rule {`,
    `    id: "${id}",`,
    `    binds: "wire=${wireOf(folder)[0]}",`,
    `    severity: Severity::Advice,`,
    `    evidence: Evidence::Inferred,`,
    `    since: "${version}",`,
    `    tier: Tier::Nursery,`,
    ...needs,
    `    check,`,
    `    fixes: &[Fix::new("remove", Safety::Unsafe, Mend::Remove)],`,
    `    ..Rule::DEFAULT`,
    `};`,
    ``,
    `fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {`,
    `    if let Some(place) = facts.body.get("${module}") {`,
    `        found.at(place);`,
    `    }`,
    `}`,
    ``,
  ].join("\n");
}
