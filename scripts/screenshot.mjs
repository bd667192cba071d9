// npm run screenshot: the picture of the inspector in the README, taken of the page as it is built now.
import { join } from "node:path";
import { screenshot, startBrowser } from "../tests/inspector/browser.mjs";
import { openExample } from "../tests/inspector/opened.mjs";
import { report } from "./command.mjs";
import { ensurePackages } from "./npm.mjs";
import { root, tests } from "./paths.mjs";

const FILE = join(root, "www", "screenshot.png");

async function main() {
  await ensurePackages(tests);
  const browser = await startBrowser();
  try {
    const { page } = await browser.open({ width: 1280, height: 860 });
    await openExample(page, "altered-signature");
    // Lines are drawn when what they join has been measured.
    await page.waitForTimeout(500);
    await screenshot(page, FILE);
    console.log("www/screenshot.png taken");
  } finally {
    await browser.close();
  }
}

await main().catch(report);
