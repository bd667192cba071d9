// The commands that show the inspector: `rethought inspect` of the packed package, as users have it, and `npm run inspect` of a clone.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { pack } from "../../../scripts/pack.mjs";
import { root } from "../../../scripts/paths.mjs";
import { page as built } from "../../../scripts/www.mjs";
import { scratchProject } from "../browser-package/scratch.mjs";
import { startBrowser } from "./browser.mjs";
import { settled } from "./opening.mjs";

const project = await scratchProject(await pack());
const folder = mkdtempSync(join(tmpdir(), "rethought-inspect-"));
const running = new Set();
after(() => {
  running.forEach((child) => child.kill("SIGKILL"));
  project.remove();
  rmSync(folder, { recursive: true, force: true });
});
const text = readFileSync(new URL("../../../www/examples/altered-signature.ndjson", import.meta.url), "utf8");
const HOSTILE = "a<script><b>é & $&\u202e.ndjson";
writeFileSync(join(folder, HOSTILE), text);
writeFileSync(join(folder, "packed.ndjson.gz"), gzipSync(text));
writeFileSync(join(folder, "latin.ndjson"), Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0x0a])]));

/** Starts a command in the scratch folder. Resolves when it has printed its address. */
async function start(command, ...args) {
  const child = spawn(command, [...args, "--no-open"], { cwd: folder, env: { ...process.env, INIT_CWD: folder } });
  running.add(child);
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => (running.delete(child), resolve(code ?? signal))));
  const address = await new Promise((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (chunk) => {
      const found = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec((printed += chunk));
      if (found && printed.includes("Ctrl+C")) resolve(found[0]);
    });
    ended.then(() => reject(new Error(`it ended: ${printed}`)));
  });
  return { address, end: (signal) => (child.kill(signal), ended) };
}
const inspect = (...args) => start(join(project.folder, "node_modules", ".bin", "rethought"), "inspect", ...args);

test("the packed package shows the exchanges of a file, and nothing is asked of any other machine", async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());
  for (const [name, notice] of [[HOSTILE, ""], ["packed.ndjson.gz", ""], ["latin.ndjson", undefined]]) {
    const { address, end } = await inspect(name);
    const asked = [];
    const { page, faults, close } = await browser.open({ address: "about:blank", wait: "commit" });
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(address);
    const found = await settled(page);
    assert.deepEqual([found.session, found.trouble, found.name], ["whole", "", name]);
    if (notice !== undefined) assert.equal(found.notice, notice);
    assert.match(await page.innerText(".head-counts"), /^3 exchange/);
    assert.equal(await page.innerText('[data-verdict="rejected"]'), "1 will be refused");
    assert.deepEqual(asked.filter((url) => !url.startsWith("data:")), [address]);
    assert.deepEqual(await faults(), []);
    await close();
    assert.equal(await end("SIGINT"), 0);
  }
});

test("the page of the package is the built page", async () => {
  const { address, end } = await inspect();
  assert.equal(await (await fetch(address)).text(), readFileSync(built, "utf8"));
  assert.equal(await end("SIGTERM"), 0);
});

test("npm run inspect of a clone serves the same, ends on Ctrl+C, and passes on what is wrong", async () => {
  const command = join(root, "scripts", "inspect.mjs");
  const { address, end } = await start(process.execPath, command, "packed.ndjson.gz");
  assert.match(await (await fetch(address)).text(), /"name":"packed\.ndjson\.gz"/);
  assert.equal(await end("SIGINT"), 0);
  const { status, stderr } = spawnSync(process.execPath, [command, "--no-open", "none.json"], { cwd: folder, encoding: "utf8", env: { ...process.env, INIT_CWD: folder } });
  assert.equal(status, 2);
  assert.match(stderr, /^rethought: none\.json: no such file/);
});
