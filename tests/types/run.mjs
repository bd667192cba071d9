// The types of the installed package. node tests/types/run.mjs [part of a name]
// RETHOUGHT_INSTALLED names a folder with node_modules/rethought; without it the packed tarball is tested.
import { ensurePackages } from "../../scripts/npm.mjs";
import { tests } from "../../scripts/paths.mjs";
import { runSuite, testFiles } from "../suite.mjs";

await ensurePackages(tests);
await runSuite(testFiles(new URL(".", import.meta.url)), { only: process.argv[2] });
