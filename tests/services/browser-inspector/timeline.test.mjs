// The timeline: one control over the whole session, which describes, chooses, selects and scrolls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { EXAMPLES, example, exchange, exchangesOf, long, pairs } from "./sessions.mjs";

const browser = await startBrowser();
test.after(() => browser.close());

async function opened(data, count, more = {}) {
  const open = await browser.open({ data, hash: "#exchange=1", ...more });
  await open.page.waitForFunction((count) => document.querySelector(".exchange")?.ariaSetSize === String(count), count, { polling: 100, timeout: 120_000 });
  await open.page.waitForTimeout(300);
  return open;
}

/** High enough for all exchanges of the test to be in the document. */
const TALL = { height: 2400 };
const valueText = (page) => page.getAttribute(".timeline-control", "aria-valuetext");
const rows = (page) => page.locator(".exchange-number").allInnerTexts().then((texts) => texts.map((text) => Number(/\d+/.exec(text)[0])));
/** The middle of the column of an exchange, in pixels from the left of the page. */
const middle = (page, nth, y = 30) => page.evaluate(([nth, y]) => {
  const [box, column] = [document.querySelector(".timeline-control").getBoundingClientRect(), document.querySelector(".timeline-chosen").getBBox().width];
  return [box.left + (nth + 0.5) * column, box.top + y];
}, [nth, y]);
/** The position and the width of a part of the drawing. */
const box = (page, selector) => page.locator(selector).evaluate((element) => { const { x, width } = element.getBBox(); return { x, width }; });

for (const id of EXAMPLES)
  test(`${id}: a verdict for every exchange, a mark for every thought`, async () => {
    const data = example(id);
    const all = exchangesOf(data);
    const { page, faults, close } = await opened(data, all.length, TALL);
    assert.equal(await page.locator(".timeline-verdict").count(), all.length);
    const tones = await page.locator(".timeline-verdict").evaluateAll((list) => list.map(({ dataset }) => dataset.tone));
    assert.deepEqual(tones, all.map(({ status }) => (status >= 400 ? "reject" : "fine")));
    const kindsOf = (selector) => page.locator(selector).evaluateAll((list) => list.map(({ dataset }) => dataset.kind));
    const kinds = await kindsOf(".answer .chip.kind");
    assert.ok(kinds.length > 0);
    assert.deepEqual(await kindsOf(".timeline-mark"), kinds);
    assert.match(await valueText(page), new RegExp(`^Exchange 1 of ${all.length}, [^,]+, no problems found, provider: answered, \\d+ thoughts?, largest \\d`));
    assert.deepEqual(await faults(), []);
    await close();
  });

test("a model that changes has a label of its own where it begins", async () => {
  const { page, close } = await opened(example("foreign-blob"), 3);
  assert.deepEqual(await page.locator(".timeline-model").allTextContents(), ["gpt-5 · openai", "gpt-5.4-azure"]);
  assert.equal(await page.locator(".timeline-tick").count(), 1);
  await close();
});

test("another conversation begins with a line", async () => {
  const { page, close } = await opened(long(9, { each: 3 }), 9);
  assert.equal(await page.locator('.timeline-tick[data-begins="true"]').count(), 2);
  await close();
});

test("by keys alone: arrows, pages, ends, and a selection that Shift extends and Escape clears", async () => {
  const { page, faults, close } = await opened(long(40), 40, TALL);
  await page.focus(".timeline-control");
  const press = async (key) => (await page.keyboard.press(key), Number(await page.getAttribute(".timeline-control", "aria-valuenow")));
  assert.equal(await press("ArrowRight"), 2);
  assert.equal(await press("ArrowLeft"), 1);
  assert.equal(await press("ArrowLeft"), 1);
  assert.equal(await press("PageDown"), 11);
  assert.equal(await press("End"), 40);
  assert.equal(await press("Home"), 1);
  assert.equal(await press("PageDown"), 11);
  assert.equal(await press("Shift+ArrowRight"), 12);
  assert.equal(await press("Shift+ArrowRight"), 13);
  assert.match(await valueText(page), /^Exchange 13 of 40, claude-opus-4-5, no problems found, provider: answered, 1 thought, largest .*, selected: 11–13$/);
  assert.equal(await page.locator(".timeline-tooltip").innerText(), (await valueText(page)).replace(/, selected.*/, ""));
  await page.waitForTimeout(200);
  assert.deepEqual(await rows(page), [11, 12, 13]);
  assert.equal(await press("Shift+ArrowLeft"), 12);
  assert.match(await valueText(page), /selected: 11–12$/);
  await press("Escape");
  assert.doesNotMatch(await valueText(page), /selected/);
  assert.ok((await page.evaluate(() => document.querySelector('.exchange[aria-current="true"]')?.ariaPosInSet)) === "12");
  assert.deepEqual(await faults(), []);
  await close();
});

