// The audit view in a browser: every example shows the package's report, is repaired to the same bytes, and can be copied and downloaded.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { classify, explain, Ledger, repair } from "../../../pkg/start/node.js";
import { startBrowser } from "./browser.mjs";
import { openLast } from "./opening.mjs";
import { allowed } from "./allowed-time.mjs";

const folder = new URL("../../../www/examples/", import.meta.url);
const listed = readFileSync(new URL("index.ts", folder), "utf8");
/** The id of each example, and its rule. */
const EXAMPLES = [...listed.matchAll(/id: "([\w-]+)"[^}]*?wire: "[\w-]+",(?:\s*rule: "([\w-]+)")?/g)].map(([, id, rule]) => ({ id, rule }));

/** The examples whose history the ledger restores, and the rule whose fix does it. */
const REPAIRED = [
  ["altered-signature", "altered-handle"],
  ["stripped-empty-thinking", "dropped-thought"],
  ["missing-thought-signature", "dropped-thought"],
  ["orphan-reasoning-item", "stored-item-without-reasoning"],
];

/** The report of the package on the last request of an example, made without the page. */
function reportOf(id) {
  const exchanges = readFileSync(new URL(`${id}.ndjson`, folder), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
  const last = exchanges.at(-1);
  const ledger = new Ledger();
  for (const { url, request, response, stream, time } of exchanges.slice(0, -1))
    ledger.record({ request, ...(stream === undefined ? { response } : { stream }), target: { url }, time: new Date(time) });
  const target = { url: last.url };
  return { exchanges, last, report: ledger.audit(last.request, target), repaired: () => repair(last.request, target, { ledger }) };
}

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser.close());

/** Opens an example at its last exchange. */
const opened = (id, options) => openLast(browser, id, options);

const verdict = (page) => page.locator('[data-side="prediction"] .verdict-line strong').textContent();
const text = (page, selector) => page.locator(selector).first().textContent();

async function downloaded(page, label) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`.export-body[aria-label="${label}"] [data-verb="download"]`)]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

/** The request in a downloaded file, byte for byte: the file has its target before it. */
const requestIn = ({ text }) => text.slice(text.indexOf('"request":') + 10, -2);

test("there are examples", () => assert.ok(EXAMPLES.length >= 9 && EXAMPLES.filter(({ rule }) => rule).length >= 8, JSON.stringify(EXAMPLES)));

for (const { id, rule } of EXAMPLES.filter(({ rule }) => rule))
  test(`${id}: the findings are those of the package, with the provider's words, and the refusal is told to agree`, async () => {
    const { last, report } = reportOf(id);
    const { page, faults, close } = await opened(id);
    const shown = await page.locator(".finding").evaluateAll((cards) => cards.map((card) => [card.dataset.rule, card.querySelector(".quotation .quote")?.textContent ?? null]));
    assert.deepEqual(shown, report.findings.map(({ rule, upstream }) => [rule, upstream ?? null]));
    assert.ok(shown.some(([each]) => each === rule));
    assert.equal(await verdict(page), { rejected: "Will be refused", "likely rejected": "Will probably be refused" }[report.verdict]);
    assert.equal(await page.getAttribute(".provider", "data-agrees"), "true");
    assert.equal(await text(page, ".provider .quote"), classify(last.response).message);
    assert.equal(await text(page, ".verdict-facts dd"), new URL(last.url).host);
    assert.deepEqual(await faults(), []);
    await close();
  });

for (const [id, rule] of REPAIRED)
  test(`${id}: the diff inserts what was recorded, byte for byte`, async () => {
    const { exchanges, report } = reportOf(id);
    const { page, close } = await opened(id);
    const finding = page.locator(`.finding[data-rule="${rule}"]`).first();
    assert.match(await finding.locator(".diff").first().innerText(), /⋯ [\d,]+ ⋯|^[^⋯]*$/);
    while (await finding.locator(".diff-fold").count()) await finding.locator(".diff-fold").first().click();
    const inserted = await finding.locator('.diff-line[data-sign="inserted"] .diff-text').first().textContent();
    const fix = report.findings.find((each) => each.rule === rule).fix;
    assert.equal(inserted, fix.edits.find(({ text }) => text).text);
    assert.ok(exchanges.slice(0, -1).some(({ response }) => response?.includes(inserted.replace(/,$/, ""))), "an earlier answer has these bytes");
    const at = await finding.locator('.diff-line[data-sign="inserted"] .diff-at').first().textContent();
    assert.equal(Number(at), fix.edits.find(({ text }) => text).start);
    await close();
  });

