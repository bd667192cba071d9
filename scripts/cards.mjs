// The cards of the rules, read from the heads of their files, and what the package knows of them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Stop } from "./command.mjs";
import { root } from "./paths.mjs";
import { bareRows } from "./tables.mjs";

const FOLDER = join(root, "src", "audit", "rules");

/** The card of each rule by its id: the summary, and the sections as text. */
export function cards() {
  const found = new Map();
  for (const folder of readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    for (const file of readdirSync(join(FOLDER, folder.name))) {
      const source = readFileSync(join(FOLDER, folder.name, file), "utf8");
      // The other files of a folder are rooms that several of its rules use.
      if (!source.includes("pub static RULE: Rule")) continue;
      found.set(file.replace(/\.rs$/, "").replaceAll("_", "-"), { folder: folder.name, ...cardOf(source) });
    }
  }
  return found;
}

function cardOf(source) {
  const head = /^(?:\/\/!.*\n)+/.exec(source)[0].replace(/^\/\/! ?/gm, "");
  const [summary, ...sections] = head.split(/^# /m);
  const text = Object.fromEntries(sections.map((section) => [section.slice(0, section.indexOf("\n")), section.slice(section.indexOf("\n")).trim()]));
  const example = (name) => /```json\n([\s\S]*?)```/.exec(text[name])?.[1].trim();
  // The tests join rules and simulator by these lines. They are no evidence for people.
  const sources = text.Evidence.split("\n").filter((line) => !line.startsWith("- catalogue:")).join("\n");
  return { summary: flat(summary), what: text["What it checks"], why: text.Why, bad: example("Bad"), good: example("Good"), fix: text.Fix, sources };
}

/**
* The texts of the rules that the package ships, in the order of a report's checks: `wasm/rules.js`, which every audit reads, and `cards/index.js`, for
 * those who want the rest. `table` is what the rules say of themselves.
 */
export function catalogue(table) {
  const known = cards();
  const missing = table.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  if (missing.length || known.size !== table.length) throw new Stop(`The rules and the cards differ: ${missing.join(", ") || `${table.length} and ${known.size}`}.`);
  const short = table.map(({ id, fixes, upstream, heads }) => {
    const { summary, why, fix } = known.get(id);
    return { id, message: summary, why: reason(why), fixes: Object.fromEntries(fixes.map((safety) => [safety, titleOf(fix, safety)])), upstream, heads };
  });
  const whole = Object.fromEntries(table.map(({ id, heads, ...row }) => [id, { id, ...row, upstream: Object.values(row.upstream), wires: wiresOf(row.binds), ...known.get(id) }]));
  return { "wasm/rules.js": moduleOf(short), "cards/index.js": moduleOf(whole), "wasm/models.js": moduleOf(bareRows()) };
}

/** The TypeScript union of all rule ids, in the order of the alphabet. */
export function ruleIdType(table) {
  const ids = table.map(({ id }) => id).sort();
  return `// Made by the build from the rules of src/audit/rules.\n\n/** The id of a rule. It names the defect that the rule finds. */\nexport type RuleId =\n${ids.map((id) => `  | "${id}"`).join("\n")};\n`;
}

/** As a string, which costs an import next to nothing, to be parsed when it is first asked for. */
const moduleOf = (value) => `// Made by the build from the heads of src/audit/rules/*/*.rs.\nexport default ${JSON.stringify(JSON.stringify(value))};\n`;

/** The paragraphs of a section that are the house's own words, and not a quotation. */
const reason = (why) => flat(why.split(/\n\n+/).filter((paragraph) => !paragraph.startsWith(">")).join("\n\n") || why.replace(/^> ?/gm, ""));

/** Finds the sentence of a fix section on one kind of fix. */
function titleOf(fix, safety) {
  const found = new RegExp(`\\b${safety}: ([^]*?)(?=\\n\\n|\\b(?:Safe|Unsafe|Placeholder|None): |$)`, "i").exec(fix);
  return flat(found?.[1] ?? fix);
}

const flat = (text) => text.replace(/\s+/g, " ").trim();
const wiresOf = (binds) => /^wire=(\S+)/.exec(binds)?.[1].split("|") ?? [];
