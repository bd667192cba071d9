// Builds the inspector: one html file with style, script, wasm and cards inside, and its parts for pkg/inspector, which `rethought inspect` serves.
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { SITE } from "./addresses.mjs";
import { NOTICES } from "./assemble.mjs";
import { build } from "./build.mjs";
import { report, Stop } from "./command.mjs";
import { fingerprint, isFresh, remember } from "./fingerprint.mjs";
import { offeredHosts } from "./hosts.mjs";
import { ensurePackages } from "./npm.mjs";
import { pkg, root, target } from "./paths.mjs";

const folder = join(target, "www");
/** The built page. */
export const page = join(folder, "index.html");
/** The report of esbuild on the parts of the script, for scripts/sizes.mjs. */
export const metafile = join(folder, "meta.json");
/** The element for a transcript inside the page. It is empty in the built page. */
const EMPTY = '<script type="application/json" id="data"></script>';

/** The parts of the page that the package ships. The package already has wasm and cards. */
const shipped = join(folder, "inspector");
const inPackage = join(pkg, "inspector");

/** Makes target/www/index.html and pkg/inspector if any input changed. Returns `false` if they were up to date. */
export async function buildPage() {
  await build();
  await ensurePackages(root);
  const ofPackage = readdirSync(pkg).filter((name) => name !== "inspector" && name !== "site").sort();
  const inputs = fingerprint(["www", ...ofPackage.map((name) => `pkg/${name}`), "package-lock.json", "scripts/www.mjs", "scripts/addresses.mjs", "scripts/hosts.mjs", "src/wires/hosts.json"]);
  const isMade = existsSync(page) && isFresh("www", inputs);
  if (!isMade) {
    const { html, forPackage, parts } = await assemble();
    writeFileSync(metafile, JSON.stringify(parts));
    mkdirSync(shipped, { recursive: true });
    for (const [name, text] of Object.entries(forPackage)) replace(join(shipped, name), text);
    replace(page, html);
    remember("www", inputs);
  }
  // A new pkg/ has no page yet, and an old one may have an old page.
  if (!isMade || !existsSync(inPackage)) {
    mkdirSync(inPackage, { recursive: true });
    for (const name of readdirSync(shipped)) replace(join(inPackage, name), readFileSync(join(shipped, name)));
  }
  return !isMade;
}

/** Renames the file into place, so that nobody reads half of it. */
function replace(file, text) {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

/** Returns the page with a transcript inside, which it opens at once. Every `<` is written as an escape of JSON, so that no text can end the element. */
export function withData(html, { name, text }) {
  const at = html.lastIndexOf(EMPTY);
  if (at < 0) throw new Stop("The page has no place for a transcript.");
  const inside = JSON.stringify({ name, text }).replaceAll("<", "\\u003c");
  return html.slice(0, at) + EMPTY.replace("><", () => `>${inside}<`) + html.slice(at + EMPTY.length);
}

/** The content security policy of a built page, for a server that sends it as a header too. */
export const policyOf = (html) => /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)[1];

/** Builds the text of the page from pkg/ and www/, and its parts for the package. `parts` is the report of esbuild. */
export async function assemble(entry = "www/main.tsx") {
  const made = await bundle(entry);
  const own = { "known.json": knownTargets(), "examples.json": await examples() };
  // pkg-template/cli/inspector-page.js replaces the placeholder by the blocks.
  return { html: filled(made, await blocks(own)), forPackage: { "page.html": filled(made, "{{blocks}}"), ...own }, parts: made.parts };
}

/** Fills the template with a script, a style and the blocks of data. */
export function filled({ script, style }, blocks = "") {
  const values = { policy: policy(script, style), style, script, blocks };
  const template = readFileSync(join(root, "www", "index.html"), "utf8");
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}

/**
 * Bundles the script and the style of the page. The package is resolved through its own `exports`, as in the project of any user. Modules that `external` names
 * are left out, to measure the page itself.
 */
export async function bundle(entry, external = []) {
  const esbuild = await import("esbuild");
  const link = join(folder, "node_modules", "rethought");
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  // In a copied checkout the link points into the original.
  if (lstatSync(link, { throwIfNoEntry: false }) && readlinkSync(link) !== pkg) rmSync(link);
  if (!existsSync(link)) symlinkSync(pkg, link, "junction");
  const { metafile: parts, outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: folder,
    write: false,
    bundle: true,
    minify: true,
    format: external.length ? "esm" : "iife",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    metafile: true,
    external,
    jsx: "automatic",
    jsxImportSource: "preact",
    define: { SITE_ADDRESS: JSON.stringify(SITE) },
    logLevel: "silent",
    plugins: external.length ? [] : [{ name: "rethought", setup: resolvePackage }],
  }).catch((error) => {
    throw new Stop("The page could not be bundled.", { tail: error.message });
  });
  const text = (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? "";
  return { script: embeddable(text(".js"), "script"), style: embeddable(text(".css"), "style"), parts };
}

/** Resolves the package from a folder that has it installed. */
function resolvePackage(builder) {
  const inside = { resolveDir: folder, pluginData: "installed" };
  builder.onResolve({ filter: /^rethought(\/|$)/ }, ({ path, kind, pluginData }) =>
    pluginData === "installed" ? undefined : builder.resolve(path, { ...inside, kind }));
}

/** Returns the text if an element may contain it. A parser of html would end the element early, or change the bytes that the policy has hashed. */
function embeddable(text, element) {
  const found = new RegExp(`</${element}|<!--|[\\r\\0]`, "i").exec(text);
  if (found) throw new Stop(`The ${element} of the page has ${JSON.stringify(found[0])} in it, which html reads otherwise.`);
  return text;
}

/** The content security policy: no request, no worker, no code but this script, and no text that becomes code or an element. */
function policy(script, style) {
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    "connect-src 'none'",
    `script-src ${hash(script)} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** The blocks of data. They come after the script, so that the script runs while they are still loading. */
async function blocks(own) {
  const block = (id, bytes) => `<script type="application/octet-stream" id="${id}">${packed(bytes)}</script>`;
  return [block("wasm", readFileSync(join(pkg, "wasm", "rethought.wasm"))), block("cards", await textIn("cards/index.js")), block("known", own["known.json"]), block("examples", own["examples.json"])].join("\n");
}

/** The hosts and models that the page suggests, and the third-party notices. */
const knownTargets = () => JSON.stringify({ hosts: offeredHosts(), ...JSON.parse(readFileSync(join(root, "www", "core", "known-models.json"), "utf8")), notices: readFileSync(join(pkg, NOTICES), "utf8") });

/** The built-in examples with their texts. */
async function examples() {
  const esbuild = await import("esbuild");
  const { outputFiles } = await esbuild.build({ entryPoints: [join(root, "www", "examples", "index.ts")], bundle: true, write: false, format: "esm", loader: { ".ndjson": "text" } });
  return JSON.stringify((await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)).EXAMPLES);
}

/** The text that a module of the package exports. The address holds a digest, because Node imports an address only once per process. */
async function textIn(name) {
  const file = join(pkg, name);
  return (await import(`${pathToFileURL(file)}?${createHash("sha256").update(readFileSync(file)).digest("hex")}`)).default;
}

/** Packs bytes with gzip. The tenth byte names the operating system; a fixed value makes the build reproducible. */
function packed(bytes) {
  const whole = gzipSync(bytes, { level: 9 });
  whole[9] = 255;
  return whole.toString("base64");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const start = Date.now();
  buildPage().then((made) => console.log(made ? `${page} built in ${((Date.now() - start) / 1000).toFixed(1)} s` : `${page} is up to date`), report);
}
