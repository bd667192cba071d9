// A transcript with hostile texts in every field: all of it stays text. Nothing runs, nothing is requested, and no element or attribute is made of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pkg } from "../../../scripts/paths.mjs";
import { startBrowser } from "./browser.mjs";
import { NAUGHTY, STRINGS } from "./hostile-strings.mjs";
import { settled } from "./opening.mjs";

const URL = "https://api.anthropic.com/v1/messages";
/** The elements that the views use. */
const TAGS = "html head meta title link style script body div header main section article form p span strong b i em small code pre h1 h2 h3 h4 ul ol li dl dt dd button svg g path rect circle line text label input select option optgroup textarea datalist details summary dialog table thead tbody tr th td progress mark ins del kbd hr fieldset legend output figure figcaption blockquote time a";
/** Links may lead only to the evidence of the rules. */
const EVIDENCE = readFileSync(join(pkg, "cards", "index.js"), "utf8");

/** Puts one of the texts into every field, and another one into each. */
function fields(texts, nth) {
  let field = 0;
  return () => texts[(nth + 17 * field++) % texts.length];
}

const own = (key, value) => Object.defineProperty({}, key, { value, enumerable: true });

/** A question and its answer, and a second request that was refused because its thought was changed. */
function turnsOf(texts, nth) {
  const next = fields(texts, nth);
  const [text, thinking, signature, id, name, model] = [texts[nth], next(), next(), next(), next(), next()];
  const call = { type: "tool_use", id, name, input: { ...own(next(), next()), list: [next()] } };
  const thought = { type: "thinking", thinking, signature };
  const content = [thought, { type: "text", text: next() }, call, { type: next(), data: next() }, { type: "redacted_thinking", data: next() }];
  const tools = [{ name, description: next(), input_schema: { type: "object", properties: own(next(), { type: next() }) } }];
  const base = { model, max_tokens: 9000, thinking: { type: "enabled", budget_tokens: 2000 }, system: next(), tools, metadata: { user_id: next() }, ...own(next(), next()) };
  const first = [{ role: "user", content: [{ type: "text", text }, { type: "image", source: { type: "url", url: next() } }, { type: next(), text: next() }] }];
  const result = { type: "tool_result", tool_use_id: id, content: [{ type: "text", text: next() }], is_error: true };
  const back = [...first, { role: "assistant", content: [{ ...thought, signature: `${signature}x` }, call] }, { role: "user", content: [result] }, { role: next(), content: next() }];
  const answer = { id: next(), type: "message", role: next(), model: next(), content, stop_reason: next(), stop_sequence: next(), usage: own(next(), 1) };
  const refusal = { type: "error", error: { type: next(), message: text }, request_id: next() };
  return { text, next, asked: { ...base, messages: first }, answer, again: { ...base, messages: back }, refusal };
}

