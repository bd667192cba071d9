// Accessibility, checked by a program: no rule of axe is violated, in both themes, narrow and wide, in every view.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { openExample } from "./opening.mjs";
import { example, EXAMPLES } from "./sessions.mjs";

// axe is a script of the driver. It runs before those of the page, and the policy requires no hash of it.
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PANES = ["audit", "wire", "whatif", "exchanges"];
/** Targets that the healthy example is converted for. They give its thoughts placeholders and stubs, another shape, and only their text. */
const CONVERTED = [{ wire: "gemini-generate", model: "gemini-3-pro-preview" }, { wire: "bedrock-converse" }, { wire: "openai-chat", host: "api.deepseek.com", model: "deepseek-v4-pro" }];
/** The rules that WCAG 2.2 adds. axe checks those of 2.0 and 2.1 at A and AA and the best practices anyway. */
const OPTIONS = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };
const BROKEN = { name: "broken.ndjson", mimeType: "", buffer: Buffer.from(`${example("healthy").text}\n{"half":\nno line either\n`) };
const WRONG = { name: "wrong.txt", mimeType: "", buffer: Buffer.from("Dear diary.\n") };

const browser = await startBrowser();
test.after(() => browser.close());

/** The violations in the page or in a part of it: rule, places and reasons. */
const violations = (page, part) =>
  page.evaluate(async ([part, options]) => {
    const { violations } = await globalThis.axe.run(part ?? document, options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary.replaceAll(/\s+/g, " ")}`));
  }, [part, OPTIONS]);

test("axe finds what is wrong under the policy of the page", async () => {
  const { page, close } = await browser.open({ init: axe });
  await page.evaluate(() => document.querySelector(".opener").append(document.createElement("button")));
  const found = await violations(page);
  assert.ok(found.length === 1 && found[0].startsWith("button-name"), String(found));
  await close();
});

/** Every theme and every width, each once; npm run prove checks every pair of them. */
const PAIRS = [["light", 360], ["dark", 1280], ...(process.env.RETHOUGHT_LONG ? [["light", 1280], ["dark", 360]] : [])];

for (const [theme, width] of PAIRS)
  test(`axe, ${theme}, ${width} px`, async (t) => {
    const { page, faults, close } = await browser.open({ theme, width, height: 2000, init: axe, motion: "reduce" });
    const clean = (what, part) =>
      t.test(what, async () => {
        await page.mouse.move(0, 0);
        // A fixed head covers the text below it during scrolling.
        await page.evaluate(() => document.querySelector(".virtual-list")?.scrollTo(0, 0));
        assert.deepEqual(await violations(page, part), []);
      });
    const pick = async (file) => {
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("o").then(() => page.click(".drop-buttons .primary"))]);
      await chooser.setFiles(file);
    };
    const left = async () => {
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
    };

    await clean("start page");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open]");
    await clean("help sheet");
    await left();

    for (const id of EXAMPLES) {
      await openExample(page, id);
      await page.waitForFunction(() => !document.querySelector('.exchange[aria-busy="true"]'));
      // A narrow page shows the conversation first.
      if (width < 1000) await clean(`${id}: conversation`);
      for (const [at, pane] of PANES.entries()) {
        await page.keyboard.press(String(at + 1));
        await page.waitForSelector(`#tab-${pane}[aria-selected="true"]`);
        await page.waitForTimeout(100);
        await clean(`${id}: ${pane}`, at ? ".panel" : undefined);
      }
      if (width < 1000) await page.keyboard.press("c");
    }

    for (const target of CONVERTED) {
      const link = new URLSearchParams({ example: "healthy", exchange: "3", pane: "whatif", right: JSON.stringify(target) });
      await page.evaluate((link) => (location.hash = link), String(link));
      await page.waitForFunction((wire) => document.querySelector(".conversion code + code")?.textContent === wire, target.wire);
      await page.keyboard.press("3");
      await page.locator(".conversion-body").evaluate((details) => (details.open = true));
      await clean(`converted for ${target.wire}`, ".panel");
    }

    await page.keyboard.press("s");
    await page.waitForSelector("dialog[open] .share-redaction");
    await page.waitForTimeout(200);
    await clean("share sheet");
    await page.click('dialog [role="switch"]');
    await clean("share sheet that asks whether nothing is to be redacted");
    await left();

    await openExample(page, "altered-signature");
    await page.keyboard.press("1");
    await page.locator(".finding .rule-name").first().click();
    await page.waitForSelector("dialog.card[open]");
    await clean("rule card");
    await left();
    await page.click('[data-verb="safe"]');
    await clean("repaired request");
    await page.keyboard.press("/");
    await page.keyboard.type("signature");
    await page.waitForTimeout(200);
    await clean("wire view with matches");
    await page.keyboard.press("Escape");

    await pick(BROKEN);
    await page.click('.head-summary .chip:has-text("skipped")');
    await page.waitForSelector("dialog[open] table");
    await clean("skipped lines");
    await left();
    await pick(WRONG);
    await page.waitForSelector('.head [role="alert"] p');
    await clean("sentence about a wrong file");
    assert.deepEqual(await faults(), []);
    await close();
  });
