// Puts the words of the page where they are said. In the sources they stand in one table; in the script a table costs its keys, and each use of a word
// the way to it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Stop } from "./command.mjs";
import { root } from "./paths.mjs";

const folder = join(root, "www");
const TABLE = join(folder, "words.ts");
/** The way to a word, or to a table of them. */
const WAY = /\bwords((?:\.[a-z]\w*)+)\b(?!\()/gi;

/** For esbuild: sentences in place of their names, and of the table what is still looked up in it. */
export async function inPlace(esbuild) {
  const { outputFiles } = await esbuild.build({ entryPoints: [TABLE], bundle: true, write: false, format: "esm" });
  const { words } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  const kept = {};
  const texts = new Map();
  for (const name of readdirSync(folder, { recursive: true }).filter((name) => /\.tsx?$/.test(name) && join(folder, name) !== TABLE)) {
    const text = readFileSync(join(folder, name), "utf8");
    // Such a name would lead to what is no longer there.
    if (/import .*\bwords\b/.test(text) && /[=([,]\s*words\s*[;,)\]]/.test(text.replace(/\/\*[^]*?\*\/|\/\/.*/g, ""))) throw new Stop(`www/${name} gives the table of words another name.`, { todo: "Write words.… where a word is said." });
    texts.set(join(folder, name), text.replace(WAY, (way, path) => said(words, path) ?? (keep(words, kept, path), way)));
  }
  texts.set(TABLE, readFileSync(TABLE, "utf8").replace(/(?<=const words = )\{[^]*?\n\}(?= as const;)/, () => JSON.stringify(kept)));
  const setup = (builder) =>
    builder.onLoad({ filter: /\.tsx?$/ }, ({ path }) => (texts.has(path) ? { contents: texts.get(path), loader: path.endsWith("x") ? "tsx" : "ts" } : undefined));
  return { name: "words", setup };
}

/** A sentence, or its forms for one and for many, as source. Nothing, if the way leads to a table. */
function said(words, path) {
  let at = words;
  const keys = path.split(".").slice(1);
  // What comes after a sentence is done to it at once: its length, a part of it.
  while (keys.length && at && !isSaid(at)) at = at[keys.shift()];
  return isSaid(at) ? [JSON.stringify(at), ...keys].join(".") : undefined;
}

const isSaid = (value) => typeof value === "string" || Array.isArray(value);

function keep(words, kept, path) {
  const keys = path.split(".").slice(1);
  const last = keys.pop();
  for (const key of keys) [words, kept] = [words[key], (kept[key] ??= {})];
  // What is there already are parts of it.
  kept[last] = words[last];
}
