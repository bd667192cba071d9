// A phone of 360 pixels: for any file name, no view is wider than the screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { settled } from "./opening.mjs";
import { example } from "./sessions.mjs";

const WIDTH = 360;
const NAMES = {
  "without spaces": `${"long-file-name".repeat(15).slice(0, 193)}.ndjson`,
  "with spaces": `${"a long file name ".repeat(12).slice(0, 193)}.ndjson`,
};

const browser = await startBrowser();
test.after(() => browser.close());

/** Returns the elements that are too wide: the document, and every part of the page that scrolls. */
const tooWide = (page) =>
  page.evaluate((width) => {
    const found = [];
    if (document.documentElement.scrollWidth > width) found.push(`document: ${document.documentElement.scrollWidth}`);
    for (const selector of [".panel-body", ".virtual-list", "dialog", ".head"])
      for (const element of document.querySelectorAll(selector)) if (element.scrollWidth > element.clientWidth) found.push(`${selector}: ${element.scrollWidth} of ${element.clientWidth}`);
    return found;
  }, WIDTH);

for (const [kind, name] of Object.entries(NAMES)) {
  assert.equal(name.length, 200);
  const text = `${example("altered-signature").text}\n{"half":\n`;
  const drop = (page, files) =>
    page.evaluate((files) => {
      const transfer = new DataTransfer();
      for (const { name, text } of files) transfer.items.add(new File([text], name));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
    }, files);

  test(`no view is wider than ${WIDTH} pixels: a name of 200 characters ${kind}`, async (t) => {
    const { page, faults, close } = await browser.open({ width: WIDTH, height: 800 });
    const fits = (what) =>
      t.test(what, async () => {
        await page.waitForTimeout(150);
        assert.deepEqual(await tooWide(page), []);
      });
    const closeDialog = async () => {
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
    };

    await drop(page, [{ name, text: "Dear diary.\n" }]);
    await page.waitForSelector('.head [role="alert"] p');
    await fits("the sentence about a file that cannot be opened");

    await drop(page, [{ name, text }, { name, text }]);
    await page.waitForSelector(".library-open");
    await fits("the list of several files");
    await page.locator(".library-open").first().click();
    assert.equal((await settled(page)).name, name);
    await fits("the conversation");
    for (const [key, pane] of [["1", "audit"], ["2", "wire"], ["3", "whatif"]]) {
      await page.keyboard.press(key);
      await page.waitForSelector(`#tab-${pane}[aria-selected="true"]`);
      await fits(`the pane ${pane}`);
    }
    await page.selectOption("#wire-1", "gemini-generate");
    await page.waitForSelector(".conversion .fate-thought");
    await page.click(".conversion-body summary");
    await fits("the converted request");
    await page.keyboard.press("1");
    await page.click('[data-verb="safe"]');
    await fits("the repaired request");
    await page.locator(".repair .rule-name").first().click();
    await page.waitForSelector("dialog.card[open]");
    await fits("the card of a rule");
    await closeDialog();
    for (const [key, selector] of [["?", "dialog.help[open]"], ["s", "dialog[open] .share-redaction"]]) {
      await page.keyboard.press(key);
      await page.waitForSelector(selector);
      await fits(`the dialog of the key ${key}`);
      await closeDialog();
    }
    await page.click('.head-summary .chip:has-text("skipped")');
    await page.waitForSelector("dialog[open] table");
    await fits("the list of skipped lines");
    await closeDialog();
    assert.deepEqual(await faults(), []);
    await close();
  });

  test(`the progress bar is not wider than ${WIDTH} pixels: a name of 200 characters ${kind}`, async () => {
    const { page, close } = await browser.open({ width: WIDTH, height: 800 });
    // A stream that never ends keeps the progress bar on the page.
    await page.evaluate((name) => {
      const endless = new File(["{}\n".repeat(1 << 21)], name);
      const slice = endless.slice.bind(endless);
      endless.slice = (from, to) => (from > 0 ? { arrayBuffer: () => new Promise(() => undefined) } : slice(from, to));
      const transfer = new Event("message");
      dispatchEvent(Object.assign(transfer, { data: { type: "rethought:open", name, blob: endless }, origin: "null" }));
    }, name);
    await page.waitForSelector(".head-progress");
    await page.waitForTimeout(400);
    assert.deepEqual(await tooWide(page), []);
    await close();
  });
}
