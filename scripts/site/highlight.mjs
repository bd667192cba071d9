// Colours for code: comments, strings and words of the language, and no more. The pages stay small and quiet.
import { escape } from "./escape.mjs";

const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/.source;
const WORDS = "import|export|from|const|let|new|await|async|for|of|in|if|else|return|function|type|interface|class|extends|readonly|declare|assert|as";
const SCRIPT = new RegExp(`(?<comment>\\/\\/[^\\n]*|\\/\\*[^]*?\\*\\/)|(?<string>${STRING})|(?<word>\\b(?:${WORDS})\\b)`, "g");
const SHELL = new RegExp(`(?<comment>(?<=^|\\s)#[^\\n]*)|(?<string>${STRING})`, "gm");
const LANGUAGES = { js: SCRIPT, ts: SCRIPT, tsx: SCRIPT, json: SCRIPT, python: SHELL, sh: SHELL, yaml: SHELL };

/** A code block as HTML, without the elements around it. */
export function highlight(code, language) {
  const pattern = LANGUAGES[language];
  if (!pattern) return escape(code);
  let [html, at] = ["", 0];
  for (const { 0: text, index, groups } of code.matchAll(pattern)) {
    const [name] = Object.entries(groups).find(([, found]) => found !== undefined);
    html += `${escape(code.slice(at, index))}<i class="${name}">${escape(text)}</i>`;
    at = index + text.length;
  }
  return html + escape(code.slice(at));
}
