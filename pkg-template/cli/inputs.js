// The files that the words of a command name: files, folders, patterns, standard input.
import { readdirSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { expressionOf, isPattern, patternOf } from "./glob.js";
import { quoted } from "./quoted.js";

/** Files of other tools, and our own, that a folder may have beside requests. */
const OTHERS = /^(?:package|package-lock|tsconfig.*|jsconfig|deno|rethought|rethought-baseline)\.json$/;

/**
 * The inputs of a command, each `{path}` or `{path, error}`, and whether the words may mean several files. `endings` are those of files that are read in
 * folders, `exclude` patterns of paths below `root` that are skipped there.
 */
export function inputsOf(words, { endings = [], exclude = [], root = "." } = {}) {
  const isExcluded = exclusion(exclude, root);
  const found = (words.length ? words : ["-"]).map((word) => ({ word, ...inputsOfWord(word, endings, isExcluded) }));
  const inputs = found.flatMap(({ word, paths, error }) => (error ? [{ path: word, error: new Error(error) }] : paths.map((path) => ({ path }))));
  return { inputs, isMany: words.length > 1 || found.some(({ isGroup }) => isGroup) };
}

function inputsOfWord(word, endings, isExcluded) {
  if (word === "-") return { paths: [word] };
  if (/^https?:\/\//i.test(word)) return { error: `this is a URL, and no calls are made. Download it first: curl -sS ${quoted(word)} > request.json` };
  const stat = statSync(word, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return folderOf(word, endings, isExcluded);
  if (stat === undefined && isPattern(word)) return matchesOf(word, isExcluded);
  return { paths: [word] };
}

function folderOf(word, endings, isExcluded) {
  const folder = word.replace(/(?<=.)[/\\]$/, "");
  const paths = filesBelow(folder).filter((path) => endings.some((ending) => path.endsWith(ending)) && !OTHERS.test(path.slice(path.lastIndexOf(sep) + 1)) && !isExcluded(path));
  return paths.length ? { paths, isGroup: true } : { error: `the folder has no ${endings.join(" or ")} files` };
}

function matchesOf(word, isExcluded) {
  const { base, expression } = patternOf(word);
  const paths = filesBelow(base).filter((path) => expression.test(relative(base, path).split(sep).join("/")) && !isExcluded(path));
  return paths.length ? { paths, isGroup: true } : { error: "no file matches this pattern" };
}

/** The files below a folder, in the order of their names. Hidden files and node_modules are left out. */
function filesBelow(folder) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  const names = entries.filter(({ name }) => !name.startsWith(".") && name !== "node_modules").sort((one, other) => (one.name < other.name ? -1 : 1));
  return names.flatMap((entry) => {
    const path = folder === "." ? entry.name : join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() || (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isFile()) ? [path] : [];
  });
}

function exclusion(patterns, root) {
  const expressions = patterns.map((pattern) => expressionOf(pattern.replace(/\/$/, "/**")));
  return (path) => {
    const below = relative(root, resolve(path)).split(sep).join("/");
    return expressions.some((expression) => expression.test(below));
  };
}
