// The texts of the sources that people read, by area: cards, messages, command line, pages, documentation and doc comments.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/paths.mjs";
import { ownWords } from "../voice.mjs";

/** Returns the files below a folder whose names have this end. */
function filesIn(folder, ending) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesIn(path, ending);
    return ending.test(entry.name) ? [path] : [];
  });
}

const read = (file) => readFileSync(join(root, file), "utf8");
const all = (files, textsOf) => files.flatMap((file) => textsOf(read(file)).map((text) => ({ file, text })));

/** Returns the sections of a rule's card in our own words. */
function cardTexts(source) {
  if (!source.includes("pub static RULE: Rule")) return [];
  const lines = source.split("\n").filter((line) => line.startsWith("//!")).map((line) => line.slice(4));
  const sections = lines.join("\n").split(/^# /m);
  const own = sections.filter((section, nth) => nth === 0 || /^(What it checks|Why|Fix)\n/.test(section));
  return own.map((section, nth) => (nth === 0 ? section : section.slice(section.indexOf("\n"))).split("\n").filter((line) => !line.startsWith(">")).join("\n"));
}

/** Returns the strings of a source that are sentences, or parts of one: four words at least. Comments and tests are left out. */
function stringTexts(source) {
  const [code] = source.split(/^#\[cfg\(test\)\]/m);
  const bare = code.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
  const strings = [...bare.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, plain, template]) => plain ?? template);
  return strings.map((text) => text.replace(/\$\{[^}]*\}/g, "x").replace(/\\"/g, '"').replace(/\\n/g, "\n")).filter((text) => ownWords(text).split(/\s+/).filter((word) => /^[a-z]+[,.;:]?$/i.test(word)).length >= 4);
}

/** Returns the text of elements and the strings of a page. */
const pageTexts = (source) => [...stringTexts(source), ...[...source.matchAll(/>([^<>{}=;]+)</g)].map(([, text]) => text).filter((text) => text.trim().split(/\s+/).length >= 3)];

/** Returns the comments that become documentation. */
const docTexts = (source) => [...source.matchAll(/\/\*\*([^]*?)\*\//g)].map(([, text]) => text.replace(/^\s*\* ?/gm, "").replace(/@example[^]*$/, "").replace(/^@/gm, "\n@"));
/** Returns the doc comments of a source in Rust, each with its lines. */
const rustDocTexts = (source) => [...source.matchAll(/(?:^\s*\/\/\/.*\n)+/gm)].map(([comment]) => comment.replace(/^\s*\/\/\/ ?/gm, ""));
const moduleTexts = (source) => [source.split("\n").filter((line) => line.startsWith("//!")).map((line) => line.slice(4)).join("\n")];
/** Returns the descriptions of a schema or a manifest. */
const descriptions = (source) => [...source.matchAll(/"?description"?\s*[:=]\s*"((?:[^"\\\n]|\\.)*)"/g)].map(([, text]) => text);
/** Returns a page in Markdown without code blocks, elements, addresses of links and marks of bold text. Every item of a list and every cell of a table is a paragraph. */
const markdownTexts = (source) => [
  source
    .replace(/```[^]*?```/g, "")
    .replace(/<[^>]*>/g, "")
    .replace(/\]\([^)]*\)/g, "]")
    .replaceAll("**", "")
    .replace(/^\s*\|.*\|\s*$/gm, (row) => row.split(/(?<!\\)\|/).join("\n\n"))
    .replace(/^\s*(?:[-*]|\d+\.)\s+/gm, "\n"),
];

const rules = filesIn("src/audit/rules", /\.rs$/);
const rust = filesIn("src", /\.rs$/).filter((file) => !/\/tests\.rs$|\/rules\//.test(file));
/** Pages in Markdown that people write. */
const PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "src/GLOSSARY.md", "tests/README.md", "tests/data/codecs/README.md", "tests/official-clients/schemas/README.md", "tests/proxy/recipes/programs.md"];
/** Returns the README.md files below folders, without those that a script writes. */
const readmes = (folders) => folders.flatMap((folder) => filesIn(folder, /README\.md$/)).filter((file) => !read(file).startsWith("<!-- Written by"));

/** Every text with its file. */
export const AREAS = {
  cards: all(rules, cardTexts),
  "messages of rules": all(rules, (source) => stringTexts(source.replace(/upstream: &\[[^]*?\n {4}\],|Sentence::new\([^]*?\),\n/g, ""))),
  "texts in src": all(rust.filter((file) => !/classify\/(wordings|vague)\.rs$|\/models\//.test(file)), stringTexts),
  "command line and package": all(filesIn("pkg-template", /\.js$/), stringTexts),
  page: all([...filesIn("www", /\.tsx?$/), "www/index.html"].filter((file) => !file.startsWith("www/examples/")), pageTexts),
  documentation: [...all([...PAGES, ...filesIn("www/site", /\.md$/), ...readmes(["src", "pkg-template"])], markdownTexts), ...all(["scripts/peers/README.md"], (source) => markdownTexts(source.replace(/^## \d[^]*/m, "")))],
  "types of the package": all([...filesIn("pkg-template", /\.d\.ts$/), "src/wasm/handwritten.d.ts"], docTexts),
  "descriptions of the package": [...all(["Cargo.toml", "pkg-template/package.json", ...filesIn("pkg-template/schemas", /\.json$/)], descriptions), ...all(["src/lib.rs"], moduleTexts), ...all(["scripts/demo.mjs"], stringTexts)],
  "types of the records": all([...rust.filter((file) => file.startsWith("src/api/records/") || /tsify::Tsify/.test(read(file)))], rustDocTexts),
};
