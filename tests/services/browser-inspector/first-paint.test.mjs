// The page before the wasm has started, and if it never starts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assemble } from "../../../scripts/www.mjs";
import { engines, startBrowser } from "./browser.mjs";

const BLOCK = '<script type="application/octet-stream" id="wasm">';

for (const engine of await engines()) {
  test(`in ${engine}`, async (t) => {
    const browser = await startBrowser({ engine });
    t.after(() => browser.close());
    const at = browser.html.indexOf(BLOCK) + BLOCK.length;
    const shown = (page) => page.evaluate(() => document.body.innerText);

    await t.test("the page starts from a server and from a file, and nothing goes wrong", async () => {
      for (const from of ["http", "file"]) {
        const { page, faults, close } = await browser.open({ from });
        assert.equal(await page.getAttribute("html", "data-core"), "ready", from);
        assert.deepEqual(await faults(), [], from);
        await close();
      }
    });

    await t.test("the shell is there before any script, and is the same page", async () => {
      const script = browser.html.indexOf("<script>");
      const { page, faults, close } = await browser.open({ html: browser.html.slice(0, script), wait: "commit" });
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length === 1, null, { polling: 50 });
      assert.match(await shown(page), /rethought[^]*Drop a transcript here/);
      assert.deepEqual(await faults(), []);
      await close();
    });

    await t.test("the page is painted while the wasm has not come yet", async () => {
      let finish;
      browser.answer("/slow", (_, response) => {
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
        response.write(browser.html.slice(0, at + 1000));
        finish = () => response.end(browser.html.slice(at + 1000));
      });
      const { page, faults, close } = await browser.open({ address: `${browser.origin}/slow`, wait: "commit" });
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length === 1, null, { polling: 50 });
      assert.match(await shown(page), /rethought/);
      assert.equal(await page.getAttribute("html", "data-core"), null);
      finish();
      await page.waitForSelector('html[data-core="ready"]');
      assert.deepEqual(await faults(), []);
      await close();
    });

    await t.test("what the package says of a rule is there, though it came in a block", async () => {
      const { page, close } = await browser.open({ html: (await assemble("tests/services/browser-inspector/core-entry.ts")).html });
      const found = await page.evaluate(() => {
        const bad = JSON.parse(core.explain("cache-control-on-thinking").bad);
        return core.audit(JSON.stringify(bad.request), bad.target).findings.map(({ rule, message }) => [rule, message]);
      });
      assert.deepEqual(found, [["cache-control-on-thinking", "`cache_control` is set on a `thinking` block"]]);
      await close();
    });

    for (const [what, html, sentence] of [
      ["a wasm that is cut off", browser.html.slice(0, at + 1000), /incomplete: its WebAssembly/],
      ["a wasm that was altered", browser.html.slice(0, at + 1000) + "AAAA" + browser.html.slice(at + 1004), /incomplete: its WebAssembly/],
      ["no wasm at all", browser.html.replace(BLOCK, BLOCK.replace("wasm", "other")), /incomplete: its WebAssembly/],
      ["cards that are cut off", browser.html.slice(0, browser.html.indexOf('id="cards">') + 5000), /incomplete: its catalogue of rules/],
      ["a policy that forbids WebAssembly", browser.html.replace(" 'wasm-unsafe-eval'", ""), /did not run the page's WebAssembly/],
    ])
      await t.test(`${what} is said in a sentence, below a page that is there`, async () => {
        const { page, close } = await browser.open({ html });
        assert.equal(await page.getAttribute("html", "data-core"), "failed");
        assert.match(await shown(page), /^rethought/);
        assert.match(await shown(page), sentence);
        await close();
      });
  });
}
