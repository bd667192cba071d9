// Stores against the databases that people have: every kind held to the contract, written by two processes at once, and by processes that are killed.
//   node tests/stores/run.mjs [part of a name]     RETHOUGHT_LONG=1 for the long ones
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "../../scripts/npm.mjs";
import { closeSuite, runChecks } from "../closing.mjs";

await ensurePackages(fileURLToPath(new URL(".", import.meta.url)));
const names = readdirSync(new URL("checks", import.meta.url)).filter((name) => name.endsWith(".mjs")).sort();
const modules = await Promise.all(names.map((name) => import(`./checks/${name}`)));
const { removePlaces } = await import("./programs.mjs");

// Else the servers would outlive us.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => removePlaces().finally(() => process.exit(1)));
const only = process.argv[2] ?? "";
try {
  closeSuite(await runChecks(modules.flatMap(({ checks }) => checks).filter(([name]) => name.includes(only))));
} finally {
  await removePlaces();
}
