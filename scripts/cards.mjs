// The modules of the package that hold the cards of the rules and the rows of models.
import { bareRows } from "./tables.mjs";

/** Returns the modules by their paths. `cards` are those that the rules wrote, in the order of a report's checks. */
export function textModules(cards) {
  const byId = Object.fromEntries(cards.map((card) => [card.id, card]));
  return { "cards/index.js": moduleOf(byId, "the heads of src/audit/rules/*/*.rs"), "wasm/models.js": moduleOf(bareRows(), "src/knowledge/models and src/wires/hosts.json") };
}

/** Returns the TypeScript union of all rule ids, in alphabetical order. */
export function ruleIdType(cards) {
  const ids = cards.map(({ id }) => id).sort();
  return `// Made by the build from the rules of src/audit/rules.\n\n/** The id of a rule. It names the defect that the rule finds. */\nexport type RuleId =\n${ids.map((id) => `  | "${id}"`).join("\n")};\n`;
}

/** Writes a string, which is cheap to import, and is parsed on first use. */
const moduleOf = (value, source) => `// Made by the build from ${source}.\nexport default ${JSON.stringify(JSON.stringify(value))};\n`;
