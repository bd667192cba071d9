// Joins the modules of the package: dozens in the sources, a few in what is shipped.
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The modules of pkg-template that entries and exports name, by their paths without the ending. */
const FACES = ["api", "recover", "errors", "options", "adk", "agent-state", "clark", "clients", "guard", "guarding", "json", "letta", "printable", "proxy", "views"];

/**
 * Puts the modules behind the faces into few: to open a file costs Node half a millisecond, and there are dozens. Every face imports the front door,
 * so all that it needs comes to stand in one shared module, `core.js`, and each face keeps what is its own. The glue stays by itself, since there must
 * be one of it; and the texts of the rules, since a page may have them from elsewhere.
 */
export async function joinModules(folder) {
  const { build } = await import("esbuild");
  const outdir = join(folder, "joined");
  // Two faces place thoughts, so that is shared too.
  const shared = ["api", "text/text", "thought/place"].map((name) => `import "./${name}.js";\n`).join("");
  for (const face of FACES) writeFileSync(join(folder, `${face}.face.js`), `${shared}export * from "./${face}.js";\n`);
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: Object.fromEntries(FACES.map((face) => [face, `${face}.face.js`])),
    outdir,
    bundle: true,
    splitting: true,
    // One name: if there were a second shared module, esbuild would refuse to write it.
    chunkNames: "core",
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
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory() && !readdirSync(join(folder, entry.name)).length) rmSync(join(folder, entry.name), { recursive: true });
  for (const file of readdirSync(outdir)) renameSync(join(outdir, file), join(folder, file));
  rmSync(outdir, { recursive: true });
}

/** Leaves what the build has made out of the joined modules, which all come to stand beside it; and the parts of the guard, which the proxy has too. */
function leaveApart(builder) {
  builder.onResolve({ filter: /^\.{1,2}\/guarding\.js$/ }, ({ importer }) => (/guarding\.face\.js$/.test(importer) ? undefined : { path: "./guarding.js", external: true }));
  builder.onResolve({ filter: /^\.{1,2}\/(glue|cards|rules)\.js$/ }, ({ path }) => ({ path: path.replace(/^\.\.\//, "./"), external: true }));
}
