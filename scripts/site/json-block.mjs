// The JSON of an example in lines that fit a page. Numbers and strings keep their spelling.
import { escape } from "./escape.mjs";

const TOKEN = /[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g;
const WIDTH = 80;

/** Breaks a JSON text into lines: what fits one line stays on one. */
export function inLines(text) {
  const tokens = text.match(TOKEN);
  return printed(tree(tokens, { at: 0 }), "");
}

/** Parses tokens into nested lists: a value is a token, or `{ open, close, items }`. */
function tree(tokens, position) {
  const open = tokens[position.at++];
  if (open !== "{" && open !== "[") return open;
  const items = [];
  while (!"}]".includes(tokens[position.at])) {
    const value = tree(tokens, position);
    const isKey = tokens[position.at] === ":";
    if (isKey) position.at++;
    items.push(isKey ? { key: `${value}: `, value: tree(tokens, position) } : { key: "", value });
    if (tokens[position.at] === ",") position.at++;
  }
  return { open, close: tokens[position.at++], items };
}

const lengthOf = (node) => (typeof node === "string" ? node.length : 2 + node.items.reduce((sum, { key, value }) => sum + key.length + lengthOf(value) + 2, 0));

function printed(node, indent) {
  if (typeof node === "string") return node;
  const { open, close, items } = node;
  const inner = `${indent}  `;
  const isShort = indent.length + lengthOf(node) <= WIDTH;
  const texts = items.map(({ key, value }) => key + printed(value, isShort ? "" : inner));
  return isShort ? `${open}${texts.join(", ")}${close}` : `${open}\n${texts.map((text) => inner + text).join(",\n")}\n${indent}${close}`;
}

/** The HTML of a code block. `place` is a range of characters to mark. */
export function jsonBlock(text, place) {
  const coloured = (part) =>
    escape(part).replace(/(&quot;(?:(?!&quot;|\\).|\\(?:&quot;|.))*&quot;)(:?)/g, (_, string, colon) => (colon ? `<b>${string}</b>:` : `<i class="string">${string}</i>`));
  if (!place) return coloured(text);
  const lines = text.slice(place.start, place.end).split("\n").map((line) => /^(\s*)(.*)$/.exec(line));
  const marked = lines.map(([, indent, part]) => `${indent}<mark>${coloured(part)}</mark>`).join("\n");
  return `${coloured(text.slice(0, place.start))}${marked}${coloured(text.slice(place.end))}`;
}
