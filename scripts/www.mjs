// Builds the inspector: one html file, with style, script, wasm and cards inside it; and its parts for pkg/inspector, which `rethought inspect` serves.
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "./build.mjs";
import { report, Stop } from "./command.mjs";
import { fingerprint, isFresh, remember } from "./fingerprint.mjs";
import { offeredHosts } from "./hosts.mjs";
import { ensurePackages } from "./npm.mjs";
import { pkg, root, target } from "./paths.mjs";
import { inPlace } from "./words.mjs";

const folder = join(target, "www");
/** The built page. */
export const page = join(folder, "index.html");
/** What esbuild says of its parts, for scripts/sizes.mjs. */
export const metafile = join(folder, "meta.json");
/** The place of a transcript that comes with the page, empty in the page as it is built. */
const EMPTY = '<script type="application/json" id="data"></script>';

/** The parts of the page that the package ships: the package has wasm, rules and cards already. */
const shipped = join(folder, "inspector");
const inPackage = join(pkg, "inspector");

/** Makes target/www/index.html and pkg/inspector if any input changed; returns whether it had to. */
export async function buildPage() {
  await build();
  await ensurePackages(root);
  const ofPackage = readdirSync(pkg).filter((name) => name !== "inspector").sort();
  const whole = fingerprint(["www", ...ofPackage.map((name) => `pkg/${name}`), "package-lock.json", "scripts/www.mjs", "scripts/words.mjs", "scripts/hosts.mjs", "src/codecs/hosts.json"]);
  const isMade = existsSync(page) && isFresh("www", whole);
  if (!isMade) {
    const { html, forPackage, parts } = await assemble();
    writeFileSync(metafile, JSON.stringify(parts));
    mkdirSync(shipped, { recursive: true });
    for (const [name, text] of Object.entries(forPackage)) replace(join(shipped, name), text);
    replace(page, html);
    remember("www", whole);
  }
  // A new pkg/ has none yet; an old one may have that of another page.
  if (!isMade || !existsSync(inPackage)) {
    mkdirSync(inPackage, { recursive: true });
    for (const name of readdirSync(shipped)) replace(join(inPackage, name), readFileSync(join(shipped, name)));
  }
  return !isMade;
}

/** Renames, so that whoever reads the file meanwhile never has half of it. */
function replace(file, text) {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

/** The page with a transcript inside, which it opens at once. No text can end the element: JSON may write every `<` as an escape. */
export function withData(html, { name, text }) {
  const at = html.lastIndexOf(EMPTY);
  if (at < 0) throw new Stop("The page has no place for a transcript.");
  const inside = JSON.stringify({ name, text }).replaceAll("<", "\\u003c");
  return html.slice(0, at) + EMPTY.replace("><", () => `>${inside}<`) + html.slice(at + EMPTY.length);
}

/** The policy that a built page carries, for a server that sends it as a header too. */
export const policyOf = (html) => /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)[1];

/** The text of the page from what is in pkg/ and www/ now, its parts for the package, and what esbuild says of the parts of its script. */
export async function assemble(entry = "www/main.tsx") {
  const made = await bundle(entry);
  const own = { "known.json": known(), "examples.json": await examples() };
  // The mark stays where pkg-template/cli/inspector-page.js puts the blocks.
  return { html: filled(made, await blocks(own)), forPackage: { "page.html": filled(made, "{{blocks}}"), ...own }, parts: made.parts };
}

/** The html with a script and a style in it. */
export function filled({ script, style }, blocks = "") {
  const values = { policy: policy(script, style), style, script, blocks };
  const template = readFileSync(join(root, "www", "index.html"), "utf8");
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}

