// What an import brings into a program: its JavaScript, bundled and minified for a browser, which fetches the wasm beside it.
import { gzipSync } from "node:zlib";
import { pkg } from "./paths.mjs";

/** The imports that are measured, with what uses them. */
export const IMPORTS = {
  'import { version } from "rethought"': "version()",
  'import { scan } from "rethought/json"': 'scan("[]")',
  'import { audit } from "rethought"': 'audit("{}")',
  'import { guard } from "rethought/guard"': "guard()",
};

/** The size of a program with one of the imports, gzip. */
export async function importSize(line) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    // From inside the package: there it is known by its own name.
    stdin: { contents: `${line};\nconsole.log(${IMPORTS[line]});\n`, resolveDir: pkg },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}
