// Prediction and outcome are separate: the page never calls a request accepted that the provider refused, names one rule for one error, and links to
// its place.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pkg } from "../../../scripts/paths.mjs";
import { startBrowser } from "./browser.mjs";
import { claudeCodeSession } from "./claude-code.mjs";
import { exchange, pairs } from "./sessions.mjs";

const browser = await startBrowser();
test.after(() => browser.close());

const errorOf = (message) => JSON.stringify({ type: "error", error: { type: "invalid_request_error", message } });
const text = async (page, selector) => (await page.locator(selector).first().innerText()).replaceAll(/\s+/g, " ").trim();

/** Returns a healthy loop of `turns` turns, whose last request the provider refuses with this message. */
function refusedSession(turns, message, status = 400) {
  const list = [];
  let messages = [{ role: "user", content: "Fix the rounding." }];
  for (let nth = 0; nth < turns; nth++) {
    const thought = { type: "thinking", thinking: "Hm.", signature: Buffer.from(`signature ${nth} `.repeat(8)).toString("base64") };
    const content = [thought, { type: "tool_use", id: `toolu_${nth}`, name: "read", input: { nth } }];
    list.push(exchange(messages, content));
    messages = [...messages, { role: "assistant", content }, { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${nth}`, content: "ok" }] }];
  }
  return pairs([...list, exchange(messages, undefined, { status, response: errorOf(message) })]);
}

const SIGNATURE_ERROR = "messages.9.content.0: Invalid `signature` in `thinking` block";

test("a request that the provider refused and no rule predicted is nowhere called accepted or shown as fine", async () => {
  const { page, faults, close } = await browser.open({ data: refusedSession(8, SIGNATURE_ERROR) });
  const row = page.locator('.exchange[aria-current="true"] .exchange-head');
  await row.waitFor();
  assert.match(await text(page, '.exchange[aria-current="true"] .exchange-prediction'), /no problems found$/);
  assert.match(await text(page, '.exchange[aria-current="true"] .exchange-outcome'), /refused 400$/);
  assert.deepEqual(await row.locator(".chip").evaluateAll((chips) => chips.map(({ dataset }) => dataset.tone)), ["none", "reject"]);
  assert.equal(await text(page, '.head [aria-label="Provider"] [data-outcome="refused"]'), "1 refused");
  assert.equal(await text(page, '.head [aria-label="Provider"] [data-outcome="answered"]'), "8 answered");
  assert.equal(await page.getAttribute('.head [data-verdict="accepted"]', "data-tone"), "none");
  assert.equal(await page.getAttribute('.verdict [data-side="prediction"]', "data-tone"), "none");
  assert.match(await text(page, '.verdict [data-side="outcome"]'), /Refused 400$/);
  assert.match(await text(page, ".provider"), /The provider refused it \(invalid-thinking-signature\)\. Our checks did not predict this\./);
  assert.match(await text(page, ".turns"), /No findings in this session\. The provider refused 1 request for which our checks found nothing\./);
  assert.equal(await page.locator(".timeline-verdict").last().getAttribute("data-tone"), "reject");
  assert.ok(!/accepted/i.test(await page.locator(".app").innerText()));
  assert.deepEqual(await faults(), []);
  await close();
});

test("an error that says nothing about the request is a failure, not a refusal", async () => {
  const { page, close } = await browser.open({ data: refusedSession(1, "Overloaded", 529) });
  assert.match(await text(page, '.verdict [data-side="outcome"]'), /Failed 529$/);
  assert.equal(await page.locator('.head [data-outcome="refused"]').count(), 0);
  await close();
});

test("a body of another vendor is not checked, and the page says why", async () => {
  const body = { model: "gpt-9", max_tokens: 100, system: "Be brief.", messages: [{ role: "user", content: "Hello" }] };
  const { page, close } = await browser.open({ data: pairs([{ wire: "anthropic-messages", host: "api.openai.com", model: "gpt-9", request: JSON.stringify(body) }]) });
  assert.match(await text(page, '.verdict [data-side="prediction"]'), /Not checked$/);
  assert.match(await text(page, ".verdict-caveat"), /^Api\.openai\.com is not known to accept `anthropic-messages` requests\. .*Unknown model gpt-9\..*likely, not certain\.$/i);
  await close();
});

test("results for an unknown model are likely, and the page says so", async () => {
  const messages = [{ role: "user", content: "Hi" }, { role: "assistant", content: [{ type: "thinking", thinking: "Hm." }] }, { role: "user", content: "Go on" }];
  const request = JSON.stringify({ model: "claude-opus-99", max_tokens: 4096, messages });
  const { page, close } = await browser.open({ data: pairs([{ url: "https://api.anthropic.com/v1/messages", request }]) });
  assert.match(await text(page, '.verdict [data-side="prediction"]'), /Will probably be refused$/);
  assert.match(await text(page, ".verdict-caveat"), /^Unknown model claude-opus-99\. It is checked as claude-opus-[\d-]+, so results are likely, not certain\.$/);
  assert.match(await text(page, ".finding header"), /^error \(likely\)/);
  await close();
});

test("one error has one rule on the screen", async () => {
  const content = [{ type: "tool_use", id: "toolu_1", name: "read", input: {} }, { type: "text", text: "Done." }];
  const messages = [{ role: "user", content: "Hi" }, { role: "assistant", content }, { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] }];
  const words = "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.";
  const { page, close } = await browser.open({ data: pairs([exchange(messages, undefined, { status: 400, response: errorOf(words), request: JSON.stringify({ model: "claude-opus-4-5", max_tokens: 100, messages }) })]) });
  const rules = await page.locator(".refusal .rule-name, .provider .rule-name, .finding .rule-name").allInnerTexts();
  assert.deepEqual([...new Set(rules)], ["content-after-tool-use"]);
  assert.equal(rules.length, 3);
  await close();
});

test("the place in an error is a link to that place, in the conversation and in the audit", async () => {
  const { page, close } = await browser.open({ data: refusedSession(8, SIGNATURE_ERROR) });
  for (const where of [".provider .error-place", ".refusal .error-place"]) {
    await page.click("#tab-audit");
    assert.equal(await text(page, where), "messages.9.content.0");
    await page.click(where);
    await page.waitForSelector(".wire-row .focused");
    assert.equal(await text(page, ".wire-pointer"), "/messages/9/content/0");
  }
  await close();
});

test("no rule needs a host that is known", async () => {
  const { page, close } = await browser.open({ data: refusedSession(1, SIGNATURE_ERROR) });
  assert.equal(await text(page, ".verdict-facts dd"), "api.anthropic.com");
  assert.ok(!(await page.locator(".checks").textContent()).includes("needs the host"));
  await close();
});

test("a downloaded request keeps what was not recorded: the command line finds no more in it than the page", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "rethought-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const { page, close } = await browser.open({ data: claudeCodeSession(3) });
  await page.waitForSelector(".export-body");
  const rulesOnPage = await page.locator(".finding .rule-name").allInnerTexts();
  assert.match(await text(page, ".repair-file"), /The downloaded file also has the target and says that settings and host were not recorded\./);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('.export-body [data-verb="download"]')]);
  const file = join(folder, "request.json");
  await download.saveAs(file);
  const audit = (path) => JSON.parse(spawnSync(process.execPath, [join(pkg, "cli", "index.js"), "audit", "--format", "json", path], { encoding: "utf8" }).stdout);
  assert.deepEqual(audit(file).findings.map(({ rule }) => rule), rulesOnPage);
  // The body alone would have more findings, so that this test can fail.
  const bare = join(folder, "bare.json");
  writeFileSync(bare, JSON.stringify(JSON.parse(readFileSync(file, "utf8")).request));
  assert.ok(audit(bare).findings.length > rulesOnPage.length);
  // The page opens the file too, with the same target.
  const again = await browser.open();
  const [chooser] = await Promise.all([again.page.waitForEvent("filechooser"), again.page.click(".drop-buttons .primary")]);
  await chooser.setFiles(file);
  await again.page.waitForSelector(".verdict");
  assert.match(await text(again.page, ".repair-file"), /says that settings and host were not recorded\./);
  await again.close();
  await close();
});
