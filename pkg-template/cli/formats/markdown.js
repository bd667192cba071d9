// Markdown, for the summary of a CI job or a comment: a table of findings.
import { counted } from "../../report/words.js";
import { printable } from "../../text/printable.js";
import { checkedFilesOf, failuresOf, placeOf, rowsOf } from "./results.js";

export function markdownOf(document) {
  const [rows, failures] = [rowsOf(document), failuresOf(document)];
  const counts = [rows.length && counted(rows.length, "finding"), failures.length && `${failures.length} not checked`].filter(Boolean);
  const head = `### rethought: ${counts.join(", ") || "no problems found"}`;
  const checked = `${counted(checkedFilesOf(document).length, "file")} checked.`;
  const table = rows.length ? [["| severity | rule | place | problem |", "|---|---|---|---|", ...rows.map(lineOf)].join("\n")] : [];
  return [head, ...table, ...failures.map(({ text }) => `- not checked: ${cell(text)}`), checked].join("\n\n");
}

function lineOf(row) {
  const { severity, rule, pointer, message, address } = row;
  return `| ${cell(severity)} | ${address ? `[${rule}](${address})` : code(rule)} | ${code(placeOf(row))} ${pointer ? code(pointer) : ""} | ${cell(message)} |`;
}

/** A text of a cell. Neither a pipe nor markup of the text counts; our own backticks stay. */
const cell = (text) => printable(text).replace(/[|<>[\]\\*_]/g, (letter) => `&#${letter.charCodeAt(0)};`);
/** A name as code. A backtick or a pipe in it would end the code or the cell. */
const code = (text) => (/[`|]/.test(text) ? cell(text).replaceAll("`", "&#96;") : `\`${printable(text)}\``);
