// CONTRIBUTING.md as data: the places that the section of each kind lists.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/paths.mjs";

const text = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");

/** Returns kind → the paths in the numbered list of its section. The section names its kind by its command. */
export function listedPlaces() {
  const sections = text.split(/^### Add /m).slice(1).map((section) => section.split(/^## /m)[0]);
  return new Map(sections.map((section) => [/`npm run new -- ([\w-]+)/.exec(section)?.[1] ?? section.split("\n")[0], pathsIn(listOf(section))]));
}

/** Returns the numbered items with their continuation lines, which are indented. */
const listOf = (section) => section.split("\n").filter((line) => /^(\d+\. | {3})/.test(line)).join("\n");

/** Returns every path between backticks: a word with a slash, or a file of the root. */
const pathsIn = (part) => [...part.matchAll(/`([^`\s]+)`/g)].map(([, word]) => word).filter((word) => word.includes("/") || /^[A-Z]+\.md$/.test(word));

/** Returns every path of the page without placeholders that begins in a folder of the repository. */
export const namedPaths = () => [...new Set(pathsIn(text))].filter((path) => /^(src|tests|scripts|www|pkg-template|README\.md|CHANGELOG\.md)\b/.test(path) && !path.includes("<"));

/** Returns the expression for the files of a listed path: `<name>` is the addition, other words in brackets are options or any name, a slash at the end is a folder. */
export function patternOf(place, { name, options }, usage) {
  const [, nameWord] = /<([^>]+)>/.exec(usage);
  const snake = name.replaceAll("-", "_");
  const word = (inside) => (inside === nameWord ? `(?:${name}|${snake})` : options[inside] ?? "[\\w-]+");
  const escaped = place.replaceAll(/[.+?()[\]{}]/g, "\\$&").replace(/<([\w-]+)>/g, (_, inside) => word(inside));
  return new RegExp(`^${escaped}${place.endsWith("/") ? ".+" : ""}$`);
}
