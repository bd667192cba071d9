// Folders and archives: the list with its filters, two sessions side by side, a session that grows, and the doctor's edit.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pkg, tests } from "../../../scripts/paths.mjs";
import { startBrowser } from "./browser.mjs";

const browser = await startBrowser();
const { strToU8, zipSync } = createRequire(join(tests, "package.json"))("fflate");
const axe = readFileSync(join(tests, "node_modules", "axe-core", "axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "rethought-library-"));
const running = new Set();
after(async () => {
  running.forEach((child) => child.kill("SIGKILL"));
  rmSync(folder, { recursive: true, force: true });
  await browser.close();
});

const HOSTILE = `<img src=x onerror=alert(1)>\u202e"'\n\u0000`;
const SECOND = "claude-sonnet-4-5";
let count = 0;
/** Lines of a session of Claude Code: a question and an answer with a thought. Ids that begin with msg_01 are of Anthropic's own host. */
function session(words, { signature, model = "claude-opus-4-5", id = `s${++count}` } = {}) {
  const line = (nth, message) => JSON.stringify({ type: message.role, sessionId: id, uuid: `${id}-${nth}`, parentUuid: nth ? `${id}-${nth - 1}` : null, cwd: "/code/kite", timestamp: `2026-11-16T08:00:${String(nth).padStart(2, "0")}.000Z`, version: "2.1.0", message });
  return words.flatMap((word, nth) => [
    line(2 * nth, { role: "user", content: word }),
    line(2 * nth + 1, { id: `msg_01${id}${nth}`, type: "message", role: "assistant", model, content: [...(signature ? [{ type: "thinking", thinking: "Hm.", signature }] : []), { type: "text", text: `About ${word}` }], stop_reason: "end_turn" }),
  ]);
}
const text = (lines) => `${lines.join("\n")}\n`;
const same = session(["one", "two", "three"], { id: "same" });
mkdirSync(join(folder, "all", "deep"), { recursive: true });
const FILES = {
  "all/healthy.jsonl": text(same),
  "all/longer.jsonl": text([...same, ...session(["four"], { id: "same" }).map((line) => line.replaceAll("same-0", "same-6").replaceAll("same-1", "same-7").replace('"parentUuid":null', '"parentUuid":"same-5"'))]),
  "all/dead.jsonl": text(session(["Hi"], { signature: "REDACTED" })),
  "all/deep/other-model.jsonl": text(session(["Hi"], { model: SECOND })),
  "all/pairs.ndjson": `${JSON.stringify({ request: { model: "gpt-5.2", messages: [{ role: "user", content: "Hi" }] }, response: { choices: [{ message: { role: "assistant", content: "Hi." } }] } })}\n`,
  "all/prose.json": '"prose"\n',
};
for (const [name, body] of Object.entries(FILES)) writeFileSync(join(folder, name), body);
writeFileSync(join(folder, "all", `${HOSTILE.replaceAll(/[\n\u0000]/g, "").replace("/", "")}.jsonl`), text(session([HOSTILE, "</script><script>alert(1)</script>"])));
writeFileSync(join(folder, "all.zip"), zipSync({ "dead.jsonl": strToU8(FILES["all/dead.jsonl"]), "deep/healthy.jsonl": strToU8(FILES["all/healthy.jsonl"]) }));

/** Starts the command and opens its page. */
async function inspect(args, options = {}) {
  const child = spawn(process.execPath, [join(pkg, "cli", "index.js"), "inspect", "--no-open", ...args], { cwd: folder });
  running.add(child);
  const address = await new Promise((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (chunk) => /Ctrl\+C/.test((printed += chunk)) && resolve(/http:\S+/.exec(printed)[0]));
    child.on("exit", () => reject(new Error(printed)));
  });
  const { page, faults, close } = await browser.open({ address: "about:blank", wait: "commit", ...options });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(address);
  return { page, faults, asked, address, child, close: async () => (await close(), child.kill("SIGINT"), running.delete(child)) };
}

const rows = (page) => page.locator(".library-row").evaluateAll((all) => all.map((row) => [row.querySelector(".library-name").textContent, row.dataset.state]));
const checked = (page) => page.waitForFunction(() => document.querySelector(".library-row") && !document.querySelector(".library-row:not([data-state])") && !/so far/.test(document.querySelector(".library [role=status]").textContent), null, { timeout: 60_000 });
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("a folder is a list with the verdict on each next request, and its filters select", async () => {
  const { page, faults, asked, address, close } = await inspect(["all"]);
  await checked(page);
  const found = Object.fromEntries(await rows(page));
  assert.equal(Object.keys(found).length, 7);
  assert.deepEqual([found["all/dead.jsonl"], found["all/healthy.jsonl"], found["all/deep/other-model.jsonl"], found["all/pairs.ndjson"], found["all/prose.json"]], ["dead", "healthy", "healthy", "not checked", "not checked"]);
  assert.match(await page.innerText(".library [role=status]"), /^7 sessions: 1 cannot go on\.$/);
  await page.getByRole("combobox", { name: "Next request", exact: true }).selectOption("dead");
  assert.deepEqual((await rows(page)).map(([name]) => name), ["all/dead.jsonl"]);
  await page.getByRole("combobox", { name: "Next request", exact: true }).selectOption("");
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption(SECOND);
  assert.deepEqual((await rows(page)).map(([name]) => name), ["all/deep/other-model.jsonl"]);
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("");
  await page.getByRole("combobox", { name: "Agent", exact: true }).selectOption("Claude Code");
  assert.equal((await rows(page)).length, 5);
  await page.getByLabel("Search the list").fill("deep");
  assert.deepEqual((await rows(page)).map(([name]) => name), ["all/deep/other-model.jsonl"]);
  await page.getByLabel("Search the list").fill("nothing has this");
  assert.match(await page.innerText(".library-none"), /No session matches/);
  assert.ok(asked.every((url) => url === address || url.startsWith(`${address}files/`)));
  assert.deepEqual(await faults(), []);
  await close();
});

test("a row opens its session, and the way back leads to the list", async () => {
  const { page, faults, close } = await inspect(["all"]);
  await checked(page);
  await page.locator(".library-row", { hasText: "dead.jsonl" }).locator(".library-open").click();
  await page.waitForSelector('html[data-session="whole"]', { state: "attached" });
  assert.equal(await page.innerText(".head-file strong"), "all/dead.jsonl");
  await page.getByRole("button", { name: "Sessions" }).click();
  assert.equal(await page.locator(".library-row[aria-current]").count(), 1);
  await page.locator(".library-row", { hasText: "prose.json" }).locator(".library-open").click();
  await page.waitForFunction(() => document.querySelector('.head [role="alert"]').textContent.includes("prose.json"));
  assert.deepEqual(await faults(), []);
  await close();
});

test("an answered request is never shown as refused, whatever its file masks, and the next one is", async () => {
  const { page, close } = await inspect(["all/dead.jsonl"]);
  await page.waitForSelector('html[data-session="whole"]', { state: "attached" });
  assert.equal(await page.locator('.head [data-verdict="rejected"], .head [data-verdict="likely rejected"], .head [data-outcome="refused"]').count(), 0);
  await page.getByRole("tab", { name: "Doctor" }).click();
  await page.waitForSelector('.doctor-side[data-side="next"][data-state="dead"]');
  assert.doesNotMatch(await page.innerText('.doctor-side[data-side="past"]'), /refused/i);
  await close();
});

test("the repaired file has the doctor's edits and every other byte, and the command names the file", async () => {
  const { page, close } = await inspect(["all/dead.jsonl"]);
  await page.waitForSelector('html[data-session="whole"]', { state: "attached" });
  await page.getByRole("tab", { name: "Doctor" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('[data-verb="download-repaired"]')]);
  const repaired = readFileSync(await download.path(), "utf8");
  assert.equal(download.suggestedFilename(), "dead.repaired.jsonl");
  const { diagnose } = await import(join(pkg, "entry", "sessions.js"));
  const { edits } = await diagnose([FILES["all/dead.jsonl"]]);
  const expected = [...edits].sort((one, other) => other.offset - one.offset).reduce((bytes, { offset, length, text }) => Buffer.concat([bytes.subarray(0, offset), Buffer.from(text), bytes.subarray(offset + length)]), Buffer.from(FILES["all/dead.jsonl"])).toString();
  assert.equal(repaired, expected);
  assert.equal((await diagnose([repaired])).next, "accepted");
  assert.match(await page.innerText(".doctor-command code"), /^rethought doctor all\/dead\.jsonl --write$/);
  await close();
});

test("two sessions are side by side, with the first exchange that differs, and an exchange opens", async () => {
  const { page, faults, close } = await inspect(["all"]);
  await checked(page);
  for (const name of ["all/healthy.jsonl", "all/longer.jsonl"]) await page.getByLabel(`Compare ${name}`).check();
  await page.getByRole("button", { name: "Show side by side" }).click();
  await page.waitForSelector(".compare tbody tr");
  assert.deepEqual(await page.locator(".compare tbody tr").evaluateAll((all) => all.map(({ dataset }) => dataset.relation)), ["equal", "equal", "equal", "alone"]);
  assert.match(await page.innerText(".compare [role=status]"), /^3 of 4 exchanges equal\. The first difference is in row 4\.$/);
  await page.locator(".compare tbody tr").last().locator(".compare-open").click();
  await page.waitForSelector('html[data-session="whole"]', { state: "attached" });
  assert.equal(await page.innerText(".head-file strong"), "all/longer.jsonl");
  await page.waitForSelector("#exchange-3[aria-pressed=true]");
  assert.deepEqual(await faults(), []);
  await close();
});

test("the files of a zip archive are a list, opened by the command and dropped on the page", async () => {
  const { page, close } = await inspect(["all.zip"]);
  await checked(page);
  assert.deepEqual(await rows(page), [["all.zip/dead.jsonl", "dead"], ["all.zip/deep/healthy.jsonl", "healthy"]]);
  await close();
  const shown = await browser.open();
  const base64 = readFileSync(join(folder, "all.zip")).toString("base64");
  await shown.page.evaluate((base64) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], "all.zip"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, base64);
  await checked(shown.page);
  assert.deepEqual(await rows(shown.page), [["all.zip/dead.jsonl", "dead"], ["all.zip/deep/healthy.jsonl", "healthy"]]);
  assert.deepEqual(await shown.faults(), []);
  await shown.close();
});

