// The built site as the package ships it, read from disk.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pkg } from "../../../scripts/paths.mjs";

/** The site in the package. */
export const folder = join(pkg, "site");
/** The paths of all files below it. */
export const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll("\\", "/")).sort();
/** The paths of all pages. */
export const pages = files.filter((path) => path.endsWith(".html"));
export const read = (path) => readFileSync(join(folder, path), "utf8");
export const addressOf = (path) => pathToFileURL(join(folder, path)).href;

/** One page or more of each kind: the shortest and the longest. */
export function pagesOfEachKind() {
  const kindOf = (path) => /<body class="(\w+)"/.exec(read(path))[1];
  const kinds = Map.groupBy ? Map.groupBy(pages, kindOf) : grouped(pages, kindOf);
  return [...kinds.values()].flatMap((paths) => {
    const bySize = paths.toSorted((one, other) => read(one).length - read(other).length);
    return [...new Set([bySize[0], bySize[Math.floor(bySize.length / 2)], bySize.at(-1)])];
  });
}

/** Node 20 has no Map.groupBy. */
function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
