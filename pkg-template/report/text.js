// A report for people: what, why, what to do, and the place with a caret under it.
import { printable, printableLines } from "../text/printable.js";
import { TextIndex } from "./place.js";

const WORDS = { reject: "refused", degrade: "lost", advice: "advice" };

/** Nothing but printable text: what the request, the file's name and the provider bring is escaped. */
export function text(report, { bytes, file = "request" }) {
  const index = new TextIndex(bytes);
  const wrapped = remembered(wrap);
  const name = printable(file);
  return [...report.findings.map((finding) => describe(finding, index, name, wrapped)), summary(report, name)].map(printableLines).join("\n\n");
}

function describe({ rule, severity, evidence, message, why, upstream, pointer, start, end, related, args, fix }, index, file, wrapped) {
  const { line, column } = index.positionAt(start);
  const lines = [`${file}:${line}:${column} ${severity} ${rule}`, `  ${message}`, "", ...excerpt(index, start, end), ""];
  const others = related.map((place) => printable(place.pointer)).join(", ");
  lines.push(`  where  ${printable(pointer) || "the whole request"}${others ? `, with ${others}` : ""}`);
  // A reason that repeats the provider's answer is left out.
  if (!upstream?.includes(why.slice(0, 40))) lines.push(`  why    ${wrapped(why)}`);
  if (upstream) lines.push(`  said   ${wrap(`“${upstream}”`)}`);
  lines.push(`  known  ${evidence}${severity === "reject" && evidence === "reported" ? ": likely, not certain" : ""}`);
  if (args?.shown) lines.push(`  shown  by ${wrap(args.shown)}`);
  lines.push(`  to do  ${fix ? `${wrapped(fix.title)} (${fix.safety})` : wrapped(`nothing that an edit could do; see rethought explain ${rule}`)}`);
  return lines.join("\n");
}

/** The text of a place, and carets under it. The escaped text is measured, since that is what is shown. */
function excerpt(index, start, end) {
  const found = index.excerptAt(start, end);
  const [before, marked, after] = [found.before, found.marked, found.after].map(visible);
  const margin = String(found.line);
  const blank = " ".repeat(margin.length);
  return [`  ${margin} | ${before}${marked}${after}`, `  ${blank} | ${" ".repeat(widthsOf(before))}${"^".repeat(Math.max(1, widthsOf(marked)))}`];
}

/** Tabs and carriage returns stand between the tokens of JSON, never in strings: they are shown as the spaces that they are. */
const visible = (text) => printable(text.replace(/\r$/, "").replace(/[\t\r]/g, " "));

/** Text in which every letter takes one column, as in most: it need not be measured letter by letter. */
const NARROW = /^[ -~…]*$/;
const widthsOf = (text) => (NARROW.test(text) ? text.length : [...text].reduce((sum, letter) => sum + widthOf(letter), 0));

/** Terminals draw East Asian letters and emoji in two columns. */
const widthOf = (letter) => (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(letter) ? 2 : 1);

/** The same function with a memory: findings of one rule have the same texts, but for the provider's answer. */
function remembered(wrap) {
  const results = new Map();
  return (text) => {
    if (!results.has(text)) results.set(text, wrap(text));
    return results.get(text);
  };
}

function wrap(text, width = 100, indent = " ".repeat(9)) {
  let [wrapped, line] = ["", ""];
  for (const word of text.split(/\s+/)) {
    if (line && line.length + word.length > width) [wrapped, line] = [`${wrapped}${line}\n${indent}`, ""];
    line += line ? ` ${word}` : word;
  }
  return wrapped + line;
}

function summary({ verdict, reason, model, findings, checks, items, signed }, file) {
  const count = (test) => Object.values(checks).filter(test).length;
  const [looked, open] = [count((check) => check === "passed" || check === "failed"), count((check) => check.startsWith("unknown"))];
  const found = Object.keys(WORDS).map((severity) => [findings.filter((finding) => finding.severity === severity).length, WORDS[severity]]);
  const counts = found.filter(([number]) => number).map(([number, word]) => `${number} ${word}`).join(", ") || "nothing found";
  return `${file}: ${verdict} (${counts}; ${looked} rules looked, ${open} need more to decide; ${items} thoughts, ${signed} signed)${reason ? `\nnot checked: ${printable(reason)}` : ""}${judgedAs(model)}`;
}

/** Says which model stood in for one that the tables do not have. */
function judgedAs({ given, standing, name } = {}) {
  if (standing === "nearest") return `\n${printable(given)} is not in the tables: it was judged as ${name}, the nearest of its line, and nothing here is certain`;
  if (standing === "latest") return `\n${printable(given)} is an alias: it was judged as ${name}, the newest of its line that is known`;
  return "";
}
