// The search and the filter of the rules, from disk, by mouse and by keyboard.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { startBrowser } from "../browser-inspector/browser.mjs";
import { addressOf } from "./site-files.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await startBrowser();
test.after(() => browser.close());
const open = (path, options) => browser.open({ address: addressOf(path), wait: "load", ...options });

/** Types a query and returns the titles of the results. */
async function found(page, query) {
  await page.fill(".finder input", query);
  await page.waitForSelector("#hits li");
  return page.evaluate(() => [...document.querySelectorAll("#hits li > :first-child:not(:only-child)")].map(({ textContent }) => textContent));
}

test("an error of a provider, a name, a part of a name and a typing error find their page", async () => {
  const { page, faults, close } = await open("guides/guard.html");
  assert.ok((await found(page, "messages.1.content.0.thinking.signature: Field required")).slice(0, 3).includes("thinking-without-signature"));
  assert.ok((await found(page, "Corrupted thought signature.")).slice(0, 6).includes("altered-handle"));
  assert.equal((await found(page, "thinking-without-signature"))[0], "thinking-without-signature");
  assert.ok((await found(page, "guardAnthropic"))[0].startsWith("guardAnthropic"));
  assert.ok((await found(page, "postgres")).includes("Stores"));
  assert.ok((await found(page, "signatuer")).some((title) => title.includes("signature")));
  assert.deepEqual(await found(page, "zzzzzzzz"), []);
  assert.equal(await page.innerText("#hits"), "Nothing found");
  assert.deepEqual(await faults(), []);
  await close();
});

test("the keyboard chooses a result and opens it", async () => {
  const { page, close } = await open("rules/index.html", { init: axe });
  await page.keyboard.press("/");
  await page.keyboard.type("thinking-not-first");
  await page.waitForSelector('#hits [aria-selected="true"]');
  const violations = await page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ["violations"], preload: false })).violations.map(({ id }) => id));
  assert.deepEqual(violations, []);
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.getAttribute(".finder input", "aria-activedescendant"), "hit-1");
  await page.keyboard.press("ArrowUp");
  await Promise.all([page.waitForURL(/thinking-not-first\.html$/), page.keyboard.press("Enter")]);
  assert.equal(await page.innerText("h1"), "thinking-not-first");
  await close();
});

test("Escape and a click elsewhere close the results", async () => {
  const { page, close } = await open("index.html");
  for (const leave of [() => page.keyboard.press("Escape"), () => page.click(".foot p", { position: { x: 1, y: 1 } })]) {
    await found(page, "ledger");
    await leave();
    assert.equal(await page.isVisible("#hits"), false);
    await page.fill(".finder input", "");
  }
  await close();
});

test("the list of rules is filtered by words, wires and severity", async () => {
  const { page, close } = await open("rules/index.html");
  const shown = () => page.evaluate(() => [...document.querySelectorAll(".rules li:not([hidden]) a code")].map(({ textContent }) => textContent));
  const all = await shown();
  assert.ok(all.length > 100, String(all.length));
  await page.fill(".filter input[type=search]", "gemini signature");
  const some = await shown();
  assert.ok(some.length > 2 && some.length < all.length, String(some.length));
  assert.equal(await page.innerText(".filter output"), `${some.length} of ${all.length}`);
  await page.fill(".filter input[type=search]", "");
  await page.uncheck('.filter input[value="reject"]');
  const soft = await shown();
  assert.ok(soft.length && soft.length < all.length, String(soft.length));
  assert.equal(await page.isVisible('.rules li[data-severity="reject"]'), false);
  await close();
});

test("without scripts every page can be read, and nothing that needs one is shown", async () => {
  const { page, close } = await open("index.html");
  const context = await page.context().browser().newContext({ javaScriptEnabled: false });
  const bare = await context.newPage();
  await bare.goto(addressOf("rules/index.html"));
  assert.equal(await bare.isVisible(".finder"), false);
  assert.equal(await bare.isVisible(".filter"), false);
  await bare.click("text=thinking-not-first");
  assert.equal(await bare.innerText("h1"), "thinking-not-first");
  await context.close();
  await close();
});
