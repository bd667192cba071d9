// Workers KV and Durable Objects, in Cloudflare's runtime by miniflare.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { tests } from "../../../../scripts/paths.mjs";
import { node } from "../../browser-package/binaries.mjs";
import { lawful, withBundle } from "../bundled.mjs";

let answers;

const ask = () => (answers ??= runWorker());

/** Bundles the worker like wrangler, with the wasm beside it, and calls it. */
function runWorker() {
  const options = { conditions: ["workerd", "worker", "browser"], loader: { ".wasm": "copy" }, assetNames: "[name]" };
  return withBundle("worker.mjs", options, async (folder) => {
    writeFileSync(join(folder, "host.mjs"), HOST);
    const { stdout } = await promisify(execFile)(node(24), ["--no-warnings", "host.mjs"], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 26 });
    return JSON.parse(stdout.trim().split("\n").at(-1));
  });
}

const HOST = `import { readFileSync } from "node:fs";
import { Miniflare } from "${pathToFileURL(join(tests, "node_modules/miniflare/dist/src/index.js"))}";
const module = (type, path) => ({ type, path, contents: readFileSync("out/" + path) });
const worker = new Miniflare({
  modules: [module("ESModule", "main.js"), module("CompiledWasm", "rethought.wasm")],
  compatibilityDate: "2026-07-01",
  compatibilityFlags: ["nodejs_compat"],
  kvNamespaces: ["NAMESPACE"],
  durableObjects: { OBJECTS: { className: "LedgerObject", useSQLite: true } },
  cf: false, // else it asks the network where it is
});
try {
  await worker.ready;
  const answers = {};
  for (const name of ["kv", "object", "together"]) {
    const answer = await worker.dispatchFetch("http://localhost/" + name);
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    answers[name] = JSON.parse(text);
  }
  console.log(JSON.stringify(answers));
} finally {
  await worker.dispose();
}
`;

test("the contract - Workers KV", async (t) => t.diagnostic(lawful((await ask()).kv)));
test("the contract - Durable Objects", async (t) => t.diagnostic(lawful((await ask()).object)));

test("four requests at once into one Durable Object lose nothing", async (t) => {
  const { sent, kept } = (await ask()).together;
  if (!sent || sent !== kept) throw new Error(`of ${sent} exchanges ${kept} are kept`);
  t.diagnostic(`${kept} exchanges`);
});
