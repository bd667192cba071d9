// The style, the script and the picture of the site, and the index of its search, which is loaded when somebody searches.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../paths.mjs";

/** Returns path → text or bytes. The index is a script, because a page from disk may not fetch a file. */
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
  return { ...made, "assets/screenshot.png": readFileSync(join(root, "www", "screenshot.png")), "assets/search-entries.js": `searchEntries=${JSON.stringify(entries)};\n` };
}
