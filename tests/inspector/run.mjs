// The tests of the inspector in real browsers: `node --test` over the files beside this one.
// node tests/inspector/run.mjs [part of a name]   runs all, or those whose name has that part.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "../../scripts/chromium.mjs";
import { report } from "../../scripts/command.mjs";
import { ensureFirefox } from "../../scripts/firefox.mjs";
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
  if (!(await ensureFirefox())) console.log("Firefox was not found and could not be installed: Chromium only");
  // Builds the page once, before the files that run at the same time would each begin to build it.
  await buildPage();
  Object.assign(counts, runNodeTests(files, { cwd: here, flags: ["--test-concurrency=3"] }));
} catch (error) {
  report(error);
}
closeSuite(counts);
