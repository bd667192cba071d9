// npm run rules: writes the table of rules into README.md. With --check it only says whether it is true.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { report, Stop } from "./command.mjs";
import { pkg, root } from "./paths.mjs";

const README = join(root, "README.md");
const [BEGIN, END] = ["<!-- rules -->", "<!-- /rules -->"];

/** The table of README.md. */
function tableOf(all) {
  const rows = all.map(({ id, summary, severity, evidence, fixes, ledger, wires }) => {
    const cells = [`\`${id}\``, summary.replaceAll("|", "\\|"), wires.length > 3 ? `${wires.length} wires` : wires.join(", "), severity, evidence, fixes.join(", ") || "–"];
    return `| ${cells.join(" | ")}${ledger ? " · needs a ledger" : ""} |`;
  });
  return [BEGIN, "", `${all.length} rules.`, "", "| rule | what it finds | wires | severity | evidence | fix |", "|---|---|---|---|---|---|", ...rows, "", END].join("\n");
}

/** Writes the table into README.md, or throws a Stop where it is not what the cards say. */
export async function writeTable({ check = false } = {}) {
  const { default: packed } = await import(pathToFileURL(join(pkg, "cards.js")).href);
  const all = JSON.parse(packed);
  const text = readFileSync(README, "utf8");
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < 0) throw new Stop(`README.md has no ${BEGIN} … ${END}.`);
  const next = text.slice(0, from) + tableOf(Object.values(all)) + text.slice(to + END.length);
  if (next === text) return `${Object.keys(all).length} rules`;
  if (check) throw new Stop("The rule table of README.md is not that of the cards.", { todo: "Run npm run rules and commit the difference." });
  writeFileSync(README, next);
  return `${Object.keys(all).length} rules, README.md written`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  build().then(() => writeTable({ check: process.argv.includes("--check") })).then(console.log, report);
}
