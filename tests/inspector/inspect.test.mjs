// The command that shows the inspector: what it serves, to whom, and that it ends.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { root } from "../../scripts/paths.mjs";
import { buildPage, policyOf } from "../../scripts/www.mjs";
import { startBrowser } from "./browser.mjs";

await buildPage();
const command = join(root, "scripts", "inspect.mjs");
const folder = mkdtempSync(join(tmpdir(), "rethought-inspect-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const text = '{"messages":[{"role":"user","content":"</script><b>Grüße</b> & $&"}]}';
writeFileSync(join(folder, "request.json"), text);
writeFileSync(join(folder, "packed.gz"), Buffer.from([0x1f, 0x8b, 0xff, 0xfe]));

/** Starts the command in the scratch folder; resolves when it has printed its address. */
async function inspect(...args) {
  const child = spawn(process.execPath, [command, "--no-open", ...args], { cwd: folder, env: { ...process.env, INIT_CWD: folder } });
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve(code ?? signal)));
  const address = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec((said += chunk));
      if (found) resolve(found[0]);
    });
    ended.then(() => reject(new Error(`it ended: ${said}`)));
  });
  return { address, end: (signal) => (child.kill(signal), ended) };
}

test("it serves the page with its policy as a header, and ends on Ctrl+C", async () => {
  const { address, end } = await inspect();
  const answer = await fetch(address);
  const html = await answer.text();
  assert.equal(answer.headers.get("content-security-policy"), `${policyOf(html)}; frame-ancestors 'none'`);
  assert.equal(answer.headers.get("referrer-policy"), "no-referrer");
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  assert.match(html, /id="data"><\/script>/);
  assert.equal(await end("SIGINT"), 0);
});

test("it answers for nothing else, and under no other name", async () => {
  const { address, end } = await inspect();
  assert.equal((await fetch(`${address}package.json`)).status, 404);
  assert.equal((await fetch(address, { method: "POST" })).status, 404);
  const status = await new Promise((resolve) => request(address, { headers: { host: "elsewhere.example" } }, ({ statusCode }) => resolve(statusCode)).end());
  assert.equal(status, 403);
  assert.equal(await end("SIGTERM"), 0);
});

test("a transcript that is named comes with the page, which starts with it", async (t) => {
  const { address, end } = await inspect("request.json");
  t.after(() => end("SIGINT"));
  const browser = await startBrowser();
  t.after(() => browser.close());
  const { page, faults } = await browser.open({ address });
  assert.equal(await page.getAttribute("html", "data-core"), "ready");
  assert.deepEqual(JSON.parse(await page.evaluate(() => document.getElementById("data").textContent)), { name: "request.json", text });
  assert.deepEqual(await faults(), []);
});

test("what cannot be opened is said in a sentence", () => {
  for (const [args, sentence] of [
    [["none.json"], /none\.json could not be read \(ENOENT\)\.\nUsage: /],
    [["packed.gz"], /packed\.gz is no UTF-8 text\./],
    [["a", "b"], /Only one file/],
    [["--nonsense"], /Unknown option '--nonsense'/],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [command, "--no-open", ...args], { cwd: folder, encoding: "utf8", env: { ...process.env, INIT_CWD: folder } });
    assert.equal(status, 1);
    assert.match(stderr, sentence);
    assert.doesNotMatch(stderr, /\n\s+at /);
  }
});
