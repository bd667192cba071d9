// npm run screenshot: writes www/screenshot.png, the picture of the README, from the current page.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { report } from "./command.mjs";
import { ensurePackages } from "./npm.mjs";
import { root, tests } from "./paths.mjs";

const file = join(root, "www", "screenshot.png");

async function main() {
  await ensurePackages(tests);
  await ensureChromium();
  const { screenshot, startBrowser } = await import("../tests/services/browser-inspector/browser.mjs");
  const browser = await startBrowser();
  try {
    const { page } = await browser.open({ width: 1280, height: 800, motion: "reduce", hash: "#example=altered-signature&exchange=3" });
    await page.waitForSelector('html[data-session="whole"] .finding');
    await page.waitForFunction(() => !document.querySelector('.exchange[aria-busy="true"]'));
    // Connectors are drawn a frame after the elements that they join.
    await page.waitForTimeout(500);
    await screenshot(page, file);
    // 256 colours take a third of the bytes. The packer comes with a package of the tests.
    const sharp = createRequire(join(tests, "package.json"))("sharp");
    writeFileSync(file, await sharp(readFileSync(file)).png({ palette: true, compressionLevel: 9 }).toBuffer());
  } finally {
    await browser.close();
  }
  console.log(`www/screenshot.png: ${Math.ceil(statSync(file).size / 1000)} kB`);
}

await main().catch(report);
