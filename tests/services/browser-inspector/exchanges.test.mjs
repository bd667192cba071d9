// Large sessions: all turns are audited, the exchanges can be filtered and searched, conversations have names, and the chosen exchange is in view.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { claudeCodeSession } from "./claude-code.mjs";
import { example, exchange, long, pairs } from "./sessions.mjs";

const browser = await startBrowser();
test.after(() => browser.close());

const text = async (page, selector) => (await page.locator(selector).first().innerText()).replaceAll(/\s+/g, " ").trim();

test("every turn of a long session is audited while it is read", async () => {
  const { page, faults, close } = await browser.open({ data: claudeCodeSession(60, { size: 20_000 }) });
  await page.waitForSelector('html[data-session="whole"]', { state: "attached", timeout: 60_000 });
  await page.waitForFunction(() => document.querySelector(".turns")?.textContent.includes("No findings in this session."), null, { timeout: 60_000 });
  assert.match(await text(page, '.head [data-verdict="accepted"]'), /^\d+ no problems found$/);
  assert.equal(await text(page, '.head [data-verdict="accepted"]'), `${await text(page, ".head-counts b")} no problems found`);
  assert.deepEqual(await faults(), []);
  await close();
});

/** Two conversations, whose names are only in their texts. */
function twoConversations() {
  const first = [{ role: "user", content: "<context>files</context>" }, { role: "user", content: "Explain the invoice of October, please" }];
  const second = [{ role: "user", content: "Translate the poem" }];
  const answer = (words) => [{ type: "text", text: words }];
  const error = JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: "messages.1.content.0: Invalid `signature` in `thinking` block" } });
  return pairs([
    exchange(first, answer("It has three positions."), { session: "2026-11-17T09-00-00-000Z-1", time: "2026-11-17T09:00:00Z" }),
    exchange(second, answer("Roses are red."), { session: "2026-11-17T09-00-00-000Z-2", time: "2026-11-17T09:01:00Z" }),
    exchange([...first, { role: "assistant", content: answer("It has three positions.") }, { role: "user", content: "And the needle?" }], undefined, { session: "2026-11-17T09-00-00-000Z-1", status: 400, response: error, time: "2026-11-17T09:02:00Z" }),
  ]);
}

test("conversations are listed by the first words of their user, and exchanges are filtered and searched", async () => {
  const { page, faults, close } = await browser.open({ data: twoConversations(), hash: "#pane=exchanges" });
  await page.waitForFunction(() => document.querySelector(".exchanges-conversation strong")?.textContent.startsWith("Explain"));
  assert.deepEqual(await page.locator(".exchanges-conversation strong").allInnerTexts(), ["Explain the invoice of October, please", "Translate the poem"]);
  assert.equal(await text(page, ".exchanges-count"), "3 exchanges in 2 conversations");
  const numbers = () => page.locator(".exchanges-row:visible .exchanges-number").allInnerTexts().then((all) => all.map((one) => Number(/\d+/.exec(one)[0])));
  await page.selectOption(".exchanges-tools select", "missed");
  assert.deepEqual(await numbers(), [3]);
  assert.match(await text(page, ".exchanges-row:visible"), /no problems found refused 400/);
  await page.selectOption(".exchanges-tools select", "all");
  // A text of an earlier message is found in the exchange that added it, and not in those that repeat it.
  for (const [query, found] of [["INVOICE of october", [1]], ["roses", [2]], ["needle", [3]], ["invalid-thinking-signature", [3]]]) {
    await page.fill(".exchanges-tools input", query);
    await page.waitForFunction((count) => document.querySelector(".exchanges-count").textContent.startsWith(`${count} of 3`), found.length);
    assert.deepEqual(await numbers(), found, query);
  }
  await page.fill(".exchanges-tools input", "roses");
  await page.waitForFunction(() => document.querySelector(".exchanges-match mark")?.textContent.toLowerCase() === "roses");
  await page.click(".exchanges-row:visible");
  assert.match(await text(page, '.exchange[aria-current="true"] .exchange-number'), /2$/);
  await page.fill(".exchanges-tools input", "nowhere");
  await page.waitForFunction(() => document.querySelector(".exchanges-count").textContent === "No exchange matches.");
  assert.deepEqual(await faults(), []);
  await close();
});

test("the title of the tab names the transcript", async () => {
  const { page, close } = await browser.open({ data: example("healthy") });
  await page.waitForSelector(".frame");
  assert.equal(await page.title(), "healthy · rethought");
  await page.click("button.head-name");
  assert.equal(await page.title(), "rethought · inspector");
  await close();
});

for (const [width, height] of [[360, 640], [1024, 600], [1440, 900]])
  test(`the chosen exchange is in view, ${width} by ${height} px`, async () => {
    const tall = "A long answer of the model. ".repeat(400);
    const talk = pairs(Array.from({ length: 12 }, (_, nth) => exchange([{ role: "user", content: `${nth} ${tall}` }], [{ type: "text", text: tall }], { session: `s${nth}` })));
    for (const [data, hash] of [[example("altered-signature"), ""], [claudeCodeSession(30, { size: 20_000 }), ""], [long(40), "#exchange=17"], [talk, ""], [talk, "#exchange=6"]]) {
      const { page, close } = await browser.open({ data, hash, width, height });
      await page.waitForSelector('html[data-session="whole"]', { state: "attached" });
      await page.waitForSelector('.exchange[aria-current="true"][aria-busy="false"]');
      await page.waitForTimeout(300);
      const place = await page.evaluate(() => {
        const list = document.querySelector(".virtual-list");
        const [box, head] = [list.getBoundingClientRect(), document.querySelector('.exchange[aria-current="true"] .exchange-head').getBoundingClientRect()];
        return { top: head.top - box.top, bottom: head.bottom - box.top, height: box.height };
      });
      assert.ok(place.top >= -1 && place.bottom <= place.height / 2, `${data.name} ${hash} ${JSON.stringify(place)}`);
      await close();
    }
  });

for (const width of [1024, 1440, 1920])
  test(`the name of the file and its format are whole, and nothing in the head overlaps, ${width} px`, async () => {
    const { page, close } = await browser.open({ data: { ...claudeCodeSession(5), name: "altered-signature.jsonl" }, width });
    await page.waitForSelector(".head-file .soft");
    assert.equal(await text(page, ".head-file .soft"), "Claude Code session");
    const boxes = await page.$$eval(".head-file strong, .head-file .soft, .head-summary, .head-buttons", (all) =>
      all.map((element) => ({ what: element.className || element.tagName, clipped: element.scrollWidth > element.clientWidth + 1, ...element.getBoundingClientRect().toJSON() })),
    );
    for (const { what, clipped } of boxes.slice(0, 2)) assert.ok(!clipped, `${what} is clipped`);
    for (const [nth, one] of boxes.entries())
      for (const other of boxes.slice(nth + 1)) {
        const apart = one.right <= other.left + 1 || other.right <= one.left + 1 || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
        assert.ok(apart, `${one.what} and ${other.what} overlap`);
      }
    await close();
  });
