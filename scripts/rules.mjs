// npm run rules: writes the table of the rules beside them. With --check it only compares.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { report, Stop } from "./command.mjs";
import { pkg, root } from "./paths.mjs";

const PAGE = join(root, "src", "audit", "rules", "README.md");

/** Writes the table, or throws a Stop if it differs from the cards. */
export async function writeTable({ check = false } = {}) {
  const { default: packed } = await import(pathToFileURL(join(pkg, "cards", "index.js")).href);
  const all = Object.values(JSON.parse(packed));
  const text = pageOf(all);
  const sure = all.filter(({ evidence }) => ["observed", "documented"].includes(evidence)).length;
  const told = `${all.length} rules, ${sure} of them (${Math.round((100 * sure) / all.length)} %) observed or documented`;
  if (existsSync(PAGE) && readFileSync(PAGE, "utf8") === text) return told;
  const name = relative(root, PAGE);
  if (check) throw new Stop(`The table of rules in ${name} is not that of the cards.`, { todo: "Run npm run rules and commit the difference." });
  writeFileSync(PAGE, text);
  return `${told}, ${name} written`;
}

/** Returns the page beside the rules: a table for each folder. */
function pageOf(all) {
  const folders = [...new Set(all.map(({ folder }) => folder))];
  const sections = folders.map((folder) => [`## ${folder}`, "", ...tableOf(all.filter((rule) => rule.folder === folder), COLUMNS)].join("\n"));
  return ["<!-- Written by npm run rules from the heads of the files here. -->", "# The rules", `${all.length} rules, a folder each for whom or what they are about. \`rethought explain <rule>\` prints the card of one.`, ...sections].join("\n\n") + "\n";
}

const COLUMNS = ["rule", "what it finds", "wires", "severity", "evidence", "tier", "fix"];

const CELLS = {
  rule: ({ id }) => `\`${id}\``,
  "what it finds": ({ summary }) => summary.replaceAll("|", "\\|"),
  wires: ({ wires }) => (wires.length > 3 ? `${wires.length} wires` : wires.join(", ")),
  severity: ({ severity }) => severity,
  evidence: ({ evidence }) => evidence,
  tier: ({ tier }) => tier,
  fix: ({ fixes, ledger }) => `${fixes.join(", ") || "–"}${ledger ? " · needs a ledger" : ""}`,
};

function tableOf(rules, columns) {
  const row = (cells) => `| ${cells.join(" | ")} |`;
  return [row(columns), `|${"---|".repeat(columns.length)}`, ...rules.map((rule) => row(columns.map((column) => CELLS[column](rule))))];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  build().then(() => writeTable({ check: process.argv.includes("--check") })).then(console.log, report);
}