const lines = (list) => list.map((each) => JSON.stringify(each)).join("\n");
const FORMATS = {
  pairs: (texts) =>
    lines(texts.flatMap((_, nth) => {
      const { text, next, asked, answer, again, refusal } = turnsOf(texts, nth);
      const more = () => ({ url: `${URL}?${next()}`, session: text, label: next(), time: next(), ...own(next(), next()) });
      return [
        { ...more(), status: 200, request: JSON.stringify(asked), response: JSON.stringify(answer) },
        { ...more(), status: 400, request: again, response: refusal },
        { url: text, session: text, request: text, response: next(), model: next(), wire: next() },
      ];
    })) + `\n${texts.map((text) => `{"broken ${text.replaceAll(/[\r\n]/g, " ")}`).join("\n")}`,
  "claude-code": (texts) => {
    let parent = null;
    const line = (type, sessionId, message, more) => ({ parentUuid: parent, uuid: (parent = `u${Math.random()}`), isSidechain: false, sessionId, timestamp: "2026-11-14T09:00:00Z", cwd: sessionId, gitBranch: sessionId, version: sessionId, type, message, ...more });
    return lines(texts.flatMap((_, nth) => {
      const { text, next, asked, answer, again, refusal } = turnsOf(texts, nth);
      return [line("user", text, { role: "user", content: text }, own(next(), next())), line("assistant", text, { ...answer, role: "assistant" }, { requestId: next() }), line("user", text, again.messages[2], { toolUseResult: { stdout: next() } }), line("assistant", text, { id: next(), type: "message", role: "assistant", model: "<synthetic>", content: [{ type: "text", text: `API Error: 400 ${JSON.stringify(refusal)}` }] }, { isApiErrorMessage: true }), { type: next(), summary: next(), leafUuid: asked.model }];
    }));
  },
  har: (texts) =>
    JSON.stringify({ log: { version: texts[0], creator: { name: texts[1], version: texts[2] }, entries: texts.flatMap((_, nth) => {
      const { next, asked, answer, again, refusal } = turnsOf(texts, nth);
      const entry = (status, request, response) => ({ startedDateTime: next(), comment: next(), request: { method: "POST", url: `${URL}?${next()}#${next()}`, headers: [{ name: next(), value: next() }], postData: { mimeType: next(), text: JSON.stringify(request) } }, response: { status, statusText: next(), headers: [], content: { mimeType: "application/json", text: JSON.stringify(response) } } });
      return [entry(200, asked, answer), entry(400, again, refusal)];
    }) } }),
};

test("there are more than a hundred of them", (t) => {
  assert.ok(new Set(STRINGS).size > 140, `${STRINGS.length}`);
  t.diagnostic(NAUGHTY.length ? `${STRINGS.length} of our own, ${NAUGHTY.length} of the list of naughty strings` : `${STRINGS.length} of our own; ../shared/suites/naughty-strings is not here`);
});

const browser = await startBrowser();
test.after(() => browser.close());

/** Opens a page and records all its events. */
async function watched(options) {
  const opened = await browser.open({ motion: "reduce", init: `(${survey})(${JSON.stringify(TAGS)})`, ...options });
  const events = [];
  opened.page.on("dialog", (dialog) => (events.push(`dialog ${dialog.message()}`), dialog.dismiss()));
  opened.page.on("popup", () => events.push("popup"));
  opened.page.on("request", (request) => events.push(`request ${request.url().slice(0, 80)}`));
  const fine = async () => {
    assert.deepEqual(await opened.page.evaluate(() => [...globalThis.made()]).then((all) => all.filter((what) => !(what.startsWith("href https:") && EVIDENCE.includes(what.slice(5))))), []);
    assert.deepEqual([...events, ...(await opened.faults())], []);
    assert.deepEqual(browser.hits, []);
    assert.equal(await opened.page.evaluate(() => globalThis.pwned ?? Object.prototype.pwned), undefined);
    await opened.close();
  };
  return { ...opened, fine };
}

/** Sends a transcript to the page, under a name. */
const give = (page, name, text) => page.evaluate(([name, text]) => globalThis.dispatchEvent(new MessageEvent("message", { data: { type: "rethought:open", name, text } })), [name, text]);

/** Every string in each possible field makes many exchanges; every string in one field makes a third of them. npm run prove checks all. */
const walked = (count) => (process.env.RETHOUGHT_LONG ? count : Math.ceil(count / 3));

for (const [format, make] of Object.entries(FORMATS))
  test(`in every field of ${format}`, async (t) => {
    const page = await watched({ data: { name: `<img src=/pwned onerror=window.pwned=1>.${format}`, text: make(STRINGS) }, height: 700 });
    assert.equal((await settled(page.page)).session, "whole");
    const count = await page.page.evaluate(() => Number(document.querySelector(".timeline-control").ariaValueMax));
    assert.ok(count >= STRINGS.length, `${count} exchanges`);
    for (const [key, pane] of [["1", "audit"], ["2", "wire"], ["3", "whatif"]])
      await t.test(`${pane}, of ${count} exchanges`, async () => {
        // The first format is checked in every view. The other formats give the same records.
        if (pane === "whatif") {
          await page.page.evaluate((key) => globalThis.walk(key, 1), key);
          await page.page.selectOption("#wire-1", "gemini-generate");
        }
        const most = format !== "pairs" ? 50 : key === "1" ? walked(count) : 100;
        const { seen, text } = await page.page.evaluate(([key, most]) => globalThis.walk(key, most), [key, most]);
        assert.equal(seen, most);
        if (format !== "pairs" || key !== "1") return;
        const whole = text.map(plain).join("\n");
        const absent = STRINGS.filter((each) => !whole.includes(plain(each).slice(0, 200)));
        assert.deepEqual(absent, []);
      });
    if (format === "pairs")
      await t.test("in the list of lines that could not be read", async () => {
        await page.page.click('.head-summary .chip:has-text("skipped")');
        await page.page.waitForSelector("dialog[open] table");
        await page.page.keyboard.press("Escape");
      });
    await t.test("in the share sheet, and in the file that it saves", async () => {
      await page.page.keyboard.press("s");
      await page.page.click('dialog [role="switch"]');
      await page.page.click('dialog button:has-text("Leave everything in")');
      await page.page.waitForSelector('dialog button:has-text("Save transcript"):not([disabled])');
      const [download] = await Promise.all([page.page.waitForEvent("download"), page.page.click('dialog button:has-text("Save as one HTML file")')]);
      const html = readFileSync(await download.path(), "utf8");
      for (const mark of ["<script", "</script", "<!--", "<img", "<svg"]) assert.equal(html.split(mark).length, browser.html.split(mark).length, mark);
      const again = await watched({ from: "file", html, height: 700 });
      assert.equal((await settled(again.page)).session, "whole");
      const { seen } = await again.page.evaluate(() => globalThis.walk("1", 50));
      assert.equal(seen, 50);
      await again.fine();
    });
    await page.fine();
  });

test("as the name of a file, and as all that is in it", async () => {
  const page = await watched();
  const good = FORMATS.pairs(["x"]).split("\n")[0];
  for (const name of STRINGS) {
    await give(page.page, name, good);
    if (name) assert.equal(plain((await settled(page.page)).name), plain(name));
    await give(page.page, name, `Dear diary: ${name}`);
    const { trouble } = await settled(page.page);
    assert.ok(plain(trouble).includes(plain(name).slice(0, 200)), trouble);
  }
  await page.fine();
});

test("the list of naughty strings, in every field", { skip: !NAUGHTY.length && "../shared/suites/naughty-strings is not here" }, async () => {
  const page = await watched({ data: { name: "naughty", text: FORMATS.pairs(NAUGHTY) }, height: 700 });
  assert.equal((await settled(page.page)).session, "whole");
  for (const key of ["1", "2"]) await page.page.evaluate((key) => globalThis.walk(key, 100), key);
  await page.fine();
});

/** Reduces a text for comparison: without lone surrogates and without white space. */
function plain(text) {
  return text.toWellFormed().replaceAll(/[\s\u0000-\u001f\u0085\ufeff\ufffd]+/gu, "");
}

/** Runs in the page: records the created elements, and visits the exchanges. */
function survey(tags) {
  const known = new Set(tags.split(" "));
  const found = new Set();
  const textual = /^(title|value|alt|placeholder|aria-(label|description|valuetext)|data-\w+)$/;
  const counted = "script, style, link, meta, base, title";
  let atFirst;
  addEventListener("load", () => (atFirst = document.querySelectorAll(counted).length));
  const look = () => {
    for (const element of document.querySelectorAll("*")) {
      if (!known.has(element.localName)) found.add(`<${element.localName}>`);
      for (const { name, value } of element.attributes) {
        if (/^on|^(src|srcdoc|action|formaction|data|ping|xlink:href|http-equiv)$/i.test(name) && !element.closest("head")) found.add(`${element.localName} ${name}`);
        if (name === "href" && !element.closest("head")) found.add(`href ${value}`);
        if (/pwned/.test(value) && !textual.test(name)) found.add(`${element.localName} ${name}=${value.slice(0, 40)}`);
      }
    }
    if (atFirst !== undefined && document.querySelectorAll(counted).length !== atFirst) found.add("more scripts or styles than at first");
  };
  globalThis.made = () => (look(), found);
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  globalThis.walk = async (key, most = Infinity) => {
    const control = document.querySelector(".timeline-control");
    const text = [];
    let seen = 0;
    for (let nth = Number(control.ariaValueMax); nth > 0; nth--) press("k");
    press(key);
    for (; seen < Math.min(Number(control.ariaValueMax), most); seen++) {
      for (let tries = 0; tries < 200; tries++) {
        await frame();
        if (document.querySelector('.exchange[aria-current="true"]')?.ariaBusy === "false") break;
      }
      text.push(document.querySelector('.exchange[aria-current="true"]')?.textContent ?? "");
      look();
      press("j");
    }
    return { seen, text };
  };
}
