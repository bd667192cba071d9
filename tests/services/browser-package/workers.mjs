// Cloudflare's runtime, by miniflare. It needs a newer Node than ours, so it runs in a separate process.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tests } from "../../../scripts/paths.mjs";
import { node } from "./binaries.mjs";
import { esbuild } from "./bundlers.mjs";
import { program } from "./scratch.mjs";
import { lastLine } from "./servers.mjs";

export function cases({ folder }) {
  return [
    {
      name: "workerd",
      run: async () => {
        // The clock is constant inside a request, so the times are measured around the whole of it.
        const handler = "export default { fetch: () => new Response(drive(rooms, glue, recover)) };";
        writeFileSync(join(folder, "worker-entry.js"), program("rethought", handler));
        // Bundles like wrangler: the worker's conditions, and the wasm as a separate module.
        const options = { format: "esm", conditions: ["workerd", "worker", "browser"], loader: { ".wasm": "copy" }, assetNames: "[name]" };
        await esbuild(folder, "worker-entry.js", "workerd/main.js", options);
        writeFileSync(join(folder, "miniflare.mjs"), host);
        return lastLine(node(24), ["miniflare.mjs"], folder);
      },
    },
  ];
}

const host = `import { readFileSync } from "node:fs";
import { Miniflare } from "${pathToFileURL(join(tests, "node_modules/miniflare/dist/src/index.js"))}";
const module = (type, path) => ({ type, path, contents: readFileSync("workerd/" + path) });
const worker = new Miniflare({
  modules: [module("ESModule", "main.js"), module("CompiledWasm", "rethought.wasm")],
  compatibilityDate: "2026-07-01",
  cf: false, // else it asks the network where it is
});
try {
  await worker.ready;
  const start = performance.now();
  const answer = await worker.dispatchFetch("http://localhost/");
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  const result = JSON.parse(text);
  result.times = { wholeOf2013Deaths: performance.now() - start };
  console.log(JSON.stringify(result));
} finally {
  await worker.dispose();
}
`;
