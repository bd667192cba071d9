// The generator: its places against CONTRIBUTING.md, its refusals, and a copy of the checkout with one addition of each kind, compiled and tested.
//   node tests/generator/run.mjs [part of a name]
import { ensurePackages } from "../../scripts/npm.mjs";
import { tests } from "../../scripts/paths.mjs";
import { runSuite, testFiles } from "../suite.mjs";

await ensurePackages(tests);
await runSuite(testFiles(new URL(".", import.meta.url)), { only: process.argv[2], atOnce: true });