test("a session is followed while it grows, and when another file takes its place", async () => {
  const lines = session(["one", "two", "three"], { id: "live" });
  const file = join(folder, "live.jsonl");
  writeFileSync(file, "");
  const { page, faults, child, close } = await inspect(["--follow", "live.jsonl"]);
  const counts = (number) => page.waitForFunction((number) => document.querySelector(".head-counts")?.innerText.startsWith(`${number} exchange`), number, { timeout: 30_000 });
  appendFileSync(file, text(lines.slice(0, 2)));
  await counts(1);
  appendFileSync(file, text(lines.slice(2, 4)));
  await counts(2);
  await page.waitForSelector("#exchange-1[aria-pressed=true]");
  // Half a line is not an exchange.
  appendFileSync(file, `${lines[4]}\n${lines[5].slice(0, 40)}`);
  await page.waitForTimeout(1500);
  appendFileSync(file, `${lines[5].slice(40)}\n`);
  await counts(3);
  // Long enough for the format to be decided: from here on only what is new is read.
  appendFileSync(file, text(session(Array.from({ length: 40 }, () => "word ".repeat(500)), { id: "long" })));
  await counts(43);
  appendFileSync(file, text(session(["last"], { id: "after" })));
  await counts(44);
  writeFileSync(file, text(session(["new"], { id: "replaced" })));
  await counts(1);
  assert.deepEqual(await faults(), []);
  child.kill("SIGINT");
  await page.waitForFunction(() => document.querySelector('.head [role="status"]').textContent.includes("The server stopped"), null, { timeout: 10_000 });
  await close();
});