for (const [id] of REPAIRED)
  test(`${id}: all safe fixes make it accepted, the download is the repaired request to the byte, and undo brings it back`, async () => {
    const { last, repaired } = reportOf(id);
    const { page, faults, close } = await opened(id);
    const rejected = await verdict(page);
    await page.click('[data-verb="safe"]');
    assert.equal(await verdict(page), "No problems found");
    assert.match(await text(page, ".repair-change"), /refused before, no problems found now/);
    const { request, applied } = repaired();
    const file = await downloaded(page, "Repaired request");
    assert.equal(requestIn(file), request);
    assert.notEqual(requestIn(file), last.request);
    assert.match(file.name, /\.3\.repaired\.json$/);
    assert.equal(requestIn(await downloaded(page, "Request as recorded")), last.request);
    const rules = new Set(applied.flatMap(({ mended }) => mended.map(({ rule }) => rule)));
    assert.deepEqual(await page.locator(".repair-applied .rule-name").allTextContents(), [...rules]);
    await page.click('[data-verb="undo"]');
    assert.equal(await verdict(page), rejected);
    assert.equal(await page.locator('[data-verb="undo"]').count(), 0);
    assert.deepEqual(await faults(), []);
    await close();
  });

test("one fix is applied by itself, and a removal shows what goes", async () => {
  const { last, report } = reportOf("foreign-blob");
  const { page, close } = await opened("foreign-blob");
  assert.equal(await page.locator('[data-verb="safe"]').count(), 0);
  const [{ start, end }] = report.findings[0].fix.edits;
  while (await page.locator(".diff-fold").count()) await page.locator(".diff-fold").first().click();
  const removed = await page.locator('.diff-line[data-sign="removed"] .diff-text').first().textContent();
  const bytes = Buffer.from(last.request);
  assert.equal(removed, bytes.subarray(start, end).toString());
  await page.click('.finding [data-verb="apply"]');
  assert.equal(requestIn(await downloaded(page, "Repaired request")), Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]).toString());
  await close();
});

test("a fix that is not safe says so, and repairs what it can", async () => {
  const { page, close } = await opened("edited-prefix");
  assert.match(await text(page, ".fix"), /unsafe/);
  await page.click('[data-verb="apply"]');
  // A request that lost its reasoning is no longer refused.
  assert.match(await verdict(page), /^No problems/);
  await close();
});

test("copying puts the request into the clipboard, or selects it where that is refused", async () => {
  const { last } = reportOf("altered-signature");
  const { page, close } = await opened("altered-signature");
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => (globalThis.copied = text) } }));
  await page.click('[data-verb="copy"]');
  await page.getByText("Copied").waitFor();
  assert.equal(await page.evaluate(() => globalThis.copied), last.request);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { configurable: true, value: undefined }));
  await page.click('[data-verb="copy"]');
  await page.waitForSelector(".export-body textarea");
  assert.equal(await page.evaluate(() => getSelection().toString() || document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), last.request);
  await close();
});

test("every rule is listed with what became of it, and the counts are always there", async () => {
  const { checks } = reportOf("healthy").report;
  // A file is no proof of the form of its host's handles, so these rules are off for sessions.
  const report = { checks: { ...checks, "damaged-handle": "off", "handle-of-another-vendor": "off" } };
  const { page, close } = await opened("healthy");
  assert.equal(await verdict(page), "No problems found");
  await page.locator(".checks-group").evaluateAll((groups) => groups.forEach((group) => (group.open = true)));
  const shown = await page.locator(".checks-group").evaluateAll((groups) => groups.flatMap((group) => [...group.querySelectorAll(".rule-name")].map((rule) => [rule.textContent, group.dataset.outcome])));
  assert.equal(shown.length, explain().length);
  assert.deepEqual(Object.fromEntries(shown.sort()), Object.fromEntries(Object.entries(report.checks).map(([rule, fate]) => [rule, fate.split(":")[0]]).sort()));
  const passed = Object.values(report.checks).filter((fate) => fate === "passed").length;
  assert.match(await text(page, ".checks-counts"), new RegExp(`${passed} passed.* not applicable`));
  await page.fill(".checks input", "edited-prefix");
  assert.deepEqual(await page.locator(".checks .rule-name").allTextContents(), ["edited-prefix"]);
  await page.fill(".checks input", "no rule is called so");
  assert.match(await text(page, ".checks"), /No rule matches/);
  await close();
});

