// Examples open in the inspector, at their finding; without the traces a command shows them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { startBrowser } from "../browser-inspector/browser.mjs";
import { settled } from "../browser-inspector/opening.mjs";
import { file, folder, run, textOf } from "./command.mjs";
import { traceOfCards } from "./traces.mjs";

/** The rules with an example in their card that needs no ledger, and their examples. */
const [RULES, EXAMPLES] = [139, 140];
/** The audit of a transcript has no betas. */
const UNSEEN = ["compaction-without-beta", "fallback-without-beta", "misplaced-thinking-setting", "thread-without-beta"];
/** A transcript is no proof that its host wrote the handles, so their forms are not judged in the page. */
const UNJUDGED = ["damaged-handle", "handle-of-another-vendor"];

const browser = await startBrowser();
test.after(() => browser.close());

for (const isNamed of [true, false])
  test(`every rule has an example that opens at its finding: lines ${isNamed ? "with ids" : "by their bytes"}`, async () => {
    const traces = file("traces.ndjson", await traceOfCards(isNamed));
    file("packed.gz", gzipSync(textOf(traces)));
    file("results.ndjson", run([traces, "--ndjson", "--jobs", "1"], { command: "audit" }).stdout);
    const { status, stderr } = run(["results.ndjson", "--examples", isNamed ? traces : "packed.gz", "--output", "report.html"]);
    // A line that is found by its byte is shown if it breaks the rule.
    const count = isNamed ? EXAMPLES : EXAMPLES - UNSEEN.length;
    assert.equal(status, 0);
    assert.ok(stderr.endsWith(`rethought: report.examples.html has the lines of ${count} examples, without secrets that were recognised\n`), stderr);
    const { page, faults, close } = await browser.open({ address: pathToFileURL(join(folder, "report.html")).href, wait: "load" });
    const links = await page.evaluate(() => [...document.querySelectorAll(".rules tbody tr")].map((row) => [row.querySelector(".rule-head a").textContent, row.querySelector(".examples a")?.getAttribute("href")]));
    assert.equal(links.length, RULES);
    await page.click(".rules tbody tr:first-child summary");
    await page.click(".rules tbody tr:first-child .examples a");
    await page.waitForSelector('html[data-core="ready"]', { state: "attached" });
    const { session, name, trouble } = await settled(page);
    assert.deepEqual([session, name, trouble], ["whole", "Examples of report.html", ""]);
    assert.match(await page.innerText(".head-counts"), new RegExp(`^${count} exchanges`));
    for (const [rule, href] of links.filter(([rule]) => ![...UNSEEN, ...UNJUDGED].includes(rule)).filter((_, nth) => process.env.RETHOUGHT_LONG || nth % (isNamed ? 6 : 30) === 0)) {
      await page.evaluate((hash) => (location.hash = hash), href.split("#")[1]);
      await page.waitForFunction((rule) => document.querySelector(".finding[aria-current] .rule-name")?.textContent === rule, rule).catch(() => assert.fail(`${rule}: ${href}`));
    }
    assert.deepEqual(await faults(), []);
    await close();
  });

test("secrets stay out of the examples unless --raw says otherwise", () => {
  const key = `sk-ant-api03-${"a1B2c3D4".repeat(11)}-abcdefAA`;
  const line = { id: "secret", request: { model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: `the key is ${key}` }, { role: "assistant", content: [{ type: "thinking", thinking: "x" }] }, { role: "user", content: "go on" }] } };
  file("secret.ndjson", `${JSON.stringify(line)}\n${JSON.stringify({ ...line, id: "text", request: JSON.stringify(line.request) })}\n`);
  file("secret-results.ndjson", run(["secret.ndjson", "--ndjson", "--jobs", "1"], { command: "audit" }).stdout);
  assert.equal(run(["secret-results.ndjson", "--examples", "secret.ndjson", "--output", "kept.html"]).status, 0);
  assert.ok(!textOf("kept.examples.html").includes(key));
  assert.ok(textOf("kept.examples.html").includes("[REDACTED:"));
  assert.match(run(["secret-results.ndjson", "--examples", "secret.ndjson", "--raw", "--output", "raw.html"]).stderr, /with all that was sent/);
  assert.ok(textOf("raw.examples.html").includes(key));
  for (const name of ["kept.html", "raw.html"]) assert.ok(!textOf(name).includes(key));
});

test("examples that are not in the given files are reported, and none at all makes no page", () => {
  file("other.ndjson", '{"id":"other","request":{}}\n');
  const { status, stderr } = run(["results.ndjson", "--examples", "other.ndjson", "--output", "alone.html"]);
  assert.equal(status, 0);
  assert.match(stderr, /^rethought: \d+ of \d+ examples are not in the files of --examples, or are too long to be shown\n$/);
  assert.throws(() => textOf("alone.examples.html"), { code: "ENOENT" });
  const missing = run(["results.ndjson", "--examples", "nowhere.ndjson", "--output", "never.html"]);
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /nowhere\.ndjson: no such file/);
  assert.throws(() => textOf("never.html"), { code: "ENOENT" });
});

test("Markdown links to the examples too", () => {
  assert.equal(run(["results.ndjson", "--examples", "traces.ndjson", "--output", "report.md"]).status, 0);
  assert.match(textOf("report.md"), /\[example\]\(report\.examples\.html#exchange=\d+&finding=\d+\)/);
});

test("without the traces the page has the command that gives the line, whatever the id is", () => {
  const ids = ["a.b*c[d]{2}+?|(x)^", "two words", "it's $HOME `id` \"quoted\" \\ back", "-e", "a\nb", "日本"];
  const traces = ids.map((id) => JSON.stringify({ id, request: { model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "x" }, { role: "assistant", content: [{ type: "thinking", thinking: "x" }] }, { role: "user", content: "y" }] } }));
  const spaced = traces.map((line) => line.replace('"id":', '"id": '));
  const nameless = traces.map((line) => line.replace(/"id":.*?,"request"/, '"request"'));
  for (const [name, lines] of [["traces.ndjson", traces], ["spaced.ndjson", spaced], ["nameless.ndjson", nameless]]) {
    file(name, `${lines.join("\n")}\n`);
    file("some.ndjson", run([name, "--ndjson", "--jobs", "1"], { command: "audit" }).stdout);
    const html = run(["some.ndjson"]).stdout;
    const commands = [...html.matchAll(/<pre tabindex="0">([^<]*)<\/pre>/g)].map(([, text]) => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code)));
    assert.equal(commands.length, 5);
    for (const command of commands) {
      const [line] = command.replace("traces.ndjson", name).split(" | rethought");
      const { stdout } = spawnSync("sh", ["-c", line], { cwd: folder, encoding: "utf8" });
      assert.ok(lines.includes(stdout.trim()), `${command}: ${stdout}`);
    }
  }
});
