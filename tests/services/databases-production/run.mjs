// Guards and proxies as a team runs them, on Redis and Postgres from the packages of the system: what is recorded, what a call costs, what a kill loses, and how much memory and disk they take.
//   node tests/services/databases-production/run.mjs [part of a name]     RETHOUGHT_LONG=1 for the full figures
import { build } from "../../../scripts/build.mjs";
import { ensurePackages } from "../../../scripts/npm.mjs";
import { tests } from "../../../scripts/paths.mjs";
import { runSuite, testFiles } from "../../suite.mjs";

await ensurePackages(tests);
await build();
await runSuite(testFiles(new URL("checks/", import.meta.url)), { only: process.argv[2], endsOpen: true });