test("a compaction is one line", async () => {
  const name = "compaction.jsonl";
  const { page, close } = await browser.open({ data: { name, text: readFileSync(new URL(`../../data/transcripts/claude-code/${name}`, import.meta.url), "utf8") } });
  await page.waitForSelector(".exchange-compaction");
  assert.equal(await page.locator(".exchange-compaction").count(), 1);
  assert.match(await page.innerText(".exchange-compaction"), /^Compacted here: earlier messages are no longer sent\. \S+ \S*B became \S+ \S*B\.$/);
  await close();
});

for (const [width, theme] of [[1440, "light"], [360, "dark"], [360, "light"]]) {
  test(`at ${width} px in the ${theme} theme nothing overflows, and axe finds nothing`, async () => {
    const { page, close } = await inspect(["all"], { width, theme, motion: "reduce", init: axe });
    const check = async (place) => {
      assert.equal(await overflow(page), 0, place);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${place} ${id}: ${nodes[0].target}`), []);
    };
    await checked(page);
    await check("list");
    for (const name of ["all/healthy.jsonl", "all/longer.jsonl"]) await page.getByLabel(`Compare ${name}`).check();
    await page.getByRole("button", { name: "Show side by side" }).click();
    await page.waitForSelector(".compare tbody tr");
    await check("side by side");
    await page.getByRole("button", { name: "Back to the list" }).click();
    await page.locator(".library-row", { hasText: "dead.jsonl" }).locator(".library-open").click();
    await page.waitForSelector('html[data-session="whole"]', { state: "attached" });
    await page.keyboard.press("5");
    await page.waitForSelector('.doctor-side[data-side="next"]');
    await page.locator(".doctor summary").click();
    await check("doctor");
    await close();
  });
}
