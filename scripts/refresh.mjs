// npm run refresh: compares the tables with the newest official SDKs and with the lists of models of pydantic-ai, LiteLLM and the AI SDK. Prints what is new, gone or contradicted, with the row to edit.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pkg } from "./paths.mjs";
import { contradictedEfforts, goneNames, newNames } from "./refresh/compare.mjs";
import { install } from "./refresh/sources.mjs";

const { audit } = await import(pathToFileURL(join(pkg, "start", "node.js")).href);
const sources = install();
const shown = (title, rows, line) => console.log([`${title}: ${rows.length}`, ...rows.map((row) => `  ${line(row)}`), ""].join("\n"));

console.log(`Compared with ${sources.map(({ name, version }) => `${name} ${version}`).join(", ")}.\n`);
shown("New models, checked as the nearest one (add with npm run new -- model)", newNames(sources, audit), ({ name, standing, by }) => `${name} (${standing}), in ${by.join(", ")}`);
shown("Models that no list has any more", goneNames(sources), ({ name, row }) => `${row} ${name}`);
shown("Efforts on which LiteLLM and the tables disagree", contradictedEfforts(sources, audit), ({ name, effort, theirs, ours, row }) => `${row} ${name}: effort ${effort} is ${theirs} there and ${ours} here`);
