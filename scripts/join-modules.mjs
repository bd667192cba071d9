// Joins the modules of the package: dozens in the sources become a few in the shipped package.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { Stop } from "./command.mjs";

/** An entry that is not shipped. It is the only one of its level: without it, esbuild would put the level's code into the next module. */
const AUDIT = "audit/audit";

/**
 * The shared modules, each with the modules of pkg-template that define it. A shared module has the code that those need and that no earlier shared module
 * has. A bundler drops the last two if a program uses nothing of them.
 */
const SHARED = {
  "wasm/core": ["text/text", "text/options", "text/bytes", "text/printable", "stores/checked-what", "stores/damaged-line", "report/rule-address", "report/uri", "report/words"],
  "wasm/auditing": [AUDIT],
  // Two entries use `place`.
  "wasm/conversations": ["main/index", "adk/place"],
};
const LEVELS = Object.keys(SHARED);

/**
 * The modules of pkg-template that entries and exports name: path without the ending, and the number of shared modules that it may import. Each is in a folder
 * of the package.
 */
const FACES = {
  "wasm/recover": 1, "errors/index": 1, "json/index": 1, "report/rule-address": 1, "report/uri": 1, "report/words": 1, "stores/checked-what": 1, "stores/damaged-line": 1, "text/bytes": 1, "text/options": 1, "text/printable": 1,
  [AUDIT]: 2,
  "main/index": 3, "adk/index": 3, "agent-state/index": 3, "clark/index": 3, "clients/index": 3, "guard/index": 3, "guard/parts": 3, "letta/index": 3, "proxy/index": 3, "sessions/index": 3, "views/index": 3, "zip/archive": 3,
};

/**
 * Joins the modules of the faces, because Node needs half a millisecond to open a file. Code of several faces is in the shared modules. The glue stays
 * separate because there must be only one copy of it. The cards of the rules stay separate because a page may load them from elsewhere.
 */
export async function joinModules(folder) {
  const { build } = await import("esbuild");
  for (const [face, level] of Object.entries(FACES)) writeFileSync(join(folder, `${face}.face.js`), textOfFace(face, level));
  const { metafile, outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: Object.fromEntries(Object.keys(FACES).map((face) => [face, `${face}.face.js`])),
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: "wasm/[name]-[hash]",
    plugins: [{ name: "apart", setup: leaveApart }],
    format: "esm",
    platform: "neutral",
    target: "es2022",
    charset: "utf8",
    metafile: true,
    write: false,
  });
  const names = sharedNames(metafile);
  for (const module of Object.keys(metafile.inputs)) rmSync(join(folder, module));
  const shipped = outputFiles.filter(({ path }) => !path.endsWith(`${AUDIT}.js`));
  for (const { path, text } of shipped) writeFileSync(join(folder, renamed(relative(folder, path), names)), renamed(text, names));
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory() && !readdirSync(join(folder, entry.name)).length) rmSync(join(folder, entry.name), { recursive: true });
}

/** An entry imports all modules of its level, used or not. Then esbuild finds the same shared modules for every entry of a level. */
function textOfFace(face, level) {
  const shared = LEVELS.slice(0, level).flatMap((name) => SHARED[name]);
  return `${shared.map((name) => `import "../${name}.js";\n`).join("")}export * from "../${face}.js";\n`;
}

/** Returns esbuild's names of the shared modules, each with ours. The first of its modules identifies a shared module. */
function sharedNames(metafile) {
  const chunks = Object.entries(metafile.outputs).filter(([path]) => /^wasm\/chunk-/.test(path));
  const names = chunks.map(([path, { inputs }]) => [/chunk-\w+/.exec(path)[0], LEVELS.find((name) => SHARED[name].some((module) => `${module}.js` in inputs))?.replace("wasm/", "")]);
  if (names.length === LEVELS.length && LEVELS.every((name) => names.some(([, own]) => `wasm/${own}` === name))) return names;
  throw new Stop(`The modules of pkg-template are joined into ${names.length} shared modules, and there must be ${LEVELS.length}.`, {
    todo: `A face of scripts/join-modules.mjs is on the wrong level, or a module of two faces is in none of SHARED: ${chunks.map(([, { inputs }]) => Object.keys(inputs).slice(0, 4).join(" ")).join("; ")}.`,
  });
}

const renamed = (text, names) => names.reduce((made, [theirs, ours]) => made.replaceAll(theirs, ours), text);

/** Modules that are not joined: those that the build has made, the parts of the guard, which the proxy uses too, and data that the command line loads alone. */
const APART = ["wasm/glue.js", "cards/index.js", "guard/parts.js", "text/listed.js", "text/other-wire-names.js"];

/** Every joined module is in a folder of the package, so a module of another folder has the same path from all of them. */
function leaveApart(builder) {
  builder.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, importer }) => {
    const module = relative(builder.initialOptions.absWorkingDir, join(resolveDir, path)).split(sep).join("/");
    const isOwnFace = importer.endsWith(`${module.replace(/\.js$/, "")}.face.js`);
    if (APART.includes(module) && !isOwnFace) return { path: `../${module}`, external: true };
    // By package.json these modules have no side effects, and esbuild would leave out the imports of a face.
    return { path: join(resolveDir, path), sideEffects: true };
  });
}
