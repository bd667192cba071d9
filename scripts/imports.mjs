// The cost of an import in a program: its JavaScript, bundled and minified for a browser, which fetches the wasm beside it.
import { gzipSync } from "node:zlib";
import { pkg } from "./paths.mjs";

/** The measured imports, with the expressions that use them. */
export const IMPORTS = {
  'import { version } from "rethought"': "version()",
  'import { scan } from "rethought/json"': 'scan("[]")',
  'import { audit } from "rethought"': 'audit("{}")',
  'import { guard } from "rethought/guard"': "guard()",
};

/** Returns the size of a program with one of the imports, gzip. */
export async function importSize(line) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    // Inside the package, its own name resolves.
    stdin: { contents: `${line};\nconsole.log(${IMPORTS[line]});\n`, resolveDir: pkg },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}
