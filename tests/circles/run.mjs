// No files need each other in a circle.
import { ensurePackages } from "../../scripts/npm.mjs";
import { tests } from "../../scripts/paths.mjs";
import { runSuite, testFiles } from "../suite.mjs";

await ensurePackages(tests);
await runSuite(testFiles(new URL(".", import.meta.url)), { only: process.argv[2], atOnce: true });
