// Bundles the script and the style of the page that `rethought report` writes.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

/** The style of the page begins with the theme of the inspector. */
export const THEME = "www/theme.css";

/** Replaces the two files in `folder`, an assembled package, by one script and one style that a browser can run, with all imports. */
export async function bundleReportPage(folder) {
  const { build } = await import("esbuild");
  const page = join(folder, "batch", "summary", "page");
  const theme = join(page, "theme.css");
  cpSync(join(root, THEME), theme);
  await build({
    absWorkingDir: page,
    entryPoints: ["browser.js", "page.css"],
    outdir: page,
    allowOverwrite: true,
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    logLevel: "silent",
  });
  rmSync(theme);
}
