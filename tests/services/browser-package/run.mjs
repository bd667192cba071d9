// The package matrix: the tarball in every runtime and bundler. node tests/services/browser-package/run.mjs [part of a name]
import { ensurePackages } from "../../../scripts/npm.mjs";
import { tests } from "../../../scripts/paths.mjs";
import { runSuite, testFiles } from "../../suite.mjs";

await ensurePackages(tests);
await runSuite(testFiles(new URL(".", import.meta.url)), { only: process.argv[2] });
