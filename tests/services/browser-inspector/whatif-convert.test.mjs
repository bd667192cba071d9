// The What-if view with a target of another wire: the converted request, the fates of its thoughts as lines, and the audit of the result.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { example, exchange, exchangesOf, pairs } from "./sessions.mjs";
import { allowed } from "./allowed-time.mjs";

const GEMINI = "generativelanguage.googleapis.com";
const PLACEHOLDER = "skip_thought_signature_validator";

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser.close());

/** Opens the What-if view for an exchange of a transcript, or for the last one of an example. */
async function opened(what, options = {}) {
  const shown = await browser.open(typeof what === "string" ? { hash: `#example=${what}&pane=whatif`, ...options } : { data: what, ...options });
  await shown.page.waitForSelector('html[data-session="whole"]');
  await shown.page.keyboard.press("3");
  await shown.page.waitForSelector("#wire-1");
  return shown;
}

/** Returns the drawing as a list: for each thought its pointer, its fate, the end of its line, and the part of its row. */
const drawn = (page) =>
  page.locator(".conversion .fate-row").evaluateAll((rows) =>
    rows.flatMap((row) => {
      const lines = [...row.querySelectorAll(".fate-line")];
      const part = row.querySelector(".fate-part");
      return [...row.querySelectorAll(".fate-thought")].map((thought, nth) => {
        const line = lines[nth].querySelector(".fate-line-path").getBoundingClientRect();
        const [from, to] = [thought.getBoundingClientRect(), part.getBoundingClientRect()];
        const middle = (box) => box.top + box.height / 2;
        return {
          pointer: thought.querySelector(".mono").textContent,
          fate: lines[nth].dataset.fate,
          label: lines[nth].querySelector("text").textContent,
          begins: Math.abs(line.left - from.right) < 6 && Math.abs(Math.max(line.top, line.bottom) - middle(from)) < 4,
          arrives: to.left - line.right < 12 && Math.abs(line.top - middle(to)) < 4,
          place: part.querySelector(".mono").textContent,
        };
      });
    }),
  );

/** Returns the copied converted request. */
async function copied(page) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: browser.origin });
  await page.click('.conversion [data-verb="copy"]');
  await page.waitForSelector('.conversion .export-body [role="status"]:has-text("Copied")');
  return page.evaluate(() => navigator.clipboard.readText());
}

const verdict = (page, side = "B") => page.locator(`.trial[data-side="${side}"] .trial-verdict strong`).textContent();

/** The signatures of the thoughts in the last request of an example. */
const signatures = (id) => JSON.parse(exchangesOf(example(id)).at(-1).request).messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).flatMap(({ signature, data }) => signature ?? data ?? []);

test("Claude to GPT: the host brings its wire and a model, and every thought ends in a stub", async () => {
  const { page, faults, close } = await opened("healthy");
  assert.equal(await page.locator(".conversion").count(), 0);
  await page.fill("#host-1", "api.openai.com");
  assert.equal(await page.inputValue("#wire-1"), "openai-responses");
  assert.match(await page.inputValue("#model-1"), /^gpt-/);
  const thoughts = await drawn(page);
  assert.deepEqual(thoughts.map(({ pointer, fate, label, begins, arrives, place }) => [pointer, fate, label, begins, arrives, place]), [
    ["/messages/1/content/0", "elided", "elided", true, false, "/input/1"],
    ["/messages/1/content/1", "elided", "elided", true, false, "/input/1"],
    ["/messages/3/content/0", "elided", "elided", true, false, "/input/5"],
  ]);
  assert.match(await page.locator('.fate-groups li[data-fate="elided"]').innerText(), /^elided, 3 thoughts: its format shows that another vendor signed or encrypted it/);
  assert.equal(await verdict(page), "No problems found");
  const text = await copied(page);
  assert.deepEqual(JSON.parse(text).input.map(({ type, role }) => type ?? role), ["user", "function_call", "function_call", "function_call_output", "function_call_output", "function_call", "function_call_output"]);
  for (const signature of signatures("healthy")) assert.ok(signature.length > 40 && !text.includes(signature));
  assert.deepEqual(await faults(), []);
  await close();
});

