// The built-in examples: each opens by its link and by a click, and shows its failure.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { openExample, settled } from "./opening.mjs";

const source = readFileSync(new URL("../../../www/examples/index.ts", import.meta.url), "utf8");
const examples = [...source.matchAll(/id: "([^"]+)",\n\s+title: "([^"]+)",[^]*?wire: "([^"]+)",\n(\s+rule: "([^"]+)")?/g)].map(([, id, title, wire, , rule]) => ({ id, title, wire, rule }));

test("examples", async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());
  const { page, faults, close } = await browser.open();

  await t.test("all of them are in the gallery, with their wires", async () => {
    assert.ok(examples.length >= 7);
    const shown = await page.$$eval(".gallery-item", (items) => items.map((item) => [item.querySelector("strong").textContent, item.querySelector(".mono").textContent]));
    assert.deepEqual(shown, examples.map(({ title, wire }) => [title, wire]));
  });

  for (const { id, title, rule } of examples) {
    /** Checks that the verdict is shown and the refused exchange is chosen. */
    const isShown = async () => {
      assert.deepEqual(await settled(page), { session: "whole", trouble: "", notice: "", name: title });
      const standings = await page.$$eval(".head [data-verdict]", (chips) => chips.map((chip) => [chip.dataset.verdict, chip.dataset.tone, chip.querySelector("svg path") !== null]));
      assert.equal(standings.some(([, tone]) => tone === "reject"), rule !== undefined, String(standings));
      assert.ok(standings.every(([, , shape]) => shape));
      const count = Number.parseInt(await page.innerText(".head-counts"), 10);
      await page.waitForFunction(([id, count]) => location.hash === `#example=${id}&exchange=${count}`, [id, count]);
    };
    await t.test(`${id} opens with a click, and its verdict is seen`, async () => {
      await page.click(`.gallery-item:has-text("${title}")`);
      await isShown();
      await page.click("button.head-name");
      await page.waitForSelector(".opener");
    });
    await t.test(`${id} opens by its link, after another one too`, async () => {
      await openExample(page, id === "healthy" ? "edited-prefix" : "healthy");
      await openExample(page, id);
      await isShown();
      await page.click("button.head-name");
      await page.waitForSelector(".opener");
    });
  }

  await t.test("the first is what the start page shows", async () => {
    const text = readFileSync(new URL(`../../../www/examples/${examples[0].id}.ndjson`, import.meta.url), "utf8");
    const rows = await page.$$eval(".specimen dd", (rows) => rows.map((row) => row.textContent.trim()));
    const [came, sent] = rows.map((row) => `"signature\\":\\"${row}`.slice(1));
    assert.ok(text.includes(came) && text.includes(`${sent}\\"`));
    assert.ok(text.includes(rows[2].replace(/^400 /, "")));
  });
  assert.deepEqual(await faults(), []);
  assert.deepEqual(browser.hits, []);
  await close();
});

test("the start page is the shell that was painted first, and nothing in it moves", async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());
  const parts = [".head", ".head-name", ".opener-pitch", "h1", ".opener-what", ".specimen", ".specimen dd:last-child", ".drop", ".drop-word", ".drop-formats", ".policy p"];
  const look = (page) => page.evaluate((parts) => parts.map((part) => {
    const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
    return [part, document.querySelector(part).textContent.replace(/\s+/g, ""), ...[x, y, width, part.endsWith("pitch") ? 0 : height].map(Math.round)];
  }), parts);
  for (const width of [360, 800, 1280, 2560])
    await t.test(`at ${width} pixels`, async () => {
      const before = await browser.open({ width, html: browser.html.slice(0, browser.html.indexOf("<script>")), wait: "load" });
      const after = await browser.open({ width });
      const [shell, started] = [await look(before.page), await look(after.page)];
      // The views may add words to these two parts, but must not move them.
      const whole = ([part]) => ![".opener-pitch", ".head"].includes(part);
      assert.deepEqual(shell.map((row) => (whole(row) ? row : row.toSpliced(1, 1))), started.map((row) => (whole(row) ? row : row.toSpliced(1, 1))));
      assert.equal(await after.page.evaluate(() => document.documentElement.scrollWidth), width);
      await before.close();
      await after.close();
    });
  await t.test("the policy is shown as the document has it", async () => {
    const { page, close } = await browser.open();
    await page.click(".policy summary");
    const shown = await page.$$eval(".policy li", (items) => items.map((item) => item.textContent).join("; "));
    assert.equal(shown, /Content-Security-Policy" content="([^"]+)"/.exec(browser.html)[1]);
    await close();
  });
});

test("the head", async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());
  await t.test("takes the theme from system to light to dark, and keeps it", async () => {
    const { page, close } = await browser.open({ theme: "dark" });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.click('[aria-label="Theme: system"]');
    assert.equal(await page.getAttribute("html", "data-theme"), "light");
    assert.notEqual(await ground(), dark);
    await page.click('[aria-label="Theme: light"]');
    assert.equal(await ground(), dark);
    await page.reload();
    assert.equal(await page.getAttribute("html", "data-theme"), "dark");
    await page.click('[aria-label="Theme: dark"]');
    assert.equal(await page.getAttribute("html", "data-theme"), null);
    await close();
  });
  await t.test("works where nothing can be kept", async () => {
    const init = 'Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });';
    const { page, faults, close } = await browser.open({ init });
    await page.click('[aria-label="Theme: system"]');
    assert.equal(await page.getAttribute("html", "data-theme"), "light");
    assert.deepEqual(await faults(), []);
    await close();
  });
  await t.test("switches between conversation and details where there is room for one", async () => {
    const { page, close } = await browser.open({ width: 360, hash: "#example=healthy" });
    await settled(page);
    assert.deepEqual([await page.isVisible(".frame > .conversation"), await page.isVisible(".frame > .panel")], [true, false]);
    await page.click('.sides button:has-text("Details")');
    assert.deepEqual([await page.isVisible(".frame > .conversation"), await page.isVisible(".frame > .panel")], [false, true]);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    await close();
  });
  await t.test("leads from a verdict to the exchanges that have it, round and round", async () => {
    const { page, close } = await browser.open({ hash: "#example=altered-signature" });
    await settled(page);
    for (const nth of [1, 2, 1]) {
      await page.click('[data-verdict="accepted"]');
      await page.waitForFunction((nth) => location.hash.endsWith(`exchange=${nth}`), nth);
    }
    await close();
  });
});
