// The tarball in bundlers and test runners. node tests/bundlers/run.mjs [part of a name]
import { fileURLToPath } from "node:url";
import { ensurePackages } from "../../scripts/npm.mjs";
import { tests } from "../../scripts/paths.mjs";
import { runSuite, testFiles } from "../suite.mjs";

await ensurePackages(tests);
await ensurePackages(fileURLToPath(new URL(".", import.meta.url)));
await runSuite(testFiles(new URL(".", import.meta.url)), { only: process.argv[2], endsOpen: true });
