// The What-if view in a browser: the same request for other targets, two at a time.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { openLast } from "./opening.mjs";

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser.close());

/** Opens the What-if view for the last exchange of an example. */
async function opened(id, options) {
  const shown = await openLast(browser, id, options);
  await shown.page.click("#tab-whatif");
  return shown;
}

const verdict = (page, side) => page.locator(`.trial[data-side="${side}"] .trial-verdict strong`).textContent();
const rules = (page, scope) => page.locator(`${scope} .rule-name`).allTextContents();

test("at first both are as recorded, and come to the same as the audit", async () => {
  const { page, faults, close } = await opened("foreign-blob");
  for (const side of ["A", "B"]) assert.equal(await verdict(page, side), "Will probably be refused");
  assert.equal(await page.inputValue("#host-0"), "billing-eastus2.openai.azure.com");
  assert.match(await page.locator(".difference").textContent(), /Both are as recorded/);
  assert.equal(await page.locator(".trial header button:disabled").count(), 2);
  assert.deepEqual(await faults(), []);
  await close();
});

test("foreign ciphertext goes back to its own host without a refusal, side by side with the other, and back again", async () => {
  const { page, faults, close } = await opened("foreign-blob");
  await page.fill("#host-1", "api.openai.com");
  assert.equal(await verdict(page, "A"), "Will probably be refused");
  assert.equal(await verdict(page, "B"), "No problems found");
  assert.deepEqual(await rules(page, '[data-part="Only in A"]'), ["foreign-handle"]);
  assert.deepEqual(await rules(page, '[data-part="Only in B"]'), []);
  assert.match(await page.locator(".difference").textContent(), /A: will probably be refused\. B: no problems found/);
  await page.locator('.trial[data-side="A"] .trial-findings summary').click();
  assert.match(await page.locator('.trial[data-side="A"] .trial-findings .quote').textContent(), /could not be verified/);
  await page.click('.trial[data-side="B"] header button');
  assert.equal(await verdict(page, "B"), "Will probably be refused");
  assert.equal(await page.inputValue("#host-1"), "billing-eastus2.openai.azure.com");
  assert.deepEqual(await faults(), []);
  await close();
});

test("every field counts, and shows what was typed as long as it is typed in", async () => {
  const { page, close } = await opened("foreign-blob");
  await page.fill("#host-0", "api.openai.com");
  await page.fill("#host-1", "api.openai.com");
  await page.selectOption("#enforced-1", "yes");
  await page.fill("#era-1", "2026-01-01");
  await page.fill("#betas-1", "one, two,");
  assert.equal(await page.inputValue("#betas-1"), "one, two,");
  await page.locator("#betas-1").blur();
  assert.equal(await page.inputValue("#betas-1"), "one, two");
  assert.equal(await page.inputValue("#enforced-1"), "yes");
  assert.equal(await page.inputValue("#era-1"), "2026-01-01");
  assert.equal(await verdict(page, "A"), "No problems found");
  await close();
});

test("a model that binds nothing takes what another refuses", async () => {
  const { page, close } = await opened("edited-prefix");
  await page.fill("#model-1", "claude-sonnet-5");
  assert.equal(await verdict(page, "A"), "Will be refused");
  assert.notEqual(await verdict(page, "B"), "Will be refused");
  await close();
});

test("an unknown host keeps the wire, and an address that is none does no harm", async () => {
  const { page, faults, close } = await opened("altered-signature");
  await page.fill("#host-1", "gateway.example");
  assert.equal(await page.inputValue("#wire-1"), "anthropic-messages");
  assert.equal(await page.locator('.trial[data-side="B"] .trial-note').count(), 0);
  await page.fill("#host-1", "https://");
  await page.fill("#model-1", "");
  await page.fill("#host-1", "//[");
  assert.ok(await page.isVisible('.trial[data-side="A"] .trial-verdict'));
  assert.deepEqual(await faults(), []);
  await close();
});

test("a model that is cleared to type another does not come back meanwhile", async () => {
  const { page, close } = await opened("altered-signature");
  await page.focus("#model-1");
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.type("claude-opus-5-5");
  assert.equal(await page.inputValue("#model-1"), "claude-opus-5-5");
  const offered = await page.locator("#model-1-list option").evaluateAll((all) => all.map(({ value }) => value));
  assert.ok(offered.includes("claude-sonnet-5") && offered.length > 4, String(offered));
  await close();
});

test("the way goes by keyboard: from the tabs to a field, and the verdict follows what is typed", async () => {
  const { page, close } = await opened("foreign-blob");
  await page.click("#tab-audit");
  const isSelected = async () => (await page.getAttribute("#tab-whatif", "aria-selected")) === "true";
  for (let presses = 0; presses < 5 && !(await isSelected()); presses++) await page.keyboard.press("ArrowLeft");
  assert.ok(await isSelected());
  for (let presses = 0; presses < 20 && (await page.evaluate(() => document.activeElement.id)) !== "host-1"; presses++) await page.keyboard.press("Tab");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("api.openai.com");
  assert.equal(await verdict(page, "B"), "No problems found");
  await close();
});

test("every field has a label, in both columns", async () => {
  const { page, close } = await opened("healthy");
  const unnamed = await page.locator(".whatif :is(input, select)").evaluateAll((all) => all.filter(({ labels }) => !labels.length).map(({ id }) => id));
  assert.deepEqual(unnamed, []);
  assert.equal(await page.locator(".whatif :is(input, select)").count(), 14);
  await close();
});
