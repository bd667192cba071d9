// Runtimes that are not Node: SQLite in Deno and Bun, IndexedDB in Chromium.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { pkg } from "../../../../scripts/paths.mjs";
import { bun, deno } from "../../browser-package/binaries.mjs";
import { openBrowser } from "../../browser-package/browser.mjs";
import { lawful, withBundle } from "../bundled.mjs";

async function inChromium(folder) {
  const browser = await openBrowser(folder);
  try {
    return lawful(JSON.parse(await browser.result("/out/main.js")));
  } finally {
    await browser.close();
  }
}

/** Records twice into a file, by two stores: the second time nothing is new. */
async function inRuntime(binary, args, front, opening = "const given = path;") {
  const folder = mkdtempSync(join(tmpdir(), "rethought-host-"));
  const urlOf = (name) => JSON.stringify(pathToFileURL(join(pkg, name)).href);
  try {
    writeFileSync(join(folder, "program.mjs"), `import { Ledger } from ${urlOf(front)};
import { sqliteStore } from ${urlOf("stores/index.js")};
const path = ${JSON.stringify(join(folder, "ledger.db"))};
const request = '{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{"role":"user","content":"Hello."}]}';
const response = '{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":"Hello."}]}';
for (let nth = 0; nth < 2; nth++) {
  ${opening}
  console.log(await (await Ledger.open(sqliteStore(given))).record({ request, response, target: "anthropic-messages" }));
}`);
    const { stdout } = await promisify(execFile)(binary, [...args, "program.mjs"], { cwd: folder, encoding: "utf8" });
    if (stdout !== "true\nfalse\n") throw new Error(`it printed ${stdout}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a file of SQLite in Deno", () => inRuntime(deno(), ["run", "-A"], "start/deno.js"));
test("a file of SQLite in Bun", () => inRuntime(bun(), [], "start/node.js"));
test("a database of bun:sqlite", () => inRuntime(bun(), [], "start/node.js", 'const { Database } = await import("bun:sqlite"); const given = new Database(path);'));

if (process.env.RETHOUGHT_LONG === "1") {
  test("the contract - IndexedDB in Chromium", async (t) => t.diagnostic(await withBundle("page.mjs", {}, inChromium)));
}
