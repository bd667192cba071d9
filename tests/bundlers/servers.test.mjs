// A server that is bundled for Node into one file, without settings for wasm, and runs without packages.
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { tests } from "../../scripts/paths.mjs";
import { installedProjects } from "./projects.mjs";
import { answersAudit, withServer } from "./server.mjs";

const shared = createRequire(join(tests, "package.json"));
const folder = await installedProjects("servers");
const input = join(folder, "server", "server.js");
const out = mkdtempSync(join(tmpdir(), "rethought-bundled-"));
after(() => rmSync(out, { recursive: true, force: true }));

const serves = (file) => withServer([join(out, file)], { cwd: out, isReady: (line) => Number(line) }, (port) => answersAudit(`http://127.0.0.1:${port}/`));

for (const [format, ending] of [["esm", "mjs"], ["cjs", "cjs"]]) {
  test(`esbuild, ${format}`, async () => {
    const file = `esbuild.${ending}`;
    await shared("esbuild").build({ entryPoints: [input], bundle: true, platform: "node", format, outfile: join(out, file), logLevel: "silent" });
    await serves(file);
  });
}

test("Rollup", async () => {
  const { rollup } = await import("rollup");
  const { nodeResolve } = await import("@rollup/plugin-node-resolve");
  const bundle = await rollup({ input, external: /^node:/, plugins: [nodeResolve({ exportConditions: ["node"] })] });
  await bundle.write({ file: join(out, "rollup.mjs"), format: "es" });
  await serves("rollup.mjs");
});

test("Webpack", async () => {
  const options = { mode: "production", target: "node", context: folder, entry: input, output: { path: out, filename: "webpack.cjs" }, performance: false };
  const stats = await new Promise((resolve, reject) => shared("webpack")(options, (error, done) => (error ? reject(error) : resolve(done))));
  if (stats.hasErrors()) throw new Error(stats.toString("errors-only"));
  await serves("webpack.cjs");
});
