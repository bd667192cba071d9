// The pane __title__: it opens by its tab and by a link, and follows the chosen exchange.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { example, exchangesOf } from "./sessions.mjs";

const browser = await startBrowser();
test.after(() => browser.close());

const data = example("altered-signature");
const sizes = exchangesOf(data).map(({ request }) => Buffer.byteLength(request));

/** Waits until the pane shows the request of an exchange. The size is in the unit that `sizes` has. */
async function holdExchange(page, nth) {
  await page.waitForFunction((number) => document.querySelector(".__kebab__ dd")?.textContent === number, String(nth + 1));
  const [, size] = await page.$$eval(".__kebab__ dd", (all) => all.map(({ textContent }) => textContent));
  const shown = Number(size.split(" ")[0]) * (size.endsWith("kB") ? 1000 : 1);
  assert.ok(Math.abs(shown - sizes[nth]) <= sizes[nth] / 20 + 1, `${size} for ${sizes[nth]} bytes`);
}

test("the tab opens the pane, and another exchange changes it", async () => {
  const { page, faults, close } = await browser.open({ data, hash: "#exchange=1" });
  await page.click("#tab-__kebab__");
  await holdExchange(page, 0);
  await page.keyboard.press("j");
  await holdExchange(page, 1);
  assert.deepEqual(await faults(), []);
  await close();
});

test("a link opens the pane", async () => {
  const { page, faults, close } = await browser.open({ data, hash: "#exchange=2&pane=__kebab__" });
  await page.waitForSelector('#tab-__kebab__[aria-selected="true"]');
  await holdExchange(page, 1);
  assert.deepEqual(await faults(), []);
  await close();
});
