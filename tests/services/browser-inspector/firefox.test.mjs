// The other engine: every example opens in every pane, is saved, and opens again from the saved file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { engines, startBrowser } from "./browser.mjs";
import { openExample, settled } from "./opening.mjs";
import { EXAMPLES } from "./sessions.mjs";

/** Firefox reports no download to its driver, so the test keeps the data that the page offers. */
const KEEP = "const make = URL.createObjectURL; URL.createObjectURL = (blob) => ((globalThis.handedOver = blob), make.call(URL, blob));";
const isHere = (await engines()).includes("firefox");

test("in Firefox", { skip: !isHere && (process.env.RETHOUGHT_LONG ? "Firefox is not here" : "npm run prove -- page") }, async (t) => {
  const browser = await startBrowser({ engine: "firefox" });
  t.after(() => browser.close());
  const { page, faults, close } = await browser.open({ init: KEEP });
  const standings = (page) => page.$$eval(".head [data-verdict]", (chips) => chips.map((chip) => chip.textContent));

  for (const id of EXAMPLES)
    await t.test(`${id}: the conversation and every pane`, async () => {
      await openExample(page, id);
      await page.waitForSelector('.exchange[aria-busy="false"] .part');
      assert.ok((await page.locator(".timeline-control svg *").count()) > 3);
      await page.keyboard.press("1");
      await page.waitForSelector(id === "healthy" ? ".checks" : ".finding");
      await page.keyboard.press("2");
      await page.waitForSelector(".wire-line");
      await page.keyboard.press("3");
      await page.waitForSelector('.trial[data-side="B"]');
      assert.deepEqual(await faults(), []);
    });

  await t.test("what if converts, and draws a line for every thought", async () => {
    await openExample(page, "healthy");
    await page.keyboard.press("3");
    await page.fill("#host-1", "generativelanguage.googleapis.com");
    await page.waitForSelector(".conversion .fate-row");
    const fates = await page.$$eval(".fate-row .fate-line", (lines) => lines.map(({ dataset }) => dataset.fate));
    assert.deepEqual(fates, ["placeholder", "elided", "placeholder"]);
    assert.deepEqual(await faults(), []);
  });

  await t.test("sheets, the card of a rule, and repairs, by keys", async () => {
    await openExample(page, "altered-signature");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.keyboard.press("1");
    await page.locator(".finding .rule-name").first().click();
    await page.waitForSelector("dialog.card[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.keyboard.press("Shift+A");
    await page.waitForSelector('[data-verb="undo"]');
    assert.deepEqual(await faults(), []);
  });

  await t.test("the saved file opens, and says the same", async () => {
    const before = await standings(page);
    await page.keyboard.press("s");
    await page.waitForSelector('dialog button:has-text("Save as one HTML file"):not([disabled])');
    await page.click('dialog button:has-text("Save as one HTML file")');
    await page.waitForFunction(() => globalThis.handedOver);
    const again = await browser.open({ from: "file", html: await page.evaluate(() => globalThis.handedOver.text()) });
    assert.equal((await settled(again.page)).session, "whole");
    assert.deepEqual(await standings(again.page), before);
    assert.deepEqual(await again.faults(), []);
    await again.close();
  });
  assert.deepEqual(browser.hits, []);
  await close();
});