test("Claude to Gemini 3: placeholders lead to their calls, notes say what is not as it was, and the result is audited", async () => {
  const { page, faults, close } = await opened("healthy", { theme: "dark" });
  await page.fill("#host-1", GEMINI);
  assert.match(await page.inputValue("#model-1"), /^gemini-3/);
  assert.deepEqual((await drawn(page)).map(({ fate, begins, arrives, place }) => [fate, begins, arrives, place]), [
    ["placeholder", true, true, "/contents/1/parts/0"],
    ["elided", true, false, "/contents/1/parts/0"],
    ["placeholder", true, true, "/contents/3/parts/0"],
  ]);
  assert.equal(await verdict(page, "A"), "No problems found");
  assert.equal(await verdict(page), "Reasoning is lost");
  assert.match(await page.locator('.trial[data-side="B"] .trial-findings').innerText(), /placeholder-signature/);
  assert.match(await page.locator(".conversion-notes").innerText(), /stream: .*\s+\/stream/);
  assert.equal(JSON.parse(await copied(page)).contents[1].parts[0].thoughtSignature, PLACEHOLDER);
  await page.click(".conversion-body summary");
  assert.match(await page.locator(".conversion-body pre").textContent(), /^\{\n {2}"systemInstruction"[^]*skip_thought_signature_validator/);
  await page.click(".conversion-notes .place");
  assert.equal(await page.getAttribute("#tab-wire", "aria-selected"), "true");
  assert.deepEqual(await faults(), []);
  await close();
});

test("an address brings its wire and its model, a wire brings a host, and the recorded wire is the way back", async () => {
  const { page, close } = await opened("healthy");
  await page.fill("#host-1", `https://${GEMINI}/v1beta/models/gemini-2.5-pro:generateContent`);
  assert.deepEqual([await page.inputValue("#wire-1"), await page.inputValue("#model-1")], ["gemini-generate", "gemini-2.5-pro"]);
  assert.deepEqual((await drawn(page)).map(({ fate }) => fate), ["elided", "elided", "elided"]);
  await page.locator("#host-1").blur();
  await page.selectOption("#wire-1", "cohere-chat");
  assert.equal(await page.inputValue("#host-1"), "api.cohere.com");
  assert.match(await page.locator(".conversion > p").first().innerText(), /anthropic-messages to cohere-chat/);
  await page.selectOption("#wire-1", "anthropic-messages");
  assert.deepEqual([await page.inputValue("#host-1"), await page.inputValue("#model-1")], ["api.anthropic.com", "claude-sonnet-5"]);
  assert.ok(await page.isDisabled('.trial[data-side="B"] header button'));
  assert.equal(await page.locator(".conversion").count(), 0);
  await close();
});

test("a link leads to the conversion, and both sides may have one", async () => {
  const link = new URLSearchParams({ example: "healthy", exchange: "3", pane: "whatif", left: JSON.stringify({ wire: "openai-chat", host: "api.deepseek.com", model: "deepseek-v4-pro" }), right: JSON.stringify({ wire: "bedrock-converse", model: "us.anthropic.claude-opus-4-6-v1" }) });
  const { page, faults, close } = await browser.open({ hash: `#${link}` });
  await page.waitForSelector('.conversion[data-side="B"]');
  assert.match(await page.locator('.conversion[data-side="A"] > p').first().innerText(), /to openai-chat/);
  assert.match(await page.locator('.conversion[data-side="B"] > p').first().innerText(), /to bedrock-converse/);
  assert.deepEqual((await drawn(page)).map(({ fate, arrives }) => `${fate} ${arrives}`), ["degraded true", "elided false", "elided false", "routed true", "routed true", "routed true"]);
  await page.click('.conversion[data-side="A"] .conversion-notes .rule-name:has-text("missing-reasoning-content")');
  await page.waitForSelector("dialog.card[open]");
  assert.deepEqual(await faults(), []);
  await close();
});

test("the way goes by keyboard, and everything has a name", async () => {
  const { page, close } = await opened("healthy");
  await page.fill("#host-1", GEMINI);
  const focused = () => page.evaluate(() => document.activeElement.className);
  await page.focus("#betas-1");
  for (let presses = 0; presses < 20 && !(await focused()).includes("fate-thought"); presses++) await page.keyboard.press("Tab");
  assert.match(await focused(), /fate-thought/);
  assert.match(await page.locator(".fate-reason").innerText(), /^\/messages\/1\/content\/0 placeholder: the target refuses unsigned calls/);
  assert.equal(await page.locator('.fate-line[data-pointed="true"]').count(), 1);
  await page.keyboard.press("Tab");
  assert.match(await page.locator(".fate-reason").innerText(), /content\/1 elided: its format shows that another vendor signed or encrypted it/);
  const named = (role, name) => page.getByRole(role, { name }).count();
  assert.equal(await named("button", /^The sum and its test: .* \/messages\/1\/content\/0 \(thought\) placeholder, to \/contents\/1\/parts\/0: the target refuses/), 1);
  assert.equal(await named("button", /^redacted \/messages\/1\/content\/1 \(redacted\) elided: its format shows that another vendor/), 1);
  assert.equal(await named("list", "Fates of the thoughts"), 1);
  assert.equal(await named("list", "Changes"), 1);
  assert.equal(await named("feed", /^Parts of the converted request/), 1);
  assert.equal(await named("article", "calls read_file, 2 thoughts"), 1);
  assert.equal(await named("region", "B, converted"), 1);
  await page.keyboard.press("Enter");
  assert.equal(await page.getAttribute("#tab-wire", "aria-selected"), "true");
  await close();
});

test("a pointer on a line shows its reason", async () => {
  const { page, close } = await opened("healthy");
  await page.fill("#host-1", "api.openai.com");
  await page.locator(".fate-row .fate-line-around").nth(1).hover({ force: true });
  assert.match(await page.locator(".fate-reason").innerText(), /^\/messages\/1\/content\/1 elided: its format shows that another vendor signed or encrypted it/);
  await close();
});

test("a request that the provider holds the rest of gets a sentence", async () => {
  const request = JSON.stringify({ model: "gpt-5", previous_response_id: "resp_1", input: "And now?" });
  const { page, faults, close } = await opened(pairs([{ url: "https://api.openai.com/v1/responses", status: 200, request }]));
  await page.fill("#host-1", "api.anthropic.com");
  assert.match(await page.locator('.trial[data-side="B"] .trial-note').innerText(), /^This request cannot be converted: /);
  assert.equal(await page.locator(".conversion").count(), 0);
  assert.deepEqual(await faults(), []);
  await close();
});

test("texts of the request stay texts", async () => {
  const hostile = '<img src=x onerror="globalThis.pwned=1"></script>\u202e';
  const messages = [{ role: "user", content: hostile }, { role: "assistant", content: [{ type: "thinking", thinking: hostile, signature: hostile }, { type: "tool_use", id: "toolu_1", name: hostile, input: { [hostile]: hostile } }] }, { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: hostile }] }];
  const { page, faults, close } = await opened(pairs([exchange(messages)]));
  await page.fill("#host-1", GEMINI);
  await page.click(".conversion-body summary");
  assert.ok((await page.locator(".fate-thought").innerText()).includes(hostile.slice(0, 40)));
  assert.ok((await page.locator(".fate-part").first().innerText()).includes(hostile.slice(0, 40)));
  assert.equal(await page.locator(".conversion img").count(), 0);
  assert.equal(await page.evaluate(() => globalThis.pwned), undefined);
  assert.deepEqual(await faults(), []);
  await close();
});

