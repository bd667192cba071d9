// Patterns of paths: `*` and `?` inside a name, `**` for any folders, `{a,b}` for one of several, `[ab]` for one letter. Node 20 has no stable `glob`.

const SPECIAL = /[*?[{]/;

/** True if a word can only be a pattern. */
export const isPattern = (word) => SPECIAL.test(word);

/** The folder that a pattern begins in, and the expression for the paths below it, with `/` between names. */
export function patternOf(word) {
  const names = word.split("/");
  const first = names.findIndex(isPattern);
  const base = names.slice(0, first).join("/");
  return { base: base || (word.startsWith("/") ? "/" : "."), expression: expressionOf(names.slice(first).join("/")) };
}

/** The expression of a pattern. */
export function expressionOf(pattern) {
  const parts = pattern.match(/\*\*\/?|\*|\?|\[[^\]/]+\]|\{[^{}]*\}|[^]/g) ?? [];
  return new RegExp(`^${parts.map(partOf).join("")}$`, "u");
}

function partOf(part) {
  if (part === "**/") return "(?:.*/)?";
  if (part === "**") return ".*";
  if (part === "*") return "[^/]*";
  if (part === "?") return "[^/]";
  if (part.length > 1 && part.startsWith("{")) return `(?:${part.slice(1, -1).split(",").map((one) => expressionOf(one).source.slice(1, -1)).join("|")})`;
  if (part.length > 1) return `[${part.slice(1, -1).replace(/^!/, "^").replace(/[\\\]]/g, "\\$&")}]`;
  return part.replace(/[\\^$.+()|{}[\]]/g, "\\$&");
}
