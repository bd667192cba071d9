// Bundles made without configuration for wasm, run in Chromium and Node.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tests } from "../../../scripts/paths.mjs";
import { node } from "./binaries.mjs";
import { lastLine } from "./servers.mjs";

const installed = createRequire(join(tests, "package.json"));

export function cases({ folder, browser }) {
  const inPage = async (script, options) => (await browser()).result(script, options);
  return [
    {
      name: "vite build in chromium",
      run: async () => {
        const { build } = await import(pathToFileURL(join(tests, "node_modules/vite/dist/node/index.js")));
        const rollupOptions = { input: join(folder, "page-plain.js"), output: { entryFileNames: "main.js" } };
        const output = { outDir: join(folder, "vite"), rollupOptions };
        await build({ root: folder, base: "/vite/", logLevel: "error", configFile: false, build: output });
        return inPage("/vite/main.js");
      },
    },
    {
      name: "webpack build in chromium",
      run: async () => {
        const webpack = installed("webpack");
        const output = { path: join(folder, "webpack"), filename: "main.js", publicPath: "/webpack/" };
        const options = { mode: "production", context: folder, entry: "./page-plain.js", output, performance: false };
        const stats = await new Promise((resolve, reject) => webpack(options, (error, done) => (error ? reject(error) : resolve(done))));
        if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString("errors-warnings"));
        return inPage("/webpack/main.js", { module: false });
      },
    },
    {
      name: "esbuild inline in chromium",
      run: async () => {
        await esbuild(folder, "page-inline.js", "esbuild/page.js", { format: "iife" });
        return inPage("/esbuild/page.js", { module: false });
      },
    },
    {
      name: "esbuild inline in node",
      run: async () => {
        await esbuild(folder, "inline.js", "esbuild/node.mjs", { format: "esm", platform: "node" });
        return lastLine(node(20), ["esbuild/node.mjs"], folder);
      },
    },
  ];
}

/** Bundles a program of the scratch project. A warning fails. */
export async function esbuild(folder, input, output, options) {
  const { build } = installed("esbuild");
  const always = { absWorkingDir: folder, bundle: true, minify: true, logLevel: "silent" };
  const { warnings } = await build({ ...always, entryPoints: [input], outfile: output, ...options });
  if (warnings.length) throw new Error(warnings.map((warning) => warning.text).join("\n"));
}