test("a click chooses and brings into view, a drag selects, a second click clears", async () => {
  const { page, close } = await opened(long(40), 40, TALL);
  await page.mouse.click(...(await middle(page, 25)));
  await page.waitForTimeout(300);
  assert.match(await valueText(page), /^Exchange 26 /);
  assert.ok((await rows(page)).includes(26));
  await page.mouse.move(...(await middle(page, 30)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, 28)), { steps: 5 });
  await page.mouse.up();
  await page.waitForTimeout(200);
  assert.deepEqual(await rows(page), [29, 30, 31]);
  assert.equal(await page.locator(".conversation-range").count(), 1);
  await page.mouse.click(...(await middle(page, 28)));
  assert.equal(await page.locator(".conversation-range").count(), 0);
  await close();
});

test("the tooltip is one element, and says what is under the pointer", async () => {
  const { page, close } = await opened(example("altered-signature"), 3);
  await page.mouse.move(...(await middle(page, 2)));
  assert.equal(await page.locator(".timeline-tooltip").innerText(), "Exchange 3 of 3, claude-sonnet-5, will be refused, provider: refused, no thoughts");
  assert.equal(await page.locator(".timeline [title], .timeline title").count(), 0);
  await page.mouse.move(600, 600);
  assert.equal(await page.locator(".timeline-tooltip").count(), 0);
  await close();
});

test("what is in view is marked, and dragging the mark scrolls", async () => {
  const { page, close } = await opened(long(60), 60);
  const before = await box(page, ".timeline-viewport");
  await page.evaluate(() => (document.querySelector(".virtual-list").scrollTop += 6000));
  await page.waitForTimeout(300);
  const after = await box(page, ".timeline-viewport");
  assert.ok(after.x > before.x + 50, `${before.x} to ${after.x}`);
  const lane = 68;
  const [x, y] = await middle(page, 0, lane);
  await page.mouse.move(x + after.x, y);
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, 50, lane)), { steps: 8 });
  await page.mouse.up();
  await page.waitForTimeout(300);
  const shown = await rows(page);
  assert.ok(shown.some((nth) => nth > 46 && nth < 56), `${shown}`);
  assert.match(await valueText(page), /^Exchange 1 /);
  await close();
});

test("5,000 exchanges are some hundred columns, and the worst of each is seen", async () => {
  const all = exchangesOf(long(5000));
  const bad = 3210;
  const thinking = { type: "thinking", thinking: "So.", signature: "x…y" };
  const messages = [
    { role: "user", content: "Begin." },
    { role: "assistant", content: [thinking, { type: "tool_use", id: "t", name: "n", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "r" }] },
  ];
  const refusal = { type: "error", error: { type: "invalid_request_error", message: "No." } };
  all[bad] = exchange(messages, undefined, { session: "bad", status: 400, response: JSON.stringify(refusal) });
  for (const [width, height] of [[1280, 72], [360, 48]]) {
    const { page, faults, close } = await opened(pairs(all), 5000, { width });
    const columns = await page.locator(".timeline-verdict").count();
    assert.ok(columns <= width / 6 && columns >= width / 12, `${columns} columns at ${width}`);
    const tones = await page.locator(".timeline-verdict").evaluateAll((list) => list.map(({ dataset }) => dataset.tone));
    assert.equal(tones[Math.floor(bad / Math.ceil(5000 / Math.floor((width - 24) / 6)))], "reject");
    assert.equal(tones.filter((tone) => tone === "reject").length, 1);
    assert.equal((await page.locator(".timeline svg").boundingBox()).height, height);
    assert.deepEqual(await faults(), []);
    await close();
  }
});
