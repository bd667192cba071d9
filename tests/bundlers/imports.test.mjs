// The size of an import in a page: the JavaScript of a program that uses one function, minified and compressed by gzip. The wasm is a separate file.
import { ok } from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { gzipSync } from "node:zlib";
import { IMPORTS, importSize } from "../../scripts/imports.mjs";
import { tests } from "../../scripts/paths.mjs";
import { installedProjects } from "./projects.mjs";

/** The maximum number of bytes of a program. */
const MOST = {
  'import { version } from "rethought"': 8_000,
  'import { scan } from "rethought/json"': 12_000,
  'import { audit } from "rethought"': 40_000,
  'import { guard } from "rethought/guard"': 60_000,
};

const shared = createRequire(join(tests, "package.json"));
const { build, transform } = shared("esbuild");
const folder = await installedProjects("imports");
const out = mkdtempSync(join(tmpdir(), "rethought-imports-"));
after(() => rmSync(out, { recursive: true, force: true }));

/** The script that a bundler makes of a file. */
const BUNDLERS = {
  esbuild: async (file) => (await build({ entryPoints: [file], bundle: true, minify: true, format: "esm", write: false, logLevel: "silent" })).outputFiles[0].text,
  Rollup: async (file) => {
    const { rollup } = await import("rollup");
    const { nodeResolve } = await import("@rollup/plugin-node-resolve");
    const { output } = await (await rollup({ input: file, plugins: [nodeResolve({ browser: true })] })).generate({ format: "es" });
    return (await transform(output[0].code, { minify: true })).code;
  },
  Webpack: async (file) => {
    const options = { mode: "production", context: folder, entry: file, output: { path: out, filename: "webpack.js" }, performance: false };
    const stats = await new Promise((resolve, reject) => shared("webpack")(options, (error, done) => (error ? reject(error) : resolve(done))));
    ok(!stats.hasErrors(), stats.toString("errors-only"));
    return readFileSync(join(out, "webpack.js"), "utf8");
  },
};

for (const [bundler, bundled] of Object.entries(BUNDLERS)) {
  for (const [nth, line] of Object.keys(IMPORTS).entries()) {
    test(`${bundler}, ${line}`, async (t) => {
      const file = join(folder, `import-${nth}.js`);
      writeFileSync(file, `${line};\nconsole.log(${IMPORTS[line]});\n`);
      const size = gzipSync(await bundled(file), { level: 9 }).length;
      t.diagnostic(`${size} bytes gzip`);
      ok(size <= MOST[line], `${size} bytes, and at most ${MOST[line]} are allowed`);
    });
  }
}

test("npm run sizes measures the same", async () => {
  const file = join(folder, "import-0.js");
  ok(Math.abs(gzipSync(await BUNDLERS.esbuild(file), { level: 9 }).length - (await importSize(Object.keys(IMPORTS)[0]))) < 100);
});
