// Writes CommonJS copies of the modules, for programs whose `require` cannot load an ES module, such as Jest. Node never loads a copy: by its condition
// `module-sync`, `import` and `require` both load the ES module, so a program has each module once.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Stop } from "./command.mjs";

/** The entries that have a copy. The entries for bundles (`inline`, `slim`) and the texts of the rules have none. */
const COPIED = ["./adk", "./agent-state", "./clark", "./clients", "./guard", "./proxy", "./json", "./letta", "./sessions", "./views", "./tables", "./errors", "./stores", "./folder", "./otel"];
const START = "start/node.js";
/** In a copy, the address of the module is that of its file. */
const ADDRESS = 'const moduleAddress = require("node:url").pathToFileURL(__filename).href;\n';

/** Writes a copy beside each module that a copied entry needs, and a `.d.cts` beside the types of each entry. */
export async function writeCommonJs(folder, { exports }) {
  const { build, transform } = await import("esbuild");
  const entries = [START, ...COPIED.map((entry) => exports[entry].default.slice(2))];
  // The bundle is made only to find the modules that the entries need. The conditions are those of Node, without `module`, which bundlers add.
  const shared = { absWorkingDir: folder, bundle: true, write: false, metafile: true, format: "esm", platform: "node", conditions: ["node"], outdir: "unused", logLevel: "silent" };
  const { metafile } = await build({ ...shared, entryPoints: entries });
  for (const name of Object.keys(metafile.inputs)) writeFileSync(join(folder, named(name)), await copyOf(join(folder, name), transform));
  for (const entry of [".", ...COPIED]) writeFileSync(join(folder, typesFor(exports[entry].types)), 'export * from "./index.js";\n');
}

/** Adds the copies to the map of entries. Bundlers and Node load the ES module. A `require` that cannot load it loads the copy. */
export function withCommonJs(exports) {
  const copied = Object.fromEntries(COPIED.map((entry) => [entry, conditionsOf(exports[entry])]));
  const { require, default: types } = bothTypes(exports["."]);
  // Outside of Node the first entry has no copy.
  return { ...exports, ".": { ...exports["."], types: { node: { require, default: types }, default: types } }, ...copied };
}

const conditionsOf = ({ types, default: module }) => ({ types: bothTypes({ types }), bun: module, module, "module-sync": module, require: named(module), default: module });

/** Returns the types for `require` and for `import`. */
const bothTypes = ({ types }) => ({ require: typesFor(types), default: types });
const typesFor = (types) => types.replace(/\.d\.ts$/, ".d.cts");

const named = (module) => module.replace(/\.js$/, ".cjs");

async function copyOf(file, transform) {
  const { code, warnings } = await transform(readFileSync(file, "utf8"), { format: "cjs", target: "es2022", charset: "utf8", minifyWhitespace: true, define: { "import.meta.url": "moduleAddress" } });
  if (warnings.length) throw new Stop(`${file} has no CommonJS copy: ${warnings[0].text}`);
  const copy = code.replaceAll('require("#start")', `require("../${START}")`).replace(/require\("(\.{1,2}\/[^"]+)\.js"\)/g, 'require("$1.cjs")');
  return copy.includes("moduleAddress") ? `${ADDRESS}${copy}` : copy;
}
