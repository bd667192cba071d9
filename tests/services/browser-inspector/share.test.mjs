// Every way to share: the content of a link, the content of a saved file, and the data that is in neither.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { startBrowser } from "./browser.mjs";
import { openExample, settled } from "./opening.mjs";

const example = (id) => readFileSync(new URL(`../../../www/examples/${id}.ndjson`, import.meta.url), "utf8");
/** Looks like a key of Anthropic, and is not one. */
const KEY = `sk-ant-api03-${"aB3dE5fG7h".repeat(9)}AA`;

/** Opens the share dialog, and waits until the redaction is done. */
async function share(page) {
  await page.click('.head-buttons [aria-label="Share"]');
  await page.waitForSelector('dialog button:has-text("Save transcript"):not([disabled])');
}

async function saved(page, label) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`dialog button:has-text("${label}")`)]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

const copied = async (page, label) => {
  await page.click(`dialog button:has-text("${label}"):not([disabled])`);
  await page.waitForSelector("text=Copied.");
  return page.evaluate(() => navigator.clipboard.readText());
};

async function unredacted(page) {
  await page.click('dialog [role="switch"]');
  await page.click('dialog button:has-text("Leave everything in")');
  await page.waitForSelector('dialog button:has-text("Save transcript"):not([disabled])');
}

const hashIs = (page, hash) => page.waitForFunction((hash) => location.hash === hash, hash, { timeout: 5000 });
const chips = (page) => page.$$eval(".head [data-verdict]", (chips) => chips.map((chip) => chip.textContent));
const records = (text) => text.trim().split("\n").map((line) => JSON.parse(line));

test("the address", async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());

  for (const from of ["http", "file"])
    for (const [tab, pane] of [["audit", ""], ["wire", "&pane=wire"], ["whatif", "&pane=whatif"]])
      await t.test(`says where one is, in ${tab} at ${from}, and leads there again`, async () => {
        const { page, faults, close } = await browser.open({ from, hash: "#example=altered-signature" });
        await settled(page);
        await page.click(`#tab-${tab}`);
        await page.click('[data-verdict="accepted"]');
        await hashIs(page, `#example=altered-signature&exchange=1${pane}`);
        await page.reload();
        await page.waitForSelector('html[data-session="whole"]');
        assert.equal(await page.getAttribute(`#tab-${tab}`, "aria-selected"), "true");
        await page.waitForTimeout(400);
        await hashIs(page, `#example=altered-signature&exchange=1${pane}`);
        assert.deepEqual(await faults(), []);
        await close();
      });

  const full = new URLSearchParams({ example: "altered-signature", exchange: "3", finding: "2", range: "2-3", pane: "whatif", left: '{"host":"api.anthropic.com","model":"claude-opus-4-5","enforced":true}', right: '{"betas":["a"],"url":"https://x.example/v1/messages"}', rule: "altered-handle" });
  await t.test("says all of it: exchange, finding, range, targets and rule", async () => {
    const { page, close } = await browser.open({ hash: `#${full}` });
    await settled(page);
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate(() => location.hash), `#${full}`);
    await close();
  });

  await t.test("leads to another place when it is changed, and to none that there is not", async () => {
    const { page, faults, close } = await browser.open({ hash: "#example=altered-signature" });
    await settled(page);
    await hashIs(page, "#example=altered-signature&exchange=3");
    await page.evaluate(() => (location.hash = "#example=altered-signature&exchange=2&pane=wire"));
    await page.waitForSelector('#tab-wire[aria-selected="true"]');
    await page.waitForTimeout(400);
    assert.equal(await page.evaluate(() => location.hash), "#example=altered-signature&exchange=2&pane=wire");
    await page.evaluate(() => (location.hash = '#example=altered-signature&exchange=99&finding=7&range=5-90&pane=none&left=[1]&right={"headers":{"x-api-key":"k"}}&rule=<b>'));
    await hashIs(page, "#example=altered-signature&exchange=2&left=%7B%7D&right=%7B%7D");
    assert.deepEqual(await faults(), []);
    await close();
  });

  await t.test("is followed although the page writes its own before it is notified", async () => {
    const { page, faults, close } = await browser.open({ hash: "#example=altered-signature" });
    await settled(page);
    await page.evaluate(() => {
      location.hash = "#example=healthy";
      history.replaceState(history.state, "", "#example=altered-signature&exchange=3");
    });
    await page.waitForSelector('html[data-session="whole"][data-example="healthy"]');
    assert.deepEqual(await faults(), []);
    await close();
  });

  await t.test("of an own file has nothing of the file in it, and waits for it", async () => {
    const { page, close } = await browser.open({ data: { name: "secret-project.json", text: example("altered-signature") } });
    await settled(page);
    await hashIs(page, "#exchange=3");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await share(page);
    assert.match(await page.innerText("dialog"), /The recipient needs the file too/);
    const link = await copied(page, "Copy link to this view");
    assert.equal(link, page.url());
    await close();
    const other = await browser.open({ hash: "#exchange=2&pane=wire" });
    assert.match(await other.page.innerText(".drop"), /This link does not contain its transcript/);
    await other.page.waitForTimeout(400);
    assert.equal(await other.page.evaluate(() => location.hash), "#exchange=2&pane=wire");
    await other.page.evaluate((text) => postMessage({ type: "rethought:open", name: "mine.json", text }, "*"), example("altered-signature"));
    await other.page.waitForSelector('html[data-session="whole"]');
    assert.equal(await other.page.getAttribute("#tab-wire", "aria-selected"), "true");
    await hashIs(other.page, "#exchange=2&pane=wire");
    await other.close();
  });
});

