// The conversation: the content of each exchange, the targets of connectors and chips, and the speed of a long session.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { EXAMPLES, example, exchange, exchangesOf, long, pairs } from "./sessions.mjs";
import { traced } from "./task-times.mjs";
import { allowed } from "./allowed-time.mjs";

const browser = await startBrowser();
test.after(() => browser.close());

/** Opens a transcript, and waits until the exchanges in view are read. */
async function opened(data, more = {}) {
  const open = await browser.open({ data, hash: "#exchange=1", height: 2400, ...more });
  await open.page.waitForSelector(".exchange");
  await settled(open.page);
  return open;
}

async function settled(page) {
  await page.waitForFunction(() => !document.querySelector('.exchange[aria-busy="true"]'), null, { polling: 50 });
  // Fates are read after the bodies, and connectors are drawn a frame later.
  await page.waitForTimeout(300);
}

const texts = (page, selector) => page.locator(selector).allInnerTexts();
const chosen = (page) => page.locator('.exchange-head[aria-pressed="true"] .exchange-number').innerText().then((text) => Number(/\d+/.exec(text)[0]));

for (const id of EXAMPLES)
  test(`${id}: every exchange is there, with its verdict, and a refusal in the provider's words`, async () => {
    const data = example(id);
    const { page, faults, close } = await opened(data);
    const exchanges = exchangesOf(data);
    assert.equal(await page.locator(".exchange").count(), exchanges.length);
    for (const [nth, { status, response }] of exchanges.entries()) {
      const row = page.locator(".exchange").nth(nth);
      const verdict = await row.locator(".exchange-facts .chip").first().innerText();
      assert.match(verdict, status >= 400 ? /refused/ : /no problems found/, `${id} ${nth + 1}`);
      assert.match(await row.locator(".exchange-outcome .chip").innerText(), status >= 400 ? /^refused 4/ : /^answered 200$/);
      assert.equal(await row.locator(".exchange-facts .chip svg").count(), 2);
      if (status < 400) continue;
      const error = JSON.parse(response).error ?? JSON.parse(response);
      assert.ok((await row.locator(".refusal").innerText()).includes(error.message), error.message);
      assert.equal(await row.locator(".refusal-rule .rule-name").count(), 1);
    }
    assert.deepEqual(await faults(), []);
    await close();
  });

test("a thought that the answer reports as dropped has a chip that says why", async () => {
  const thinking = { type: "thinking", thinking: "Hello.", signature: btoa("signature 1 ".repeat(4)) };
  const turns = [{ role: "user", content: "Begin." }, { role: "assistant", content: [thinking, { type: "text", text: "Hello." }] }, { role: "user", content: "Go on." }];
  const last = exchange(turns, [{ type: "text", text: "Yes." }]);
  const input_transformations = [{ type: "thinking_dropped", path: "messages.1.content.0", reason: "model_binding_mismatch" }];
  const { page, faults, close } = await opened(pairs([{ ...last, response: JSON.stringify({ ...JSON.parse(last.response), input_transformations }) }]));
  await settled(page);
  assert.deepEqual(await texts(page, '.part[data-kind="thought"] .fate[data-fate="reported"]'), ["dropped by the provider: this model cannot read it"]);
  assert.deepEqual(await faults(), []);
  await close();
});

