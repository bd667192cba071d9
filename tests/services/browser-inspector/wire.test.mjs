// The wire view: the exact bytes of a body, its highlights and folds, and the search.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../../scripts/paths.mjs";
import { Ledger } from "../../../pkg/start/node.js";
import { startBrowser } from "./browser.mjs";
import { allowed } from "./allowed-time.mjs";

const example = (id) => ({ name: `${id}.ndjson`, text: readFileSync(join(root, "www", "examples", `${id}.ndjson`), "utf8") });
const exchangesOf = ({ text }) => text.trim().split("\n").map((line) => JSON.parse(line));
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
/**
 * Records the tasks of the page's main thread, and later returns the processor time of each. The clock would include other load of a busy machine.
 */
async function tracing(page) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"] });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    const main = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
    const tasks = traceEvents.filter(({ name, ph, pid, tid }) => ph === "X" && /RunTask$/.test(name) && main.has(`${pid} ${tid}`));
    return tasks.map(({ tdur, dur }) => (tdur ?? dur) / 1000).sort((one, other) => other - one);
  };
}
const DONE = '.wire-text[data-done="true"] .wire-line';

test("the wire view", async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());

  /** Opens a transcript at the wire view of its nth exchange. */
  async function opened(data, nth = 0, more = {}) {
    const opened = await browser.open({ data, hash: `#exchange=${nth + 1}&pane=wire`, ...more });
    await opened.page.waitForSelector(".panel");
    await opened.page.waitForSelector(DONE);
    return opened;
  }
  const marked = (page, look) => page.$$eval(`.wire-row .${look}`, (pieces) => pieces.map((piece) => piece.textContent).join(""));
  const pressed = (page, label) => page.click(`.wire-choice button:text-is("${label}")`);
  const FOLD = '.wire-fold[aria-expanded="false"]';
  /** All rows, collected by scrolling. Folds are opened on the way: they are in the document only while they are near. */
  async function wholeText(page) {
    const rows = new Map();
    await page.$eval(".wire-text", (box) => (box.scrollTop = 0));
    for (let turn = 0; turn < 400; turn++) {
      await page.waitForTimeout(30);
      for (let fold = await page.$(FOLD); fold; fold = await page.$(FOLD)) await fold.click();
      const seen = await page.$$eval(".wire-row [data-at]:not(button)", (pieces) => pieces.map(({ dataset, textContent }) => [Number(dataset.at), textContent]));
      for (const [at, text] of seen) rows.set(at, text);
      const isEnd = await page.$eval(".wire-text", (box) => ((box.scrollTop += box.clientHeight), Math.ceil(box.scrollTop + box.clientHeight) >= box.scrollHeight - 1));
      if (isEnd && turn) break;
    }
    await page.waitForTimeout(60);
    for (const [at, text] of await page.$$eval(".wire-row [data-at]:not(button)", (pieces) => pieces.map(({ dataset, textContent }) => [Number(dataset.at), textContent]))) rows.set(at, text);
    return [...rows].sort(([one], [other]) => one - other).map(([, text]) => text).join("");
  }

  await t.test("shows request, answer and stream as they are, byte for byte", async () => {
    const data = example("healthy");
    const exchange = exchangesOf(data)[1];
    const { page, faults, close } = await opened(data, 1);
    for (const [label, text] of [["Request", exchange.request], ["Stream", exchange.stream]]) {
      await pressed(page, label);
      await page.waitForFunction((size) => document.querySelector(".wire-size").textContent.startsWith(size), Buffer.byteLength(text).toLocaleString("en"));
      assert.equal(await wholeText(page), text.replaceAll("\n", ""), label);
    }
    await pressed(page, "Answer");
    assert.match(await page.textContent(".wire-lines"), /"stop_reason"/);
    assert.deepEqual(await faults(), []);
    await close();
  });

  await t.test("marks the bytes of the finding, and scrolls there", async () => {
    for (const id of ["altered-signature", "foreign-blob", "orphan-reasoning-item", "missing-thought-signature", "fragmented-details"]) {
      const data = example(id);
      const exchanges = exchangesOf(data);
      const { page, faults, close } = await opened(data, 0, { height: 420 });
      await page.keyboard.press("]");
      await page.waitForSelector(".wire-row .focused");
      const nth = exchanges.length - 1;
      const { request, url } = exchanges[nth];
      const body = Buffer.from(request);
      const ledger = new Ledger();
      for (const { request, response, stream, url } of exchanges.slice(0, nth)) ledger.record({ request, target: { url }, ...(stream ? { stream } : { response }) });
      const { findings } = ledger.audit(request, { url });
      const spot = await page.$$eval(".wire-row .focused", (pieces) => [Number(pieces[0].dataset.at), Number(pieces.at(-1).dataset.end), pieces.map((piece) => (piece.matches("button") ? "" : piece.textContent)).join("")]);
      const finding = findings.find(({ start }) => start === spot[0]);
      assert.ok(finding, `${id}: a finding begins at ${spot[0]}`);
      const folded = await page.$$eval(".wire-row button.focused", (folds) => folds.map(({ dataset }) => [Number(dataset.at), Number(dataset.end)]));
      let [text, at] = ["", finding.start];
      for (const [from, to] of [...folded, [finding.end, finding.end]]) [text, at] = [text + body.subarray(at, from), to];
      assert.ok(spot[1] === finding.end || spot[1] < finding.end, id);
      assert.ok(text.startsWith(spot[2]) && spot[2].length > 0, `${id}: ${spot[2]} of ${text}`);
      const box = await page.$eval(".wire-row .focused", (piece) => {
        const [one, other] = [piece.getBoundingClientRect(), document.querySelector(".wire-text").getBoundingClientRect()];
        return one.top >= other.top && one.bottom <= other.bottom;
      });
      assert.ok(box, `${id}: it is in sight`);
      assert.ok(await page.$(`button.wire-marker[data-tone="${finding.severity}"]`), `${id}: a shape in the gutter`);
      assert.deepEqual(await faults(), []);
      await close();
    }
  });

  await t.test("folds a blob with its length and digest, and unfolds it", async () => {
    const data = example("healthy");
    const seal = JSON.parse(exchangesOf(data)[2].request).messages[1].content[0].signature;
    const { page, close } = await opened(data, 2, { height: 2400 });
    const label = `⟨signature, ${seal.length} bytes, sha-256 ${sha256(`"${seal}"`).slice(0, 8)}…⟩`;
    await page.waitForSelector(`.wire-fold:text-is("${label}")`);
    assert.ok(!(await page.textContent(".wire-lines")).includes(seal.slice(0, 40)));
    await page.click(`.wire-fold:text-is("${label}")`);
    await page.waitForSelector('.wire-fold[aria-expanded="true"]');
    const text = await page.$$eval(".wire-string", (pieces) => pieces.map((piece) => piece.textContent).join(""));
    assert.ok(text.includes(seal));
    await page.click('.wire-fold[aria-expanded="true"]');
    await page.waitForSelector(`.wire-fold:text-is("${label}")`);
    await close();
  });

  await t.test("says the same digest where the browser has none", async () => {
    const data = example("healthy");
    const { page, close } = await opened(data, 2, { height: 2400 });
    await page.waitForSelector("[data-digest]:not([data-digest=''])");
    const own = await page.$$eval("[data-digest]", (folds) => folds.map(({ dataset }) => dataset.digest));
    await close();
    const other = await opened(data, 2, { height: 2400, init: 'Object.defineProperty(crypto, "subtle", { value: undefined })' });
    await other.page.waitForSelector("[data-digest]:not([data-digest=''])");
    await other.page.waitForFunction((count) => document.querySelectorAll("[data-digest]:not([data-digest=''])").length === count, own.length);
    assert.deepEqual(await other.page.$$eval("[data-digest]", (folds) => folds.map(({ dataset }) => dataset.digest)), own);
    await other.close();
  });

  await t.test("finds, counts and steps, in both cases or in one, and into folds", async () => {
    const data = example("healthy");
    const { request } = exchangesOf(data)[2];
    const { page, close } = await opened(data, 2);
    await page.focus(".wire-text");
    await page.keyboard.press("Control+f");
    await page.keyboard.type("TYPE");
    const count = request.split(/type/i).length - 1;
    const says = (text) => page.waitForFunction((text) => document.querySelector(".wire-count").textContent === text, text, { timeout: 5000 });
    await says(`1 of ${count}`);
    await page.keyboard.press("Enter");
    await says(`2 of ${count}`);
    const at = await page.getAttribute(".wire-row .current", "data-at");
    assert.equal(Number(at), [...request.matchAll(/type/gi)][1].index);
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.press("Shift+Enter");
    await says(`${count} of ${count}`);
    await page.keyboard.press("F3");
    await says(`1 of ${count}`);
    await page.check(".wire-exact input");
    await page.waitForFunction(() => document.querySelector(".wire-count").textContent === "not found");
    await page.uncheck(".wire-exact input");
    const seal = JSON.parse(request).messages[1].content[0].signature;
    const needle = seal.slice(-30, -10);
    assert.equal(request.split(needle).length, 2, "stands in one fold");
    await page.fill(".wire-tool input[type=search]", needle);
    await says("1 of 1");
    await page.waitForSelector(".wire-row .current");
    assert.equal(await marked(page, "current"), needle);
    await page.focus(".wire-tool input[type=search]");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".wire-tool", { state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.className), "wire-text");
    await close();
  });

  await t.test("a click says the pointer and the kind, and a pointer or a byte can be gone to", async () => {
    const { page, close } = await opened(example("altered-signature"));
    const status = () => page.textContent(".wire-status");
    await page.click('.wire-number:text-is("8192")');
    await page.waitForSelector('.wire-pointer:text-is("/max_tokens")');
    assert.match(await status(), /number.*bytes 40 to 44/);
    await page.keyboard.press("g");
    await page.keyboard.type("/messages/0/role");
    await page.keyboard.press("Enter");
    await page.waitForSelector('.wire-pointer:text-is("/messages/0/role")');
    assert.equal(await marked(page, "value"), '"user"');
    await page.keyboard.press("g");
    await page.keyboard.type("41");
    await page.keyboard.press("Enter");
    await page.waitForSelector('.wire-pointer:text-is("/max_tokens")');
    await page.keyboard.press("g");
    await page.keyboard.type("/nowhere");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".wire-trouble:not(:empty)");
    await page.fill(".wire-tool input", "999999");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /only \d+ bytes/.test(document.querySelector(".wire-trouble").textContent));
    await close();
  });

  await t.test("what is copied is the raw text, folds and all", async () => {
    const data = example("healthy");
    const { request } = exchangesOf(data)[2];
    const { page, close } = await opened(data, 2, { height: 2400 });
    const copied = () =>
      page.evaluate(() => {
        const event = new ClipboardEvent("copy", { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
        document.querySelector(".wire-text").dispatchEvent(event);
        return event.clipboardData.getData("text/plain");
      });
    const bytes = await page.evaluate(() => {
      const pieces = [...document.querySelectorAll(".wire-row [data-at]")];
      const [first, last] = [pieces.find((piece) => piece.textContent === '"messages"'), pieces.at(-3)];
      getSelection().setBaseAndExtent(first.firstChild, 3, last.firstChild, 1);
      return [Number(first.dataset.at) + 3, Number(last.dataset.at) + 1];
    });
    assert.equal(await copied(), Buffer.from(request).subarray(...bytes).toString());
    await page.focus(".wire-text");
    await page.keyboard.press("Control+a");
    assert.equal(await copied(), request);
    await close();
  });

  await t.test("a draft is shown repaired and as recorded", async () => {
    const data = example("altered-signature");
    const { request } = exchangesOf(data).at(-1);
    const { page, close } = await opened(data);
    await page.keyboard.press("]");
    await page.waitForSelector(".wire-row .focused");
    await page.keyboard.press("a");
    await page.waitForSelector('.wire-choice button[aria-pressed="true"]:text-is("Repaired")');
    assert.ok(!(await page.textContent(".wire-size")).startsWith(request.length.toLocaleString("en")));
    await pressed(page, "As recorded");
    await page.waitForFunction((size) => document.querySelector(".wire-size").textContent.startsWith(size), Buffer.byteLength(request).toLocaleString("en"));
    await page.keyboard.press("u");
    await page.waitForFunction(() => ![...document.querySelectorAll(".wire-choice button")].some(({ textContent }) => textContent === "Repaired"));
    await close();
  });

  await t.test("no text of a body becomes an element", async () => {
    const nasty = ['<img src=x onerror="alert(1)">', "</script><script>alert(1)</script>", "\u202egnp.exe", "javascript:alert(1)"];
    const request = JSON.stringify({ model: "claude-sonnet-5", max_tokens: 9, [nasty[0]]: nasty, messages: nasty.map((content) => ({ role: "user", content })) });
    const { page, faults, close } = await opened({ name: nasty[0], text: JSON.stringify({ url: "https://api.anthropic.com/v1/messages", request }) });
    assert.equal(await page.$$eval(".wire-row *:not(span, button)", (all) => all.length), 0);
    assert.ok((await page.textContent(".wire-lines")).includes(JSON.stringify(nasty[0])));
    assert.deepEqual(await faults(), []);
    await close();
  });

  await t.test("a body of 50 MB opens, scrolls and finds without holding the page up", { timeout: 120_000 }, async () => {
    const words = "The sum and its test: I read both at once, é and all. ".repeat(8);
    const message = (nth) => JSON.stringify({ role: nth % 2 ? "assistant" : "user", content: [{ type: "text", text: `${nth} ${words}` }, { type: "text", text: "short" }] });
    const pieces = ['{"model":"claude-sonnet-5","max_tokens":9,"messages":['];
    for (let [nth, size] = [0, 0]; size < 50e6; nth++) pieces.push(nth ? "," : "", message(nth)), (size += pieces.at(-1).length);
    pieces.push(',{"role":"user","content":"the NEEDLE at the end"}]}');
    const data = { name: "large.ndjson", text: JSON.stringify({ url: "https://api.anthropic.com/v1/messages", request: pieces.join("") }) };
    const { page, faults, close } = await browser.open({ data });
    await page.evaluate(() => {
      globalThis.last = performance.now();
      new PerformanceObserver(() => (globalThis.last = performance.now())).observe({ entryTypes: ["longtask"] });
    });
    await page.waitForSelector(".panel", { timeout: 60_000 });
    // The audit is over when no task has blocked the page for a while.
    await page.waitForFunction(() => performance.now() - globalThis.last > 1500, null, { polling: 100, timeout: 60_000 });
    const tasks = await tracing(page);
    await page.keyboard.press("2");
    await page.waitForSelector(DONE, { timeout: 60_000 });
    const lines = Number(await page.getAttribute(".wire-text", "data-lines"));
    assert.ok(lines > 1_000_000, `${lines} lines`);
    assert.ok((await page.$$(".wire-line")).length < 200, "only what is in sight is drawn");
    const scrolled = await page.evaluate(async () => {
      const box = document.querySelector(".wire-text");
      const offsets = [];
      for (const part of [0.1, 0.5, 0.9, 0.3, 1]) {
        box.scrollTop = box.scrollHeight * part;
        await new Promise((done) => setTimeout(done, 120));
        for (let step = 0; step < 5; step++) {
          box.scrollTop -= 100;
          await new Promise((done) => requestAnimationFrame(done));
        }
        offsets.push(Number(document.querySelectorAll(".wire-row [data-at]")[60]?.dataset.at));
      }
      return { offsets, height: box.scrollHeight };
    });
    assert.ok(scrolled.height <= 15_000_000);
    scrolled.offsets.forEach((at, nth) => assert.ok(Math.abs(at / 50e6 - [0.1, 0.5, 0.9, 0.3, 1][nth]) < 0.02, `${at} at the ${nth}th`));
    await page.focus(".wire-text");
    await page.keyboard.press("/");
    await page.keyboard.type("needle");
    await page.waitForFunction(() => document.querySelector(".wire-count").textContent === "1 of 1", null, { timeout: 30_000 });
    await page.waitForSelector(".wire-row .current");
    assert.equal(await marked(page, "current"), "NEEDLE");
    const long = await tasks();
    console.log(`the longest tasks took ${long.slice(0, 5).map((ms) => ms.toFixed(0)).join(", ")} ms of the processor`);
    assert.ok(long.length > 50 && long[0] <= allowed(50), `${long[0]} ms`);
    assert.deepEqual(await faults(), []);
    await close();
  });

  await t.test("a body that is not text is shown as bytes", async () => {
    const request = '{"model":"\u0000","messages":[]}';
    const { page, faults, close } = await browser.open({ data: { name: "binary.ndjson", text: JSON.stringify({ url: "https://api.anthropic.com/v1/messages", request }) } });
    await page.waitForSelector(".panel");
    await page.keyboard.press("2");
    await page.waitForSelector(".wire-hex");
    assert.match(await page.textContent(".wire-hex"), /^07b 22 6d 6f/);
    assert.deepEqual(await faults(), []);
    await close();
  });
});
