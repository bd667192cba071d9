// The style and the script of the site, and the index of its search, which is loaded when somebody searches.
import { build } from "esbuild";
import { root } from "../paths.mjs";

/** Returns path → text. The index is a script, because a page from disk may not fetch a file. */
export async function assets(entries) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["www/site/site.ts", "www/site/search.ts", "www/site/site.css"],
    outdir: "assets",
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    logLevel: "silent",
  });
  const made = Object.fromEntries(outputFiles.map(({ path, text }) => [`assets/${path.replaceAll("\\", "/").split("/").at(-1)}`, text]));
  return { ...made, "assets/search-entries.js": `searchEntries=${JSON.stringify(entries)};\n` };
}
