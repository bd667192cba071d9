// Rust source as tokens: identifiers, `::` and single characters. Comments, strings, characters, numbers and lifetimes contain no paths and are left
// out.

const TOKEN = new RegExp(
  [
    String.raw`(?<skipped>\s+|\/\/[^\n]*|b?'(?:[^'\\\n]|\\[^u]|\\u\{[^}]*\}|\\x..)'|'\w+|[bc]?"(?:[^"\\]|\\[\s\S])*"|\d[\w.]*)`,
    String.raw`(?<raw>[bc]?r(?<fence>#*)"[\s\S]*?"\k<fence>)`,
    String.raw`(?<kept>(?:r#)?[A-Za-z_]\w*|::|[^\s])`,
  ].join("|"),
  "y",
);

/** Returns the tokens of a source text as strings. */
export function tokensOf(source) {
  const tokens = [];
  for (let at = 0; at < source.length; ) {
    if (source.startsWith("/*", at)) {
      at = endOfComment(source, at);
      continue;
    }
    TOKEN.lastIndex = at;
    const { groups } = TOKEN.exec(source);
    if (groups.kept) tokens.push(groups.kept.replace("r#", ""));
    at = TOKEN.lastIndex;
  }
  return tokens;
}

/** Block comments nest in Rust, which a regular expression cannot follow. */
function endOfComment(source, start) {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if (source.startsWith("/*", at)) depth++, at++;
    else if (source.startsWith("*/", at)) if ((at++, --depth === 0)) return at + 1;
  }
  return source.length;
}

export const isName = (token) => token !== undefined && /^[A-Za-z_]/.test(token);

/** Returns the place after the bracket that closes the one at `open`. */
export function afterGroup(tokens, open) {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if ("([{".includes(tokens[at])) depth++;
    else if (")]}".includes(tokens[at]) && --depth === 0) return at + 1;
  }
  return tokens.length;
}
