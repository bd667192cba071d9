// The tests of the site, from disk, in a real browser.
// node tests/services/browser-site/run.mjs [part of a name]   runs all files, or those whose name has that part. RETHOUGHT_LONG=1 gives every page to axe in both themes.
import { ensureChromium } from "../../../scripts/chromium.mjs";
import { report } from "../../../scripts/command.mjs";
import { ensurePackages } from "../../../scripts/npm.mjs";
import { tests } from "../../../scripts/paths.mjs";
import { buildSite } from "../../../scripts/site.mjs";
import { closeSuite, runSuite, testFiles } from "../../suite.mjs";

const files = testFiles(new URL(".", import.meta.url), (name) => name.includes(process.argv[2] ?? ""));
try {
  await ensurePackages(tests);
  await ensureChromium();
  // Builds the site once, before the files that run at the same time would each begin to build it.
  await buildSite();
  await runSuite(files, { atOnce: 2 });
} catch (error) {
  report(error);
  closeSuite({ passed: 0, failed: 1 });
}
