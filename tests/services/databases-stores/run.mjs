// Stores against common databases: every kind checked against the contract, written by two processes at once, and by killed processes.
//   node tests/services/databases-stores/run.mjs [part of a name]     RETHOUGHT_LONG=1 for the long ones
import { build } from "../../../scripts/build.mjs";
import { ensurePackages } from "../../../scripts/npm.mjs";
import { tests } from "../../../scripts/paths.mjs";
import { runSuite, testFiles } from "../../suite.mjs";

await ensurePackages(tests);
await build();
await runSuite(testFiles(new URL("checks/", import.meta.url)), { only: process.argv[2] });