test("what is saved", async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());
  const open = async (options) => {
    const opened = await browser.open(options);
    await settled(opened.page);
    return opened;
  };

  for (const id of ["altered-signature", "fragmented-details", "healthy", "foreign-blob"])
    await t.test(`${id}, not redacted, opens from a file with the same bytes and verdicts`, async () => {
      const { page, faults, close } = await open({ hash: `#example=${id}` });
      const verdicts = await chips(page);
      await page.click("#tab-wire");
      await share(page);
      await unredacted(page);
      const [html, alone] = [await saved(page, "Save as one HTML file"), await saved(page, "Save transcript")];
      assert.match(html.name, /^[\w,-]+\.rethought\.html$/);
      const [before, after] = [records(example(id)), records(alone.text)];
      assert.deepEqual(after.map(bodies), before.map(bodies));
      assert.deepEqual(await faults(), []);
      await close();
      const again = await open({ from: "file", html: html.text });
      assert.deepEqual(await chips(again.page), verdicts);
      assert.equal(await again.page.getAttribute("#tab-wire", "aria-selected"), "true");
      // Saving again from the saved file gives the same bytes.
      await share(again.page);
      assert.match(await again.page.innerText("dialog"), /the link works only on this machine/);
      await unredacted(again.page);
      assert.equal((await saved(again.page, "Save transcript")).text, alone.text);
      const { text } = await saved(again.page, "Save as one HTML file");
      assert.equal(text, html.text);
      assert.deepEqual(await again.faults(), []);
      await again.close();
      assert.deepEqual(browser.hits, []);
    });

  await t.test("has every member of every record, and every byte of its bodies", async () => {
    const request = '\ufeff {"model": "claude-sonnet-5",\n"max_tokens":9.0, "messages":[{"role":"user","content":"a\\u00e9é\\ud83d\\ude00</script><!--"}]}';
    const response = '{"id":"msg_1","type":"message","model":"claude-sonnet-5","role":"assistant","content":[{"type":"text","text":"1"}]}';
    const lines = [
      { session: "s", label: "one", wire: "anthropic-messages", model: "claude-sonnet-5", status: 200, time: "2026-11-14T09:12:03Z", opening: '{"model":"claude-sonnet-5","max_tokens":9}', added: '{"role":"user","content":"a"}', response, reply: '{"role":"assistant","content":"1"}' },
      { session: "s", label: "two", wire: "anthropic-messages", model: "claude-sonnet-5", added: '{"role":"user","content":"b"}, {"role":"user","content":"c"}', response, reply: '{"role":"assistant","content":"1"}' },
      { session: "t", wire: "anthropic-messages", url: "https://api.anthropic.com/v1/messages", request, response: "not JSON\r\n\u2028" },
    ];
    const { page, close } = await open({ data: { name: "told.ndjson", text: lines.map((line) => JSON.stringify(line)).join("\n") } });
    const verdicts = await chips(page);
    await share(page);
    await unredacted(page);
    assert.deepEqual(records((await saved(page, "Save transcript")).text), lines);
    const html = await saved(page, "Save as one HTML file");
    assert.equal(html.name, "told.rethought.html");
    await close();
    const again = await open({ from: "file", html: html.text });
    assert.deepEqual(await chips(again.page), verdicts);
    await share(again.page);
    await unredacted(again.page);
    assert.deepEqual(records((await saved(again.page, "Save transcript")).text), lines);
    await again.close();
  });

  const planted = () => {
    const lines = records(example("altered-signature"));
    const put = (text) => text.replaceAll("An invoice is one cent short.", `Use ${KEY} and write to jo@example.com.`);
    for (const line of lines) {
      line.request = put(line.request);
      line.url = `https://user:${KEY}@api.anthropic.com/v1/messages?key=${KEY}#${KEY}`;
      line.label = `run with ${KEY}`;
      line.headers = { "x-api-key": KEY, authorization: `Bearer ${KEY}` };
    }
    lines[0].response = lines[0].response.replace("A cent smells", `${KEY} smells`);
    // The key is split over several events of the stream, so no event contains it.
    const sse = ["message_start", "content_block_start", "content_block_delta", "content_block_delta", "content_block_stop", "message_delta", "message_stop"].map((type, at) => ({ type, ...EVENTS[at] }));
    lines.push({ url: "https://api.anthropic.com/v1/messages", status: 200, request: '{"model":"claude-sonnet-5","max_tokens":9,"messages":[{"role":"user","content":"x"}]}', stream: sse.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("") });
    lines.push({ url: "https://api.anthropic.com/v1/messages", status: 502, request: '{"model":"claude-sonnet-5","max_tokens":9,"messages":[{"role":"user","content":"x"}]}', response: `<html>no JSON, with ${KEY}</html>` });
    lines.push({ session: `of ${KEY}`, wire: "anthropic-messages", opening: `{"model":"claude-sonnet-5","max_tokens":9,"system":"${KEY}"}`, added: `{"role":"user","content":"${KEY}"},{"role":"user","content":"b"}`, response: lines[1].response, reply: `{"role":"assistant","content":[{"type":"text","text":"${KEY}"}]}` });
    return lines;
  };

  await t.test("is redacted if nothing else is said: no key is in it, and no handle is changed", async () => {
    const { page, faults, close } = await open({ data: { name: "planted.json", text: planted().map((line) => JSON.stringify(line)).join("\n") } });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await share(page);
    const redactionText = await page.innerText(".share-redaction");
    assert.match(redactionText, /\d+ × anthropic-key/);
    assert.match(redactionText, /\d+ × email/);
    const [html, alone, link] = [await saved(page, "Save as one HTML file"), await saved(page, "Save transcript"), await copied(page, "Copy link with the data inside")];
    const inLink = inflateRawSync(Buffer.from(new URLSearchParams(new URL(link).hash.slice(1)).get("data"), "base64url")).toString();
    assert.equal(inLink, alone.text);
    const block = JSON.parse(/id="data">([^]*?)<\/script>/.exec(html.text)[1]);
    assert.equal(block.text, alone.text);
    for (const text of [html.text, alone.text]) {
      assert.ok(!text.includes(KEY.slice(0, 24)) && !text.includes(KEY.slice(-24)));
      assert.ok(!/jo@example\.com|x-api-key|Bearer/.test(block.text));
    }
    const lines = records(alone.text);
    assert.equal(lines.length, 6);
    assert.equal(lines[0].url, "https://api.anthropic.com/v1/messages");
    const handles = (text) => [...text.matchAll(/signature\\*":\\*"([^"\\]{20,})/g)].map(([, handle]) => handle);
    const [before, after] = [planted().slice(0, 3).map((line) => handles(JSON.stringify(line))), lines.slice(0, 3).map((line) => handles(JSON.stringify(line)))];
    assert.ok(before.flat().length >= 3);
    assert.deepEqual(after, before);
    assert.equal(lines[3].stream, undefined);
    assert.match(lines[3].response, /\[REDACTED:anthropic-key\]/);
    assert.match(lines[4].response, /^<html>no JSON, with \[REDACTED:anthropic-key\]<\/html>$/);
    assert.match(lines[5].session, /^session 1$/);
    assert.deepEqual(await faults(), []);
    await close();
    // The redacted file opens.
    const again = await open({ from: "file", html: html.text });
    assert.equal((await chips(again.page)).length > 1, true);
    assert.equal(await again.page.evaluate(() => document.querySelector(".head-counts").textContent.startsWith("6 ")), true);
    await again.close();
  });

  await t.test("leaves secrets in only when that is asked for twice", async () => {
    const { page, close } = await open({ data: { name: "planted.json", text: planted().map((line) => JSON.stringify(line)).join("\n") } });
    await share(page);
    await page.click('dialog [role="switch"]');
    assert.ok(!(await saved(page, "Save transcript")).text.includes(KEY));
    await page.click('dialog button:has-text("Keep it redacted")');
    assert.ok(!(await saved(page, "Save transcript")).text.includes(KEY));
    await unredacted(page);
    const { text } = await saved(page, "Save transcript");
    assert.ok(text.includes(KEY));
    // Headers and queries are never saved.
    for (const { url, headers } of records(text)) assert.ok(!headers && !url?.includes(KEY));
    await close();
  });

  await t.test("as a link opens for whoever gets it, at the same place", async () => {
    const { page, close } = await open({ data: { name: "Größe & more.json", text: example("altered-signature") } });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.click("#tab-wire");
    await page.click('[data-verdict="accepted"]');
    await share(page);
    const link = await copied(page, "Copy link with the data inside");
    const verdicts = await chips(page);
    await close();
    const other = await open({ hash: new URL(link).hash });
    assert.equal(await other.page.textContent(".head-file strong"), "Größe & more.json");
    assert.deepEqual(await chips(other.page), verdicts);
    assert.equal(await other.page.getAttribute("#tab-wire", "aria-selected"), "true");
    await other.page.reload();
    await other.page.waitForSelector('html[data-session="whole"]');
    await other.close();
  });

  await t.test("as a link is advised against where it is long", async () => {
    const noise = Array.from({ length: 60_000 }, (_, at) => String.fromCharCode(33 + ((at * 7919 + (at >> 3) * 104_729 + ((at * at) % 8191)) % 90))).join("").replaceAll(/["\\]/g, "x");
    const text = JSON.stringify({ wire: "anthropic-messages", request: JSON.stringify({ model: "claude-sonnet-5", max_tokens: 9, messages: [{ role: "user", content: noise }] }) });
    const { page, close } = await open({ data: { name: "long.json", text } });
    await share(page);
    await page.waitForSelector("text=so send the file");
    await close();
  });

  await t.test("shows the link where the browser does not copy", async () => {
    const { page, close } = await open({ hash: "#example=healthy", init: 'Object.defineProperty(navigator, "clipboard", { value: undefined });' });
    await share(page);
    await page.click('dialog button:has-text("Copy link to this view")');
    assert.match(await page.inputValue("dialog input[readonly]"), /#example=healthy&exchange=\d+$/);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    await close();
  });

  await t.test("an example opened in a saved page is that example", async () => {
    const { page, close } = await open({ data: { name: "x.json", text: example("healthy") } });
    await openExample(page, "edited-prefix");
    assert.equal(await page.textContent(".head-file strong"), "Edited prefix");
    await close();
  });
});

const bodies = ({ request, response, stream, status, time, url }) => ({ request, response, stream, status, time, url });
const EVENTS = [
  { message: { id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-5", content: [], stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } } },
  { index: 0, content_block: { type: "text", text: "" } },
  { index: 0, delta: { type: "text_delta", text: KEY.slice(0, 30) } },
  { index: 0, delta: { type: "text_delta", text: KEY.slice(30) } },
  { index: 0 },
  { delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } },
  {},
];
