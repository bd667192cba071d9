// Formats against the frameworks that own them: their own converters to providers beside ours, on generated conversations.
//   node tests/frameworks/run.mjs [part of a name]
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "../../scripts/npm.mjs";
import { closeSuite, runChecks } from "../closing.mjs";

await ensurePackages(fileURLToPath(new URL(".", import.meta.url)));
const names = readdirSync(new URL("checks", import.meta.url)).filter((name) => name.endsWith(".mjs")).sort();
const modules = await Promise.all(names.map((name) => import(`./checks/${name}`)));

const only = process.argv[2] ?? "";
closeSuite(await runChecks(modules.flatMap(({ checks }) => checks).filter(([name]) => name.includes(only))));