/** The script and the style of the page. The package is found by its own map of entries, as in the project of any user; or left out, to see what the page itself weighs. */
export async function bundle(entry, external = []) {
  const esbuild = await import("esbuild");
  const link = join(folder, "node_modules", "rethought");
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  // A checkout that was copied has a link into the one it was copied from.
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
    tsconfigRaw: { compilerOptions: { jsx: "react", jsxFactory: "h", jsxFragmentFactory: "Fragment" } },
    inject: ["www/jsx.ts"],
    logLevel: "silent",
    plugins: [await inPlace(esbuild), ...(external.length ? [] : [{ name: "rethought", setup: installed }])],
  }).catch((error) => {
    throw new Stop("The page could not be bundled.", { tail: error.message });
  });
  const text = (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? "";
  return { script: embeddable(await shortened(text(".js")), "script"), style: embeddable(text(".css"), "style"), parts };
}

/** What esbuild leaves: constants that are used once go to their place, and names are given by how often they occur. That is 2 kB of what is sent. */
async function shortened(script) {
  const { minify } = await import("terser");
  // To read a signal is to listen to it: no getter is taken for idle.
  const { code } = await minify(script, { ecma: 2020, module: true, compress: { ecma: 2020, passes: 3, pure_getters: false, keep_fargs: false, unsafe_arrows: true } });
  return code;
}

/** Looks for the package from a folder that has it installed; but the texts of the rules come from a block. */
function installed(builder) {
  const inPackage = (importer) => dirname(importer) === pkg;
  builder.onResolve({ filter: /^\.\/rules\.js$/ }, ({ importer }) => (inPackage(importer) ? { path: join(root, "www", "rules.ts") } : undefined));
  const inside = { resolveDir: folder, pluginData: "installed" };
  builder.onResolve({ filter: /^rethought(\/|$)/ }, ({ path, kind, pluginData }) =>
    pluginData === "installed" ? undefined : builder.resolve(path, { ...inside, kind }));
}

/** What a parser of html would read otherwise than it was hashed, or as the end of the element, may not stand in it. */
function embeddable(text, element) {
  const found = new RegExp(`</${element}|<!--|[\\r\\0]`, "i").exec(text);
  if (found) throw new Stop(`The ${element} of the page has ${JSON.stringify(found[0])} in it, which html reads otherwise.`);
  return text;
}

/** No request, no worker, no code but this script; and no text becomes code or an element. */
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

/** After the script, so that it runs while these still arrive. */
async function blocks(own) {
  const block = (id, bytes) => `<script type="application/octet-stream" id="${id}">${packed(bytes)}</script>`;
  return [block("wasm", readFileSync(join(pkg, "rethought.wasm"))), block("rules", await textIn("rules.js")), block("cards", await textIn("cards.js")), block("known", own["known.json"]), block("examples", own["examples.json"])].join("\n");
}

/** Hosts and models to choose from. */
const known = () => JSON.stringify({ hosts: offeredHosts(), ...JSON.parse(readFileSync(join(root, "www", "views", "whatif", "known.json"), "utf8")) });

/** The examples with their texts, as they stand in their list. */
async function examples() {
  const esbuild = await import("esbuild");
  const { outputFiles } = await esbuild.build({ entryPoints: [join(root, "www", "examples", "index.ts")], bundle: true, write: false, format: "esm", loader: { ".ndjson": "text" } });
  return JSON.stringify((await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)).EXAMPLES);
}

/** The text that a module of the package exports. Named by its content: a module once imported stays the same for the whole process. */
async function textIn(name) {
  const file = join(pkg, name);
  return (await import(`${pathToFileURL(file)}?${createHash("sha256").update(readFileSync(file)).digest("hex")}`)).default;
}

/** The tenth byte of gzip names the system that packed it, and must not. */
function packed(bytes) {
  const whole = gzipSync(bytes, { level: 9 });
  whole[9] = 255;
  return whole.toString("base64");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const start = Date.now();
  buildPage().then((made) => console.log(made ? `${page} built in ${((Date.now() - start) / 1000).toFixed(1)} s` : `${page} is up to date`), report);
}