test("every fate has a chip, in both directions", async () => {
  const seen = new Set();
  for (const id of EXAMPLES) {
    const { page, close } = await opened(example(id));
    // The chosen request shows the fates of every earlier answer, not only of the previous one.
    await page.locator(".exchange-head").last().click();
    await settled(page);
    for (const text of await texts(page, ".fate")) seen.add(text.replace(/\d+/, "N"));
    await close();
  }
  // A sliding window: the third request begins after the first answer, and has the second.
  const asked = (content) => ({ role: "user", content });
  const answered = (text, nth) => ({ role: "assistant", content: [{ type: "thinking", thinking: text, signature: btoa(`signature ${nth} `.repeat(4)) }, { type: "text", text }] });
  const [first, second] = [answered("Hello.", 1), answered("Yes.", 2)];
  const window = [asked("Begin."), first, asked("Go on."), second, asked("And then?")];
  const { page, close } = await opened(pairs([
    exchange(window.slice(0, 1), first.content, { session: "one" }),
    exchange(window.slice(0, 3), second.content, { session: "one" }),
    exchange(window.slice(2), [{ type: "text", text: "That is all." }], { session: "one" }),
  ]));
  await page.locator(".exchange-head").last().click();
  await settled(page);
  for (const text of await texts(page, ".fate")) seen.add(text.replace(/\d+/, "N"));
  await close();
  for (const text of [
    "same bytes in exchange N",
    "same value, other bytes in exchange N",
    "signature changed in exchange N",
    "signature lost in exchange N",
    "text changed in exchange N",
    "missing in exchange N",
    "removed with its turn in exchange N",
    "from exchange N, same bytes",
    "from exchange N, changed in its signature",
    "from exchange N, without its signature",
    "a thought of exchange N",
  ])
    assert.ok(seen.has(text), `${text} in ${[...seen].join("; ")}`);
});

test("a handle says in words and by a line what it signs", async () => {
  const { page, close } = await opened(example("missing-thought-signature"));
  assert.equal(await page.locator('.answer [data-attachment="call"]').first().innerText(), "signs the call read_file");
  assert.ok((await page.locator('.connectors [data-tone="attached"]').count()) >= 2);
  await close();
  const other = await opened(example("foreign-blob"));
  assert.equal(await other.page.locator('.answer [data-attachment="item"]').first().innerText(), "belongs to the call read_file");
  const [from, to] = await other.page.evaluate(() => {
    const box = document.querySelector('.connectors [data-tone="attached"] path').getBoundingClientRect();
    const parts = [...document.querySelectorAll(".answer .part")].slice(0, 2).map((part) => part.getBoundingClientRect());
    return [box.top - parts[0].top, box.bottom - parts[1].top];
  });
  assert.ok(from > 0 && from < 30 && to > 0 && to < 30, `the line goes from the thought to its call: ${from}, ${to}`);
  await other.close();
});

test("a chip goes to the place in the next request, and lines join the two", async () => {
  const { page, close } = await opened(example("altered-signature"));
  assert.equal(await page.locator('.connectors [data-tone="fine"]').count(), 0);
  await page.locator(".answer .fate", { hasText: "same bytes in exchange 2" }).first().click();
  await settled(page);
  assert.equal(await chosen(page), 2);
  assert.equal(await page.getAttribute("#tab-wire", "aria-selected"), "true");
  assert.equal(await page.locator('.connectors [data-tone="fine"]').count(), 2);
  await page.locator(".fate", { hasText: "from exchange 1, changed in its signature" }).click();
  assert.equal(await chosen(page), 1);
  await close();
});

test("what is missing has no place: its chip goes to the exchange alone", async () => {
  const { page, close } = await opened(example("reasoning-content"));
  await page.locator(".fate", { hasText: "missing in exchange 3" }).click();
  assert.equal(await chosen(page), 3);
  assert.equal(await page.getAttribute("#tab-audit", "aria-selected"), "true");
  assert.deepEqual(await texts(page, ".lost .fate"), ["a thought of exchange 1", "a thought of exchange 2"]);
  await close();
});

/**
 * Returns a compacted conversation: after `before` exchanges its requests begin with a summary, and only the last of the earlier answers is sent
 * back.
 */
function compacted(before) {
  const list = [];
  let messages = [{ role: "user", content: "Begin." }];
  for (let nth = 0; nth < before + 2; nth++) {
    if (nth === before) messages = [{ role: "user", content: "Summary of everything before." }, ...messages.slice(-2)];
    const content = [{ type: "thinking", thinking: `Step ${nth}.`, signature: Buffer.from(`signature ${nth} `.repeat(4)).toString("base64") }, { type: "text", text: `Done ${nth}.` }];
    list.push(exchange(messages, content, { session: "one" }));
    messages = [...messages, { role: "assistant", content }, { role: "user", content: `Go on ${nth}.` }];
  }
  return pairs(list);
}

