// npm run rules: writes the tables of the rules, beside the rules and in README.md. With --check it only compares.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { report, Stop } from "./command.mjs";
import { pkg, root } from "./paths.mjs";

const BESIDE_THE_RULES = join(root, "src", "audit", "rules", "README.md");
const README = join(root, "README.md");
const [BEGIN, END] = ["<!-- rules -->", "<!-- /rules -->"];

/** Writes the tables, or throws a Stop if one of them is not what the cards say. */
export async function writeTable({ check = false } = {}) {
  const { default: packed } = await import(pathToFileURL(join(pkg, "cards.js")).href);
  const all = Object.values(JSON.parse(packed));
  const texts = [[BESIDE_THE_RULES, pageOf(all)], ...readmeWith(all)];
  const stale = texts.filter(([path, text]) => !existsSync(path) || readFileSync(path, "utf8") !== text);
  if (!stale.length) return `${all.length} rules`;
  const names = stale.map(([path]) => relative(root, path)).join(", ");
  if (check) throw new Stop(`The table of rules is not that of the cards: ${names}.`, { todo: "Run npm run rules and commit the difference." });
  for (const [path, text] of stale) writeFileSync(path, text);
  return `${all.length} rules, ${names} written`;
}

/** The page beside the rules: a table for each folder. */
function pageOf(all) {
  const folders = [...new Set(all.map(({ folder }) => folder))];
  const sections = folders.map((folder) => [`## ${folder}`, "", ...tableOf(all.filter((rule) => rule.folder === folder), COLUMNS)].join("\n"));
  return ["<!-- Written by npm run rules from the heads of the files here. -->", "# The rules", `${all.length} rules, a folder each for whom or what they are about. \`rethought explain <rule>\` prints the card of one.`, ...sections].join("\n\n") + "\n";
}

/** README.md with its own table, as long as it has one. */
function readmeWith(all) {
  const text = readFileSync(README, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < 0) return [];
  const columns = ["rule", "what it finds", "wires", "severity", "evidence", "fix"];
  const table = [BEGIN, "", `${all.length} rules.`, "", ...tableOf(all, columns), "", END].join("\n");
  return [[README, text.slice(0, from) + table + text.slice(to + END.length)]];
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
