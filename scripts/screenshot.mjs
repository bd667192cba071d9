// npm run screenshot: writes www/screenshot.png, the picture of the README, from the page as it is now.
import { statSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { report } from "./command.mjs";
import { ensurePackages } from "./npm.mjs";
import { root, tests } from "./paths.mjs";

const file = join(root, "www", "screenshot.png");

async function main() {
  await ensurePackages(tests);
  await ensureChromium();
  const { screenshot, startBrowser } = await import("../tests/inspector/browser.mjs");
  const browser = await startBrowser();
  try {
    const { page } = await browser.open({ width: 1280, height: 800, motion: "reduce", hash: "#example=altered-signature&exchange=3" });
    await page.waitForSelector('html[data-session="whole"] .finding');
    await page.waitForFunction(() => !document.querySelector('.exchange[aria-busy="true"]'));
    // Lines are drawn a frame after what they join.
    await page.waitForTimeout(500);
    await screenshot(page, file);
  } finally {
    await browser.close();
  }
  console.log(`www/screenshot.png: ${Math.ceil(statSync(file).size / 1000)} kB`);
}

await main().catch(report);
