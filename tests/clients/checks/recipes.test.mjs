// The recipes of the guides, each run from the packed tarball in a project outside the checkout.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ensurePackages } from "../../../scripts/npm.mjs";
import { tests } from "../../../scripts/paths.mjs";
import { bun, deno } from "../../services/browser-package/binaries.mjs";
import { KEYS, recipeProject } from "../recipe-project.mjs";
import { openVendor } from "../vendor.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
/** A program that asks a worker. */
const asking = (name) => `import worker from "./${name}";
const body = JSON.stringify({ model: "claude-opus-4-8", max_tokens: 4096, messages: [{ role: "user", content: "Is it warm?" }] });
const waited = [];
const response = await worker.fetch(new Request("https://example.com/", { method: "POST", headers: { "x-user": "user-7" }, body }), process.env, { waitUntil: (work) => waited.push(work) });
console.log((await response.json()).content.at(-1).text);
await Promise.all(waited);`;

const inNode = (...program) => [process.execPath, "--no-warnings", "--import", "./redirect.mjs", ...program];
const askingInNode = (name) => inNode("--input-type=module", "--eval", asking(name));
/** The commands of recipes that are not programs of Node. */
const COMMANDS = {
  "bun.mjs": (name) => [bun(), "--preload", "./redirect.mjs", name],
  "deno.mjs": (name) => [deno(), "run", "--no-prompt", "--quiet", "--allow-env", "--allow-net", "--allow-read", "--preload", "./redirect.mjs", name],
  "hono.mjs": askingInNode,
  "worker.mjs": askingInNode,
};

async function runRecipes() {
  await ensurePackages(tests);
  const { folder, remove } = await recipeProject();
  cpSync(join(here, "recipes"), folder, { recursive: true });
  const vendor = await openVendor(9);
  const names = readdirSync(join(here, "recipes"));
  try {
    for (const name of names) {
      const [command, ...args] = (COMMANDS[name] ?? inNode)(name);
      const env = { ...process.env, ...KEYS, RETHOUGHT_SIMULATOR: `http://127.0.0.1:${vendor.port}`, OPENAI_AGENTS_DISABLE_TRACING: "1", MASTRA_TELEMETRY_DISABLED: "1", DENO_DIR: join(folder, ".deno"), DENO_NO_UPDATE_CHECK: "1" };
      const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env }).catch((error) => assert.fail(`${name}: ${error.stderr}`));
      assert.ok(stdout.trim().length > 3 && !stdout.includes("undefined"), `${name} printed ${stdout}`);
    }
    assert.equal(vendor.log.filter(({ status }) => status === 200).length, names.length);
    return `${names.length} recipes`;
  } finally {
    await vendor.close();
    remove();
  }
}

test("every recipe runs from the tarball", async (t) => t.diagnostic(await runRecipes()));
