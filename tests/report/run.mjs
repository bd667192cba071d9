// The tests of `rethought report`: the laws of merging, its files and faces, and its page in a real browser.
// node tests/report/run.mjs [part of a name]   runs all, or those whose name has that part.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "../../scripts/chromium.mjs";
import { report } from "../../scripts/command.mjs";
import { ensurePackages } from "../../scripts/npm.mjs";
import { tests } from "../../scripts/paths.mjs";
import { buildPage } from "../../scripts/www.mjs";
import { closeSuite } from "../closing.mjs";
import { runNodeTests } from "../node-tests.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(here).filter((name) => name.endsWith(".test.mjs") && name.includes(process.argv[2] ?? ""));
const counts = { passed: 0, failed: 1 };
try {
  await ensurePackages(tests);
  await ensureChromium();
  // Builds the inspector, which shows the examples, before the files that run at the same time would each begin to build it.
  await buildPage();
  Object.assign(counts, runNodeTests(files, { cwd: here, flags: ["--test-concurrency=3"] }));
} catch (error) {
  report(error);
}
closeSuite(counts);
