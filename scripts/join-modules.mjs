// Joins the modules of the package: dozens in the sources, a few in what is shipped.
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The modules of pkg-template that entries and exports name, by their paths without the ending. Each lies in a folder of the package. */
const FACES = [
  "main/index", "wasm/recover", "errors/index", "text/options", "text/printable", "adk/index", "agent-state/index", "clark/index", "clients/index", "guard/index",
  "guard/parts", "json/index", "letta/index", "proxy/index", "report/rule-address", "report/words", "views/index",
];
/** The shared module. */
const SHARED = "wasm/core";

/**
 * Puts the modules behind the faces into few: to open a file costs Node half a millisecond, and there are dozens. Every face imports the main entry,
 * so everything that it needs is in one shared module, `wasm/core.js`, and each face keeps its own. The glue stays separate, since there must
 * be one of it; and the cards of the rules, since a page may have them from elsewhere.
 */
export async function joinModules(folder) {
  const { build } = await import("esbuild");
  const outdir = join(folder, "joined");
  // Two faces place thoughts, so that is shared too.
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
    // Else a bare import of a module without side effects is left out.
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

/** Modules that stay out of the joined ones: those that the build has made, and the parts of the guard, which the proxy uses too. */
const APART = ["wasm/glue.js", "cards/index.js", "guard/parts.js"];

/** Every joined module is in a folder of the package, so a module of another folder has the same path from all of them. */
function leaveApart(builder) {
  builder.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, importer }) => {
    const module = relative(builder.initialOptions.absWorkingDir, join(resolveDir, path)).split(sep).join("/");
    const isOwnFace = importer.endsWith(`${module.replace(/\.js$/, "")}.face.js`);
    return APART.includes(module) && !isOwnFace ? { path: `../${module}`, external: true } : undefined;
  });
}
