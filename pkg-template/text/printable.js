// Text that is safe to print. Ids, names, messages and bodies come from other machines: printed as they are, an escape sequence in them rewrites the
// terminal, a bidi control shows another text than is there, and a line `::error …` becomes an annotation of a CI log. Every text format of a report and
// every line of the command line goes through this module.

/**
 * Characters that nobody sees: controls (C0, DEL, C1), format characters (bidi, zero width), line and paragraph separators, lone surrogates, private and
 * unassigned code points. The two variation selectors that belong to ordinary emoji stay.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;
/** The same but for the line feed. */
const HIDDEN_IN_LINES = new RegExp(`(?!\\n)(?:${HIDDEN.source})`, "gu");
/** The same but for the white space that JSON may have between its tokens. */
const HIDDEN_IN_JSON = new RegExp(`(?![\\n\\r\\t])(?:${HIDDEN.source})`, "gu");
/** Commands of CI runners that count anywhere in a line: `##[error]`, `##vso[…]`, `##teamcity[…]`. */
const MARKED_COMMAND = /#(?=#\w*\[)/g;
/** A command of GitHub's runner: it counts at the beginning of a line, and the runner skips white space before it. */
const LINE_COMMAND = /^([^\S\n\r\u2028\u2029]*):(?=:)/gm;
/** Most texts have only ordinary letters and signs: where this finds nothing, the longer patterns, which ask for Unicode properties, need not run. */
const UNUSUAL = /[^ -~\u00a1-\u00ac\u00ae-\u0233\u2010-\u2027\u2030-\u205e]/;
const UNUSUAL_IN_LINES = /[^\n -~\u00a1-\u00ac\u00ae-\u0233\u2010-\u2027\u2030-\u205e]/;

/** A text on one line, every hidden character as `\uXXXX`. */
export function printable(text) {
  return withoutMarks(UNUSUAL.test(text) ? text.replace(HIDDEN, escaped) : text);
}

/** A text of several lines: line feeds stay, and no line begins with a command. */
export function printableLines(text) {
  const inside = printableAnnotations(text);
  return inside.includes("::") ? inside.replace(LINE_COMMAND, "$1\\u003a") : inside;
}

/** Lines that begin with commands of our own. */
export function printableAnnotations(text) {
  return withoutMarks(UNUSUAL_IN_LINES.test(text) ? text.replace(HIDDEN_IN_LINES, escaped) : text);
}

/** A text of JSON as JSON of the same value: hidden characters stand in strings only, where `\uXXXX` means the same. */
export function printableJson(json) {
  // A byte order mark is not a part of the value. A lone carriage return would print a line over the one before it.
  const text = json.replace(/^\ufeff/, "");
  const inLines = text.includes("\r") ? text.replace(/\r(?!\n)/g, "\n") : text;
  return withoutMarks(UNUSUAL_IN_LINES.test(inLines) ? inLines.replace(HIDDEN_IN_JSON, escaped) : inLines);
}

/** A record of NDJSON, which is one line: line breaks stand between the tokens of its JSON, where a space means the same. */
export function printableRecord(json) {
  return printableJson(/[\n\r]/.test(json) ? json.replace(/[\n\r]/g, " ") : json);
}

/** The search for two letters costs next to nothing; the pattern would be looked for at every one. */
const withoutMarks = (text) => (text.includes("##") ? text.replace(MARKED_COMMAND, "\\u0023") : text);

/** Each UTF-16 unit by itself: JSON knows no other form. */
function escaped(letter) {
  return Array.from({ length: letter.length }, (_, nth) => `\\u${letter.charCodeAt(nth).toString(16).padStart(4, "0")}`).join("");
}
