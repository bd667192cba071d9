// npm run refresh: compares the tables with the newest official SDKs and with the lists of models of pydantic-ai, LiteLLM and the AI SDK. Prints what is new, gone or contradicted, with the row to edit.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pkg } from "./paths.mjs";
import { contradictedEfforts, goneNames, newNames } from "./refresh/compare.mjs";
import { unsettled } from "./refresh/settled.mjs";
import { install } from "./refresh/sources.mjs";

const { audit } = await import(pathToFileURL(join(pkg, "start", "node.js")).href);
const sources = install();

/** Prints the rows of a kind that nobody has settled, and the settled names that are not found any more. */
function show(kind, title, rows, nameOf, line) {
  const { left, settled, outdated } = unsettled(kind, rows, nameOf);
  const counts = `${title}: ${left.length}${settled ? `, and ${settled} settled in scripts/refresh/settled.json` : ""}`;
  const old = outdated.length ? [`  settled, and not found any more: ${outdated.join(", ")}`] : [];
  console.log([counts, ...left.map((row) => `  ${line(row)}`), ...old, ""].join("\n"));
}

console.log(`Compared with ${sources.map(({ name, version }) => `${name} ${version}`).join(", ")}.\n`);
show("new", "New models, checked as the nearest one (add with npm run new -- model)", newNames(sources, audit), ({ name }) => name, ({ name, standing, by }) => `${name} (${standing}), in ${by.join(", ")}`);
show("gone", "Models that no list has any more", goneNames(sources), ({ name }) => name, ({ name, row }) => `${row} ${name}`);
const effortOf = ({ name, effort }) => `${name} ${effort}`;
show("effort", "Efforts on which LiteLLM and the tables disagree", contradictedEfforts(sources, audit), effortOf, ({ name, effort, theirs, ours, row }) => `${row} ${name}: effort ${effort} is ${theirs} there and ${ours} here`);
