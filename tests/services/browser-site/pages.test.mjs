// Every page in a browser, from disk: nothing fails, nothing is wider than a phone, and axe finds nothing, in both themes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { startBrowser } from "../browser-inspector/browser.mjs";
import { addressOf, pages, pagesOfEachKind } from "./site-files.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** axe would fetch the style once more, which a page from disk may not. */
const AXE = { resultTypes: ["violations"], preload: false, rules: { "target-size": { enabled: true } } };
const WIDTHS = [360, 768, 1024, 1440];

const browser = await startBrowser();
test.after(() => browser.close());
const open = (path, options) => browser.open({ address: addressOf(path), wait: "load", ...options });

const violations = (page) =>
  page.evaluate(async (options) => (await globalThis.axe.run(document, options)).violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary.replaceAll(/\s+/g, " ")}`)), AXE);
/** How far the page, or an element that does not scroll by itself, extends to the right. */
const extent = (page) => page.evaluate(() => Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll("body *")].filter((element) => !element.closest(".scrolls, pre, .skip, [hidden]")).map((element) => Math.floor(element.getBoundingClientRect().right))));

test("axe finds what is wrong on a page of the site", async () => {
  const { page, close } = await open("index.html", { init: axe });
  await page.evaluate(() => document.querySelector("main").append(document.createElement("button")));
  assert.deepEqual((await violations(page)).map((text) => text.split(" ")[0]), ["button-name"]);
  await close();
});

test("no page is wider than 360 px, and none fails", async () => {
  const { page, faults, close } = await open("index.html", { width: 360 });
  for (const path of pages) {
    await page.goto(addressOf(path), { waitUntil: "load" });
    assert.ok((await extent(page)) <= 360, `${path}: ${await extent(page)} px`);
    assert.deepEqual(await faults(), [], path);
  }
  await close();
});

for (const [theme, width] of [["light", 1440], ["dark", 360]])
  test(`axe finds nothing: ${theme}, ${width} px`, async (t) => {
    const { page, faults, close } = await open("index.html", { theme, width, height: 1200, init: axe, motion: "reduce" });
    const checked = process.env.RETHOUGHT_LONG ? pages : pagesOfEachKind();
    for (const path of checked) {
      await page.goto(addressOf(path), { waitUntil: "load" });
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
      assert.deepEqual(await violations(page), [], path);
    }
    assert.deepEqual(await faults(), []);
    t.diagnostic(`${checked.length} pages`);
    await close();
  });

test("each kind of page fits every width from 360 to 1440 px, in both themes", async () => {
  for (const theme of ["light", "dark"])
    for (const width of WIDTHS) {
      const { page, close } = await open("index.html", { theme, width });
      for (const path of pagesOfEachKind()) {
        await page.goto(addressOf(path), { waitUntil: "load" });
        assert.ok((await extent(page)) <= width, `${path} at ${width} px: ${await extent(page)} px`);
      }
      await close();
    }
});

test("the theme is that of the system, and can be chosen", async () => {
  const grounds = [];
  for (const theme of ["light", "dark"]) {
    const { page, close } = await open("index.html", { theme });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    grounds.push(await ground());
    await page.click("button.theme");
    await page.click("button.theme");
    assert.equal(await page.getAttribute("html", "data-theme"), "dark");
    if (theme === "light") assert.notEqual(await ground(), grounds[0]);
    await page.reload();
    assert.equal(await page.getAttribute("html", "data-theme"), "dark");
    await close();
  }
  assert.notEqual(grounds[0], grounds[1]);
});