test("after a compaction the lost thoughts are one line with their number, and open", async () => {
  const { page, faults, close } = await opened(compacted(25), { height: 900, hash: "#exchange=26" });
  await page.waitForSelector(".exchange[aria-posinset='26'] .lost");
  const row = page.locator(".exchange[aria-posinset='26']");
  const lost = row.locator(".lost");
  assert.equal(await lost.locator(".fate").count(), 0);
  const fold = lost.locator(".fold-button");
  assert.equal(await fold.innerText(), "24 thoughts of earlier exchanges");
  assert.ok((await lost.boundingBox()).height < 40, "one line");
  await fold.click();
  assert.equal(await fold.getAttribute("aria-expanded"), "true");
  const chips = await lost.locator(".fate").allInnerTexts();
  assert.equal(chips.length, 24);
  assert.match(chips[0], /^a thought of exchange 1\b/);
  await fold.click();
  assert.equal(await lost.locator(".fate").count(), 0);
  assert.deepEqual(await faults(), []);
  await close();
});

test("up to three lost thoughts are named at once", async () => {
  const { page, close } = await opened(compacted(4), { hash: "#exchange=5" });
  const lost = page.locator(".exchange[aria-posinset='5'] .lost");
  await lost.waitFor();
  assert.equal(await lost.locator(".fold-button").count(), 0);
  assert.equal(await lost.locator(".fate").count(), 3);
  await close();
});

for (const [width, height] of [[1280, 800], [360, 800]])
  test(`the exchange of a link is in view when all is read, on a page of ${width} pixels`, async () => {
    for (const id of EXAMPLES) {
      const last = exchangesOf(example(id)).length;
      const { page, faults, close } = await opened(example(id), { width, height, hash: `#exchange=${last}` });
      const shown = await page.evaluate(() => {
        const row = document.querySelector('.exchange[aria-current="true"]')?.getBoundingClientRect();
        const list = document.querySelector(".virtual-list").getBoundingClientRect();
        return row && { part: (Math.min(row.bottom, list.bottom) - Math.max(row.top, list.top)) / Math.min(row.height, list.height), startsInView: row.top >= list.top - 1 };
      });
      assert.ok(shown?.startsInView && shown.part >= 0.25, `${id}, exchange ${last}: ${JSON.stringify(shown)}`);
      assert.deepEqual(await faults(), []);
      await close();
    }
  });

test("earlier messages are one line, and open", async () => {
  const { page, close } = await opened(example("healthy"));
  const row = page.locator(".exchange").nth(2);
  const before = await row.locator(".message").count();
  await row.locator(".fold-button").click();
  assert.equal(await row.locator(".message").count(), before + 3);
  await row.locator(".fold-button").click();
  assert.equal(await row.locator(".message").count(), before);
  await close();
});

test("texts are clamped, say how much there is, and stay text", async () => {
  const text = `<img src=x onerror=alert(1)> https://example.com/ ${"שלום עולם. ".repeat(2000)}`;
  const { page, faults, close } = await opened(pairs([exchange([{ role: "user", content: text }], [{ type: "text", text: "Yes." }])]));
  assert.equal(await page.locator(".conversation img, .conversation a").count(), 0);
  const shown = page.locator(".clamped-text").first();
  assert.equal(await shown.getAttribute("dir"), "auto");
  const short = (await shown.innerText()).length;
  assert.ok(short < 1500, `${short}`);
  await page.locator(".clamped-more").click();
  assert.ok((await shown.innerText()).length > 20_000);
  assert.match(await page.locator(".clamped-more").innerText(), /less/);
  assert.deepEqual(await faults(), []);
  await close();
});

test("half a session says so: a request alone, an answer alone, one that cannot be read", async () => {
  const whole = exchange([{ role: "user", content: "Begin." }], [{ type: "text", text: "Yes." }]);
  for (const [text, sentence] of [
    [whole.request, /No answer was recorded/],
    [whole.response, /No request was recorded/],
  ]) {
    const { page, faults, close } = await opened({ name: "body.json", text });
    assert.match(await page.locator(".exchange").innerText(), sentence);
    assert.deepEqual(await faults(), []);
    await close();
  }
  const { page, faults, close } = await opened(pairs([whole, { ...whole, response: "<html>" }]));
  assert.match(await page.locator(".conversation").innerText(), /could not be read/);
  assert.deepEqual(await faults(), []);
  await close();
});

