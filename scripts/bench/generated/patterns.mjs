// Tries every regular expression of the shipped JavaScript on texts that it may repeat. This shows a pattern that tries every division of a long run.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../../paths.mjs";

const require = createRequire(join(root, "package.json"));

/** Returns the shapes and the one call on them. A shape is a pattern with a text made of its own letters. */
export async function patterns() {
  const found = [...new Set((await Promise.all(["pkg-template", "www"].flatMap((folder) => sourcesIn(join(root, folder))).map(literalsIn))).flat())];
  const shapes = found.filter((literal) => /[*+]|\{\d*,\}/.test(literal)).flatMap((literal) => {
    const pattern = patternOf(literal);
    return pattern ? pumpsOf(literal).map(([head, pump]) => ({ name: `${literal} on ${JSON.stringify(head)} and ${JSON.stringify(pump)} over and over`, pattern, make: (count) => head + pump.repeat(count) + END })) : [];
  });
  return [shapes, [["pattern", (text, { pattern }) => text.search(pattern)]]];
}

/** Few patterns match a text with this end. Only then do they try other divisions. */
const END = "\u0001";

function sourcesIn(folder) {
  return readdirSync(folder).map((name) => join(folder, name)).flatMap((path) => (statSync(path).isDirectory() ? sourcesIn(path) : /\.(js|ts|tsx)$/.test(path) && !path.endsWith(".d.ts") ? [path] : []));
}

/** Returns the literals of a file. esbuild writes them again without types. At most one per line is lost to strings that look alike. */
async function literalsIn(path) {
  const { transform } = require("esbuild");
  const { code } = await transform(readFileSync(path, "utf8"), { loader: path.endsWith(".tsx") ? "tsx" : "ts", minifyWhitespace: false });
  return [...code.matchAll(/(?<=[=(,:[!&|?{};]\s*|return\s+|\n\s*)\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*/g)].map(([literal]) => literal);
}

function patternOf(literal) {
  const end = literal.lastIndexOf("/");
  try {
    return new RegExp(literal.slice(1, end), literal.slice(end + 1).replace(/[gy]/g, ""));
  } catch {
    return undefined;
  }
}

/** Returns the texts that a pattern may begin with and repeat: white space, letters, digits, its own signs, and each sign with white space. */
function pumpsOf(literal) {
  const signs = [...new Set(literal.slice(1, literal.lastIndexOf("/")).replace(/\\[a-zA-Z]|[()[\]*+?|^$\\]/g, ""))].slice(0, 8);
  const plain = [" ", "\n", "a", "0"];
  const repeated = [...new Set([...plain, "\r", '"', ...signs, ...signs.flatMap((sign) => [`${sign} `, `${sign}\n`])])];
  return [...repeated.map((pump) => ["", pump]), ...signs.flatMap((sign) => plain.map((pump) => [sign, pump]))];
}
