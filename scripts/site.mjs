// Builds the site: a page for each rule, the guides of www/site, the reference of the types. It works from disk and from any static host.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { report } from "./command.mjs";
import { fingerprint, isFresh, remember } from "./fingerprint.mjs";
import { holdLock } from "./lock.mjs";
import { ensurePackages } from "./npm.mjs";
import { pkg, root, target } from "./paths.mjs";
import { buildPage } from "./www.mjs";

/** The built site. */
export const site = join(target, "site");
const inPackage = join(pkg, "site");
const SOURCES = ["www/site", "www/theme.css", "www/screenshot.png", "src/GLOSSARY.md", "SECURITY.md", "scripts/site.mjs", "scripts/site", "tests/clients/recipes", "tests/proxy/recipes/programs.md", "package-lock.json"];
const SYSTEMS = ["adk", "agentfootprint", "clark", "cognipeer", "letta"].map((name) => `src/formats/${name}/README.md`);

/** Makes target/site and pkg/site if any input changed. Returns `false` if they were up to date. The inspector is built before, because both are of one package. */
export async function buildSite() {
  const isPageMade = await buildPage();
  await ensurePackages(root);
  return holdLock(`site-${fingerprint([], [root]).slice(0, 16)}`, async () => {
    const types = readdirSync(pkg, { recursive: true }).map(String).filter((name) => name.endsWith(".d.ts")).sort().map((name) => join("pkg", name));
    const typed = fingerprint([...types, "pkg-template/package.json", "scripts/site/api.mjs", "package-lock.json"]);
    const whole = fingerprint([...SOURCES, ...SYSTEMS, "pkg/cards", "pkg/wasm", "pkg/report", "pkg/cli", "pkg/recipes", "pkg/THIRD_PARTY_NOTICES.md"], [typed]);
    const isMade = existsSync(join(site, "index.html")) && isFresh("site", whole);
    if (!isMade) {
      await writeSite(typed);
      remember("site", whole);
    }
    // A new pkg/ has no site yet, and an old one may have an old site.
    if (!isMade || !existsSync(inPackage)) replaceFolder(inPackage, (next) => cpSync(site, next, { recursive: true }));
    return isPageMade || !isMade;
  });
}

async function writeSite(typed) {
  const { writeReference } = await import("./site/api.mjs");
  if (!isFresh("site-api", typed) || !existsSync(join(target, "site-api", "pages"))) {
    await writeReference();
    remember("site-api", typed);
  }
  const { sitePages } = await import("./site/pages.mjs");
  const files = await sitePages();
  replaceFolder(site, (next) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(next, path)), { recursive: true });
      writeFileSync(join(next, path), text);
    }
  });
}

/** Fills a new folder and puts it in the place of the old one, so that nobody reads half of it. */
function replaceFolder(folder, fill) {
  const next = `${folder}-next`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  fill(next);
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const start = Date.now();
  buildSite().then((made) => console.log(made ? `the package, its page and its site (${join(site, "index.html")}) built in ${((Date.now() - start) / 1000).toFixed(1)} s` : `${site} is up to date`), report);
}