test("a very large request is read when somebody asks", async () => {
  const { page, close } = await opened(pairs([exchange([{ role: "user", content: "x".repeat(600_000) }], [{ type: "text", text: "Yes." }])]));
  assert.match(await page.locator(".exchange").innerText(), /The request is large \(600 kB\)[^]*Yes\./);
  await page.locator(".exchange-note button").click();
  await settled(page);
  assert.equal(await page.locator('.message[data-role="user"]').count(), 1);
  assert.match(await page.locator(".clamped-more").first().innerText(), /more of 600 kB/);
  await close();
});

test("by keys alone: a head is a button, and Enter chooses it", async () => {
  const { page, close } = await opened(example("healthy"));
  await page.focus("#exchange-2");
  await page.keyboard.press("Enter");
  assert.equal(await chosen(page), 3);
  await page.focus(".handle-fold");
  await page.keyboard.press("Space");
  assert.equal(await page.locator(".handle-all").count(), 1);
  await close();
});

/** Scrolls slowly down, in leaps, and back. Returns the largest number of rows that were in the document. */
async function scroll() {
  const box = document.querySelector(".virtual-list");
  let most = 0;
  const step = (by) => new Promise((resolve) => requestAnimationFrame(() => {
    box.scrollTop += by;
    most = Math.max(most, document.querySelectorAll(".exchange").length);
    setTimeout(resolve, 16);
  }));
  for (let nth = 0; nth < 60; nth++) await step(180);
  for (let nth = 0; nth < 20; nth++) await step(40_000);
  for (let nth = 0; nth < 40; nth++) await step(-150);
  box.scrollTop = 0;
  return most;
}

test("5,000 exchanges scroll without a long task, and only some are in the document", async () => {
  const { page, faults, close } = await browser.open({ data: long(5000), hash: "#exchange=1", height: 900 });
  await page.waitForFunction(() => document.querySelector(".exchange")?.ariaSetSize === "5000", null, { polling: 200, timeout: 120_000 });
  await settled(page);
  const { most, tasks } = await traced(page, scroll, settled);
  assert.ok(most < 100, `${most} rows`);
  assert.ok(tasks.length > 100, `${tasks.length} tasks`);
  assert.ok(Math.max(...tasks) <= allowed(50), `the longest task takes ${Math.max(...tasks)} ms`);
  assert.deepEqual(await faults(), []);
  await close();
});

test("what one reads stays where it is while rows above are measured", async () => {
  const { page, close } = await browser.open({ data: long(400), hash: "#exchange=1", height: 900 });
  await page.waitForFunction(() => document.querySelector(".exchange")?.ariaSetSize === "400", null, { polling: 200, timeout: 60_000 });
  await page.evaluate(() => (document.querySelector(".virtual-list").scrollTop = 40_000));
  await settled(page);
  const place = () => page.evaluate(() => {
    const box = document.querySelector(".virtual-list").getBoundingClientRect();
    const head = [...document.querySelectorAll(".exchange")].find((each) => each.getBoundingClientRect().top > box.top + 100);
    return { nth: head.ariaPosInSet, top: head.getBoundingClientRect().top };
  });
  const where = (nth) => page.evaluate((nth) => document.querySelector(`.exchange[aria-posinset="${nth}"]`)?.getBoundingClientRect().top, nth);
  for (let step = 0; step < 12; step++) {
    const before = await place();
    await page.evaluate(() => (document.querySelector(".virtual-list").scrollTop -= 90));
    await page.waitForTimeout(120);
    const now = await where(before.nth);
    assert.ok(Math.abs(now - before.top - 90) < 3, `exchange ${before.nth} went from ${before.top} to ${now}`);
  }
  await close();
});
