// The list of sessions that a proxy serves: names, both themes, no overflow on a phone, no automatic reload.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { pkg } from "../../../scripts/paths.mjs";
import { startBrowser } from "./browser.mjs";

const browser = await startBrowser();
const { answerPage } = await import(pathToFileURL(join(pkg, "cli", "proxy-pages.js")));
const { Sessions } = await import(pathToFileURL(join(pkg, "cli", "proxy-sessions.js")));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const SECRET = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");
const sessions = new Sessions();
/** Adds a call of a session: the words of its user, the status, and an answer if it is not an error. */
function addCall(words, { status = 200, verdict = "accepted" } = {}) {
  const messages = [{ role: "user", content: [{ type: "text", text: "<context>files</context>" }, { type: "text", text: words }] }];
  const answer = { id: `msg_${words.length}`, type: "message", role: "assistant", model: "claude-opus-4-5", content: [{ type: "text", text: `About ${words}` }], stop_reason: "end_turn", usage: {} };
  const body = status < 400 ? answer : { type: "error", error: { type: "invalid_request_error", message: "no" } };
  sessions.add({ url: "https://api.anthropic.com/v1/messages", wire: "anthropic-messages", model: "claude-opus-4-5", verdict, status, sent: JSON.stringify({ model: "claude-opus-4-5", max_tokens: 9, messages }), response: JSON.stringify(body) });
}
addCall("Explain the invoice of October");
addCall(`Use the token ${SECRET} and ${"a very long sentence that has no end ".repeat(9)}`, { verdict: "degraded" });
addCall("Translatethispoemwithoutanyspace".repeat(4), { status: 400, verdict: "rejected" });

const server = createServer((request, response) => answerPage(request.url, response, sessions));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}/`;
test.after(async () => {
  server.closeAllConnections();
  server.close();
  await browser.close();
});

test("sessions are listed by the first words of their user, without secrets, and with prediction and outcome", async () => {
  const { page, close } = await browser.open({ address, wait: "load" });
  const names = await page.locator("li > a").allInnerTexts();
  assert.equal(names.length, 3);
  assert.match(names[0], /^Translatethis.{50,}…$/);
  assert.match(names[1], /^Use the token \[REDACTED/);
  assert.equal(names[2], "Explain the invoice of October");
  const items = (await page.locator("li").allInnerTexts()).map((item) => item.replaceAll(/\s+/g, " "));
  assert.match(items[0], /1 call · 1 refused · claude-opus-4-5 · anthropic-messages · last call \d{4}-\d\d-\d\d \d\d:\d\d Last request: predicted will be refused · provider error 400/);
  assert.match(items[2], /predicted no problems found · provider answered 200/);
  assert.ok(!(await page.content()).includes(SECRET));
  await page.locator("li > a").last().click();
  await page.waitForSelector(".frame");
  assert.equal(await page.title(), "Explain the invoice of October · rethought");
  await close();
});

test("nothing reloads by itself", async () => {
  const { page, close } = await browser.open({ address, wait: "load" });
  assert.equal(await page.locator("meta[http-equiv=refresh], script").count(), 0);
  await Promise.all([page.waitForNavigation(), page.click("header a")]);
  await close();
});

for (const theme of ["light", "dark"])
  for (const width of [360, 1440])
    test(`the list of sessions, ${theme}, ${width} px: axe finds nothing, and nothing overflows`, async () => {
      const { page, close } = await browser.open({ address, wait: "load", theme, width, init: axe });
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true }, "meta-refresh": { enabled: true } } }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].failureSummary}`), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
      const [red] = /\d+/.exec(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      assert.ok(theme === "dark" ? Number(red) < 60 : Number(red) > 200, `the ground is ${red}`);
      await close();
    });
