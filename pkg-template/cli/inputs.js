// The files that the words of a command name: files, folders, patterns, standard input.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { expressionOf, isPattern, patternOf } from "./glob.js";
import { quoted } from "./quoted.js";
import { listed } from "../text/listed.js";
import { unreadable } from "../text/unreadable.js";

/** Files of other tools, and our own, that a folder may have beside requests. */
const OTHERS = /^(?:package|package-lock|tsconfig.*|jsconfig|deno|rethought|rethought-baseline)\.json$/;

/**
 * The inputs of a command, each `{path}` or `{path, error}`, and whether the words may mean several files. `endings` are those of files that are read in
 * folders, `exclude` patterns of paths below `root` that are skipped there.
 */
export function inputsOf(words, { endings = [], exclude = [], root = "." } = {}) {
  const isExcluded = exclusion(exclude, root);
  const found = (words.length ? words : ["-"]).map((word) => ({ word, ...inputsOfWord(word, endings, isExcluded) }));
  const inputs = found.flatMap(({ word, files = [], error }) => (error ? [{ path: word || '""', error: new Error(error) }] : files));
  return { inputs, isMany: words.length > 1 || found.some(({ isGroup }) => isGroup) };
}

/** The refusal of a word that is a URL; nothing for any other word. */
export const urlRefusal = (word) => (/^https?:\/\//i.test(word) ? `this is a URL, and no calls are made. Download it first: curl -sS ${quoted(word)} > request.json` : undefined);

/** The files that a word means, each `{path}` or `{path, error}`; `{error}` if it means none. */
function inputsOfWord(word, endings, isExcluded) {
  if (word === "-") return { files: [{ path: word }] };
  if (word === "") return { error: "the name of a file is empty" };
  const refusal = urlRefusal(word);
  if (refusal) return { error: refusal };
  try {
    const stat = statSync(word, { throwIfNoEntry: false });
    if (stat?.isDirectory()) return folderOf(word, endings, isExcluded);
    if (stat === undefined && isPattern(word)) return matchesOf(word, isExcluded);
    return { files: [{ path: word }] };
  } catch (fault) {
    return { error: unreadable(fault) };
  }
}

function folderOf(word, endings, isExcluded) {
  const folder = word.replace(/(?<=.)[/\\]$/, "");
  const isMeant = (path) => endings.some((ending) => path.endsWith(ending)) && !OTHERS.test(path.slice(path.lastIndexOf(sep) + 1));
  const files = filesBelow(folder).filter(({ path, error }) => (error || isMeant(path)) && !isExcluded(path));
  return files.length ? { files, isGroup: true } : { error: `the folder has no ${listed(endings)} files` };
}

function matchesOf(word, isExcluded) {
  let pattern;
  try {
    pattern = patternOf(word);
  } catch (fault) {
    if (fault instanceof SyntaxError) return { error: BAD_PATTERN };
    throw fault;
  }
  const { base, expression } = pattern;
  if (!existsSync(base)) return { error: "no file matches this pattern" };
  const files = filesBelow(base).filter(({ path, error }) => (error || expression.test(relative(base, path).split(sep).join("/"))) && !isExcluded(path));
  return files.length ? { files, isGroup: true } : { error: "no file matches this pattern" };
}

const BAD_PATTERN = "not a valid pattern. A range such as [a-z] must go from the lower letter to the higher one.";

/** The files below a folder, in the order of their names. Hidden files and node_modules are left out. A folder or a link that cannot be read is `{path, error}`. */
function filesBelow(folder) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (fault) {
    return [unread(folder, fault)];
  }
  const names = entries.filter(({ name }) => !name.startsWith(".") && name !== "node_modules").sort((one, other) => (one.name < other.name ? -1 : 1));
  return names.flatMap((entry) => {
    const path = folder === "." ? entry.name : join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [{ path }] : entry.isSymbolicLink() ? linkedFile(path) : [];
  });
}

/** The file that a link leads to; none if it leads to a folder or to nothing. */
function linkedFile(path) {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? [{ path }] : [];
  } catch (fault) {
    return [unread(path, fault)];
  }
}

const unread = (path, fault) => ({ path, error: new Error(fault.code === "EACCES" || fault.code === "EPERM" ? "you may not read this folder, so its files were not checked" : unreadable(fault)) });

function exclusion(patterns, root) {
  const expressions = patterns.map((pattern) => expressionOf(pattern.replace(/\/$/, "/**")));
  return (path) => {
    const below = relative(root, resolve(path)).split(sep).join("/");
    return expressions.some((expression) => expression.test(below));
  };
}
