// npm run sizes: measures the shipped files, and writes the sizes to sizes.json and README.md. With --check it only compares; with --page it lists
// the parts of the script of the inspector.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { report, Stop } from "./command.mjs";
import { IMPORTS, importSize } from "./imports.mjs";
import { pack } from "./pack.mjs";
import { pkg, root } from "./paths.mjs";
import { buildPage, bundle, filled, metafile, page } from "./www.mjs";

/** The page without the blocks of data at its end: html, style, script and the JavaScript of the package. */
const PAGE = "inspector with the package's JavaScript, gzip";
const FILE = join(root, "sizes.json");
const README = join(root, "README.md");
// Another version of the compiler changes the figures a little. A larger change needs attention.
const TOLERANCE = 0.02;

/** Measures pkg/ and the page, in bytes. */
export async function measure() {
  const tarball = await pack();
  await buildPage();
  const read = (name) => readFileSync(join(pkg, name));
  const gzip = (...parts) => gzipSync(Buffer.concat(parts), { level: 9 }).length;
  const wasm = read("wasm/rethought.wasm");
  // The cards are a text in a module. A bundler leaves them out if nobody calls `explain`.
  const texts = ["cards/index.js"];
  const names = readdirSync(pkg, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  const isOurs = (name) => !/^(cli\/|batch\/|wasm\/base64\.js$)/.test(name) && !texts.includes(name);
  const scripts = names.filter((name) => name.endsWith(".js") && isOurs(name)).sort().map(read);
  return {
    "wasm": wasm.length,
    "wasm, gzip": gzip(wasm),
    "JavaScript with the tables of models, gzip": gzip(...scripts),
    "cards of the rules, gzip": gzip(...texts.map(read)),
    ...Object.fromEntries(await Promise.all(Object.keys(IMPORTS).map(async (line) => [`\`${line}\`, bundled for a page, gzip`, await importSize(line)]))),
    "types, gzip": gzip(...names.filter((name) => name.endsWith(".d.ts")).sort().map(read)),
    "tarball": statSync(tarball).size,
    "inspector: html, css, script and Preact, gzip": gzip(Buffer.from(filled(await bundle("www/main.tsx", ["rethought/*"])))),
    [PAGE]: gzip(Buffer.from(readFileSync(page, "utf8").replace(/<script type="application\/octet-stream"[^]*?<\/script>/g, ""))),
    "inspector, one file with all inside": statSync(page).size,
  };
}

/** Resolves to a note if sizes.json and the README are right; throws a Stop if not. */
export async function check() {
  const [now, then] = [await measure(), JSON.parse(readFileSync(FILE, "utf8"))];
  const stale = Object.keys(now).filter((name) => !(Math.abs(now[name] - then[name]) <= then[name] * TOLERANCE));
  const todo = "If that is meant, run npm run sizes and commit the difference.";
  if (stale.length) throw new Stop(`sizes.json is not true for: ${stale.map((name) => `${name} (${then[name]} there, ${now[name]} now)`).join("; ")}.`, { todo });
  if (!readFileSync(README, "utf8").includes(table(then))) throw new Stop("The size table of README.md is not that of sizes.json.", { todo });
  return `wasm ${now["wasm, gzip"]} bytes gzip`;
}

async function write() {
  const sizes = await measure();
  writeFileSync(FILE, JSON.stringify(sizes, null, 2) + "\n");
  const readme = readFileSync(README, "utf8");
  writeFileSync(README, readme.replace(/(<!-- sizes -->\n)[\s\S]*?(<!-- end of sizes -->)/, (_, open, close) => `${open}${table(sizes)}${close}`));
  console.log(table(sizes));
}

/** The bytes of the minified script by origin, largest first, and those of each file of the page. */
async function pageParts() {
  await buildPage();
  const { outputs } = JSON.parse(readFileSync(metafile, "utf8"));
  const parts = new Map();
  const add = (name, size) => parts.set(name, (parts.get(name) ?? 0) + size);
  for (const { inputs } of Object.values(outputs))
    for (const [file, { bytesInOutput: size }] of Object.entries(inputs)) {
      add(/^node_modules\/(?:@preact|preact)\b/.test(file) ? "preact and signals" : file.startsWith("pkg/") ? "the package" : "the page's own", size);
      if (file.startsWith("www/")) add(`  ${file}`, size);
    }
  const rows = [...parts].sort(([left, a], [right, b]) => left.startsWith(" ") - right.startsWith(" ") || b - a);
  return rows.map(([name, size]) => `${String(size).padStart(8)}  ${name}`).join("\n");
}

const table = (sizes) => `| what | bytes |\n|---|---|\n${Object.entries(sizes).map(([name, size]) => `| ${name} | ${size.toLocaleString("en-US")} |`).join("\n")}\n`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const told = { "--check": check, "--page": pageParts }[process.argv[2]];
  await (told ? told().then(console.log) : write()).catch(report);
}
