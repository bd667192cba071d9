// The tests of `rethought report`: the laws of merging, its files and formats, and its page in a real browser. node
// tests/services/browser-report/run.mjs [part of a name]   runs all files, or those whose name has that part.
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
  // Builds the inspector, which shows the examples, once: the files run at the same time and each would build it.
  await buildPage();
  await runSuite(files, { atOnce: 3 });
} catch (error) {
  report(error);
  closeSuite({ passed: 0, failed: 1 });
}