test("of thousands of thoughts only the visible ones are in the document, and typing waits for a pause", async (t) => {
  const count = 4000;
  const messages = [{ role: "user", content: "Begin." }];
  for (let nth = 0; nth < count; nth++)
    messages.push(
      { role: "assistant", content: [{ type: "thinking", thinking: `Step ${nth}.`, signature: Buffer.from(`signature ${nth} `.repeat(4)).toString("base64") }, { type: "tool_use", id: `toolu_${nth}`, name: "run", input: { nth } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${nth}`, content: "a line" }] },
    );
  const { page, faults, close } = await opened(pairs([exchange(messages)]));
  await page.fill("#host-1", "api.openai.com");
  await page.waitForSelector(".conversion .fate-thought");
  const inDocument = () => page.locator(".fate-thought").count();
  assert.ok((await inDocument()) < 40, `${await inDocument()} thoughts`);
  const box = page.locator(".fate-rows .virtual-list");
  await box.evaluate((list) => (list.scrollTop = list.scrollHeight));
  await page.waitForSelector(`.fate-thought:has-text("Step ${count - 1}.")`);
  assert.ok((await inDocument()) < 40, `${await inDocument()} thoughts`);
  const slowest = await page.evaluate(async () => {
    const list = document.querySelector(".fate-rows .virtual-list");
    const times = [];
    for (let nth = 0; nth < 60; nth++) {
      const start = performance.now();
      list.scrollTop -= 4000;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - start);
    }
    return times.sort((one, other) => one - other)[45];
  });
  t.diagnostic(`three of four scroll steps take at most ${slowest.toFixed(0)} ms`);
  assert.ok(slowest < allowed(150), `${slowest} ms`);
  const before = await page.locator(".conversion > p").first().innerText();
  await page.focus("#model-1");
  await page.keyboard.press("End");
  await page.keyboard.type("-x");
  assert.match(await page.inputValue("#model-1"), /-x$/);
  await page.locator("#model-1").blur();
  assert.match(await page.inputValue("#model-1"), /-x$/);
  assert.equal(await page.locator(".conversion > p").first().innerText(), before);
  assert.deepEqual(await faults(), []);
  await close();
});
