// Joins the modules of the package: dozens in the sources become a few in the shipped package.
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The modules of pkg-template that entries and exports name, by their paths without the extension. Each is in a folder of the package. */
const FACES = [
  "main/index", "wasm/recover", "errors/index", "text/options", "text/printable", "adk/index", "agent-state/index", "clark/index", "clients/index", "guard/index",
  "guard/parts", "json/index", "letta/index", "proxy/index", "report/words", "views/index",
];
/** The shared module. */
const SHARED = "wasm/core";

/**
 * Joins the modules behind the entries into a few: opening a file costs Node half a millisecond, and there are dozens. Every entry imports the main
 * entry, so everything that it needs is in one shared module, `wasm/core.js`, and each entry keeps its own. The glue stays separate, since only one
 * may exist; and the cards of the rules, since a page may have them from elsewhere.
 */
export async function joinModules(folder) {
  const { build } = await import("esbuild");
  const outdir = join(folder, "joined");
  // Two entries place thoughts, so that is shared too.
  const shared = ["main/index", "text/text", "adk/place"].map((name) => `import "../${name}.js";\n`).join("");
  for (const face of FACES) writeFileSync(join(folder, `${face}.face.js`), `${shared}export * from "../${face}.js";\n`);
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: Object.fromEntries(FACES.map((face) => [face, `${face}.face.js`])),
    outdir,
    bundle: true,
    splitting: true,
    // One name: if there were a second shared module, esbuild would refuse to write it.
    chunkNames: SHARED,
    plugins: [{ name: "apart", setup: leaveApart }],
    // Otherwise a bare import of a module without side effects is left out.
    ignoreAnnotations: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    charset: "utf8",
    metafile: true,
  });
  for (const module of Object.keys(metafile.inputs)) rmSync(join(folder, module));
  for (const output of [...FACES, SHARED]) renameSync(join(outdir, `${output}.js`), join(folder, `${output}.js`));
  rmSync(outdir, { recursive: true });
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory() && !readdirSync(join(folder, entry.name)).length) rmSync(join(folder, entry.name), { recursive: true });
}

/** Modules that are not joined: those that the build has made, and the parts of the guard, which the proxy uses too. */
const APART = ["wasm/glue.js", "cards/index.js", "guard/parts.js"];

/** Every joined module is in a folder of the package, so a module of another folder has the same path from all of them. */
function leaveApart(builder) {
  builder.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, importer }) => {
    const module = relative(builder.initialOptions.absWorkingDir, join(resolveDir, path)).split(sep).join("/");
    const isOwnFace = importer.endsWith(`${module.replace(/\.js$/, "")}.face.js`);
    return APART.includes(module) && !isOwnFace ? { path: `../${module}`, external: true } : undefined;
  });
}
