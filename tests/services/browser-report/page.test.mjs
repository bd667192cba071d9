// The page of a report in a real browser: it has no errors, sends nothing, shows the input only as text, and people can use it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { startBrowser } from "../browser-inspector/browser.mjs";
import { STRINGS } from "../browser-inspector/hostile-strings.mjs";
import { file, run } from "./command.mjs";
import { resultFile } from "./results.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const AXE = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };

file("now.ndjson", resultFile(3000, { seed: 1 }));
file("before.ndjson", resultFile(3000, { seed: 2, turn: 99 }).replaceAll("thinking-not-first", "content-after-tool-use"));
file("cut.ndjson", resultFile(50, { seed: 3, end: false }));
const html = run(["now.ndjson", "cut.ndjson", "--before", "before.ndjson"]).stdout;
const hostile = STRINGS.map((name, nth) => ({ ...(nth % 2 ? { id: name } : { line: nth, byte: nth, file: name }), wire: name, host: name, model: name, time: "2026-11-17", verdict: "rejected", findings: [{ rule: name, severity: "reject", evidence: "observed", pointer: name }], fates: { [name]: 1 } }));
file("hostile.ndjson", [...hostile, ...STRINGS.map((name) => ({ id: name, error: { code: name, message: name, pointer: name } }))].map((line) => JSON.stringify(line)).join("\n"));
const hostileHtml = run(["hostile.ndjson", "--before", "now.ndjson"]).stdout;

const browser = await startBrowser();
test.after(() => browser.close());
const open = (options) => browser.open({ html, wait: "load", ...options });

/** Opens every part that is closed. */
const unfold = (page) => page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
const width = (page) => page.evaluate(() => Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll("main *:not(svg *)")].filter((element) => !element.closest(".scrolls")).map((element) => Math.ceil(element.getBoundingClientRect().right))));
const violations = (page) =>
  page.evaluate(async (options) => (await globalThis.axe.run(document, options)).violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary.replaceAll(/\s+/g, " ")}`)), AXE);

for (const [theme, wide] of [["light", 360], ["dark", 1280]])
  for (const [what, hash] of [["all results", ""], ["one rule", "#rule=missing-thought-signature"], ["one model", "#model=gemini-3-pro-preview"]])
    test(`no fault, no overflow and nothing for axe: ${what}, ${theme}, ${wide} px`, async () => {
      const { page, faults, close } = await open({ theme, width: wide, hash, init: axe, from: "file" });
      await unfold(page);
      assert.ok((await width(page)) <= wide, `${await width(page)} px`);
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(await faults(), []);
      await close();
    });

test("axe finds what is wrong under the policy of the page", async () => {
  const { page, close } = await open({ init: axe });
  await page.evaluate(() => document.querySelector("main").append(document.createElement("button")));
  assert.deepEqual((await violations(page)).map((text) => text.split(" ")[0]), ["button-name"]);
  await close();
});

test("a rule and a model are shown alone by mouse, by keyboard and by address, and the way back is one step", async () => {
  const { page, faults, close } = await open();
  const titles = () => page.evaluate(() => [...document.querySelectorAll("h2")].map(({ textContent }) => textContent).join(", "));
  const all = await titles();
  assert.equal(all, "Changes, By day, Rules, By model, By host, By wire, Fates of thoughts, Lines that could not be checked, Files");
  const staticMain = await page.evaluate(() => document.querySelector("main").innerHTML);
  await page.click('.rules a:text-is("missing-thought-signature")');
  await page.waitForSelector(".filter");
  assert.equal(await page.evaluate(() => location.hash), "#rule=missing-thought-signature");
  assert.equal(await titles(), "By day, The rule, By model, By host, By wire");
  assert.match(await page.innerText(".lead"), /of 3,0\d\d results have this rule/);
  assert.equal(await page.evaluate(() => document.activeElement.className), "filter");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Show all");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector(".filter"));
  assert.equal(await titles(), all);
  // The script draws the same as the command line.
  assert.equal(await page.evaluate(() => document.querySelector("main").innerHTML), staticMain);
  await page.click('section:has(#models) a:text-is("gpt-5.1")');
  await page.waitForSelector(".filter");
  assert.equal(await titles(), "By day, Rules");
  assert.doesNotMatch(await page.innerText(".rules"), /missing-thought-signature/);
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector(".filter"));
  assert.equal(await titles(), all);
  assert.deepEqual(await faults(), []);
  await close();
});

test("without scripts everything is there, and the theme can be switched with them", async () => {
  const { page, close } = await open();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.click(".theme");
  await page.click(".theme");
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
  assert.notEqual(await ground(), light);
  await close();
  const bare = await open({ html: html.replace(/<script>[^]*?<\/script>/, "") });
  assert.match(await bare.page.innerText("main"), /missing-thought-signature/);
  assert.equal(await bare.page.isVisible(".theme"), false);
  await bare.close();
});

test("hostile names stay text, in the page as it is written and as its script draws it", async () => {
  for (const wide of [360, 1280]) {
    const { page, faults, close } = await open({ html: hostileHtml, width: wide, init: `(${survey})()` });
    await unfold(page);
    assert.ok((await width(page)) <= wide, `${await width(page)} px`);
    const links = await page.evaluate(() => [...document.querySelectorAll('main a[href^="#"]')].map((link) => link.getAttribute("href")));
    assert.ok(links.length > 100, String(links.length));
    for (const hash of links.filter((_, nth) => process.env.RETHOUGHT_LONG || nth % 20 === 0)) {
      await page.evaluate((to) => new Promise((resolve) => (addEventListener("hashchange", resolve, { once: true }), (location.hash = to))), hash);
      await page.evaluate(() => globalThis.look());
      await page.evaluate(() => new Promise((resolve) => (addEventListener("hashchange", resolve, { once: true }), (location.hash = ""))));
    }
    assert.deepEqual(await page.evaluate(() => globalThis.look()), []);
    assert.equal(await page.evaluate(() => globalThis.pwned ?? Object.prototype.pwned), undefined);
    assert.deepEqual(await faults(), []);
    assert.deepEqual(browser.hits, []);
    await close();
  }
});

/** Runs in the page: returns the elements and attributes that the report does not make. */
function survey() {
  const known = new Set("html head meta title link style script body header main footer section span h1 h2 h3 p ul li dl dt dd div a b strong code pre button svg g path rect line text figure figcaption table thead tbody tr th td details summary".split(" "));
  const found = new Set();
  globalThis.look = () => {
    for (const element of document.querySelectorAll("*")) {
      if (!known.has(element.localName)) found.add(`<${element.localName}>`);
      for (const { name, value } of element.attributes) if (/^on|^(src|srcdoc|action|style|ping|xlink:href)$/i.test(name) || (name === "href" && !element.closest("head") && !value.startsWith("#"))) found.add(`${element.localName} ${name}=${value.slice(0, 60)}`);
    }
    return [...found];
  };
}
