// One line for each finding, as compilers print them.
import { counted } from "../../report/words.js";
import { printableLines } from "../../text/printable.js";
import { painted } from "../terminal.js";
import { failuresOf, placeOf, rowsOf } from "./results.js";

const COLORS = { error: "red", warning: "yellow", note: "cyan" };

export function linesOf(document) {
  const [rows, failures] = [rowsOf(document), failuresOf(document)];
  const sums = [rows.length && `${counted(rows.length, "finding")}.`, failures.length && `${failures.length} not checked.`].filter(Boolean);
  return [...rows.map(lineOf), ...failures.map(({ text }) => plain(text)), sums.join(" ") || "No problems found."].join("\n");
}

function lineOf(row) {
  const { rule, level, severity, message, pointer } = row;
  return `${plain(placeOf(row))}: ${painted(COLORS[level], plain(`${severity}[${rule}]`))}: ${plain(message)}${pointer ? painted("dim", `  ${plain(pointer)}`) : ""}`;
}

const plain = (text) => printableLines(text.replaceAll("\n", " "));
