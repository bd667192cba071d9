// The tests of the inspector in real browsers.
// node tests/services/browser-inspector/run.mjs [part of a name]   runs all files, or those whose name has that part.
import { ensureChromium } from "../../../scripts/chromium.mjs";
import { report } from "../../../scripts/command.mjs";
import { ensurePackages } from "../../../scripts/npm.mjs";
import { tests } from "../../../scripts/paths.mjs";
import { buildPage } from "../../../scripts/www.mjs";
import { closeSuite, runSuite, testFiles } from "../../suite.mjs";

const files = testFiles(new URL(".", import.meta.url), (name) => name.includes(process.argv[2] ?? ""));
try {
  await ensurePackages(tests);
  await ensureChromium();
  // Builds the page once, because the files run at the same time and each would build it.
  await buildPage();
  await runSuite(files, { atOnce: 3 });
} catch (error) {
  report(error);
  closeSuite({ passed: 0, failed: 1 });
}
