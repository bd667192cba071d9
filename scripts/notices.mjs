// The third-party notices: the crates that are linked into the wasm, and the npm packages that are bundled into the inspector and the site.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run, Stop } from "./command.mjs";
import { root } from "./paths.mjs";

/** The packages of node_modules whose code is in a page: the inspector, and the search of the site. */
const BUNDLED = ["preact", "@preact/signals", "@preact/signals-core", "minisearch"];
/** Some packages have a file that only names its licence. */
const SHORTEST = 200;
const WASM = "wasm32-unknown-unknown";

/** The notices as Markdown: who holds the rights of what, then each text of a licence once. */
export async function thirdPartyNotices() {
  const crates = (await linkedCrates()).map(noticeOf);
  const packages = BUNDLED.map((name) => noticeOf(npmPackage(name)));
  const texts = [...new Set([...crates, ...packages].flatMap(({ texts }) => texts))];
  return [
    "# Third-party notices",
    "`rethought` has no dependencies to install. Its files contain code of these projects. Where a project offers a choice, it is used under the MIT licence.",
    "## In the WebAssembly",
    `${rowsOf(crates)}\n| Rust standard library | | MIT or Apache-2.0 | The Rust Project contributors |`,
    "## In the inspector and the site",
    rowsOf(packages),
    "## Texts of the licences",
    ...texts.map((text) => `\`\`\`text\n${text}\n\`\`\``),
  ].join("\n\n") + "\n";
}

/** The crates that are linked. Macros and build scripts run at build time, and nothing of them is shipped. */
async function linkedCrates() {
  const tree = await run("cargo", ["tree", "--locked", "--target", WASM, "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "linked {p}"], { log: "notices-tree" });
  const linked = new Set([...tree.matchAll(/^linked (\S+) v(\S+)/gm)].map(([, name, version]) => `${name} ${version}`));
  const { packages } = await metadata();
  const theirs = packages.filter(({ name, version, source }) => source && linked.has(`${name} ${version}`));
  return theirs.map(({ name, version, license, manifest_path: manifest, authors }) => ({ name, version, license, folder: dirname(manifest), authors: authors.map((author) => author.replace(/ <.*>/, "")) }));
}

async function metadata() {
  const text = await run("cargo", ["metadata", "--format-version", "1", "--locked", "--filter-platform", WASM], { log: "notices-metadata" });
  return JSON.parse(text.split("\n").find((line) => line.startsWith('{"packages"')));
}

function npmPackage(name) {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { name, version, license, folder, authors: [] };
}

/** The holders of the rights, and the texts of the licences without the lines that name them. MIT is chosen where it is offered. */
function noticeOf({ name, version, license, folder, authors }) {
  const isMit = /\bMIT\b/.test(license);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|unlicense)/i.test(file));
  const wanted = files.filter((file) => /unicode/i.test(file) || (isMit ? /mit|^licen[cs]e(\.\w+)?$/i.test(file) : true));
  if (!wanted.length && !authors.length) throw new Stop(`${name} has no text of a licence.`, { todo: "Add it by hand to scripts/notices.mjs." });
  const read = wanted.map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r", ""));
  const holders = [...new Set(read.flatMap((text) => text.match(/^.*copyright (?:\(c\)|©|\d).*$/gim) ?? []))].map((line) => line.replace(/^\W*copyright\s*(\(c\)|©)?\s*| <.*>/gi, "").trim());
  const texts = read.map((text) => text.replace(/^.*copyright (?:\(c\)|©|\d).*\n?/gim, "").replace(/^\s*(The )?MIT License( \(MIT\))?\s*$/gim, "").trim()).filter((text) => text.length > SHORTEST).map(unwrapped);
  return { name, version, license, holders: holders.length ? holders : authors, texts };
}

/** A text without its line breaks inside paragraphs, so that equal licences are equal texts. */
const unwrapped = (text) => text.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s+/g, " ").trim()).join("\n\n");

const rowsOf = (notices) => ["| project | version | licence | copyright |", "|---|---|---|---|", ...notices.sort((one, other) => (one.name < other.name ? -1 : 1)).map(({ name, version, license, holders }) => `| ${name} | ${version} | ${license} | ${holders.join("; ") || "the authors"} |`)].join("\n");