test("a card opens from a finding, from the list and by a link; its addresses are links, and it closes by Escape", async () => {
  const { page, faults, close } = await opened("altered-signature");
  await page.locator(".finding .rule-name").first().click();
  await page.waitForSelector("dialog.card[open]");
  const card = explain("invalid-thinking-signature");
  const shown = await text(page, "dialog.card");
  for (const each of [card.summary.replaceAll("`", ""), card.bad, card.good, ...card.upstream]) assert.ok(shown.includes(each), each);
  const links = await page.locator("dialog.card a").evaluateAll((all) => all.map(({ href, rel, target }) => [href, rel, target]));
  assert.deepEqual(links, [...card.sources.matchAll(/<(https:[^>]+)>/g)].map(([, href]) => [href, "noreferrer noopener", "_blank"]));
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog.card", { state: "detached" });
  await page.locator(".checks .rule-name").last().evaluate((button) => ((button.closest("details").open = true), button.click()));
  await page.waitForSelector("dialog.card[open]");
  await page.getByRole("button", { name: "Close" }).click();
  await page.waitForSelector("dialog.card", { state: "detached" });
  assert.deepEqual(await faults(), []);
  await close();
  const linked = await browser.open({ hash: "#rule=edited-prefix" });
  await linked.page.waitForSelector("dialog.card[open]");
  assert.equal(await text(linked.page, "dialog.card h2"), "edited-prefix");
  await linked.close();
});

test("a place leads to the wire view", async () => {
  const { page, close } = await opened("altered-signature");
  await page.locator(".finding .place").first().click();
  assert.equal(await page.getAttribute("#tab-wire", "aria-selected"), "true");
  await page.click("#tab-audit");
  assert.equal(await page.getAttribute(".finding >> nth=0", "aria-current"), "true");
  await close();
});

test("the whole way goes by keyboard: to the safe fixes, and back", async () => {
  const { page, close } = await opened("altered-signature");
  await page.focus("#tab-audit");
  for (let presses = 0; presses < 12 && (await page.evaluate(() => document.activeElement.dataset.verb)) !== "safe"; presses++) await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "none");
  await page.keyboard.press("Enter");
  assert.equal(await verdict(page), "No problems found");
  // The button is removed, but the focus is not lost with it.
  await page.waitForFunction(() => document.activeElement.dataset.verb === "undo", null, { timeout: 5000 });
  await page.keyboard.press("Space");
  assert.equal(await verdict(page), "Will be refused");
  await page.waitForFunction(() => document.activeElement.dataset.verb === "safe", null, { timeout: 5000 });
  await close();
});

test("what is hidden in a diff is seen, and text of a transcript makes no element", async () => {
  const { last, exchanges } = reportOf("foreign-blob");
  const hostile = '\t"note":"<img src=x onerror=alert(1)>\u202e", \n"encrypted_content"';
  const lines = [...exchanges.slice(0, -1), { ...last, request: last.request.replace('"encrypted_content":', `${hostile}:`) }];
  const data = { name: "<b>evil</b>.ndjson", text: lines.map((line) => JSON.stringify(line)).join("\n") };
  const { page, faults, close } = await browser.open({ data });
  await page.waitForSelector(".audit");
  await page.locator(".turns-row").last().click();
  const removed = await page.locator('.diff-line[data-sign="removed"]').first().textContent();
  for (const seen of ["␉", "␠", "␊", "U+202E", "<img src=x onerror=alert(1)>"]) assert.ok(removed.includes(seen), `${seen} in ${removed}`);
  assert.equal(await page.locator(".audit img, .audit b").count(), 0);
  assert.deepEqual(await faults(), []);
  await close();
});

test("six hundred turns with findings stay a short list, which grows when it is asked to", async () => {
  const { last } = reportOf("altered-signature");
  const data = { name: "long.ndjson", text: Array.from({ length: 600 }, () => JSON.stringify(last)).join("\n") };
  const { page, close } = await browser.open({ data });
  await page.waitForFunction(() => /^600 of 600 turns$/.test(document.querySelector(".turns header .soft")?.textContent ?? ""), null, { timeout: 60_000 });
  assert.equal(await page.locator(".turns-row").count(), 25);
  const took = await page.evaluate(() => {
    const [start, select] = [performance.now(), document.querySelector(".turns select")];
    select.value = "true";
    select.dispatchEvent(new Event("change", { bubbles: true }));
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start))));
  });
  assert.ok(took < allowed(300), `${took} ms`);
  await page.locator(".turns > button").click();
  assert.equal(await page.locator(".turns-row").count(), 225);
  await page.locator(".turns-row").nth(200).click();
  assert.equal(await page.locator('.turns-row[aria-current="true"]').count(), 1);
  await close();
});
