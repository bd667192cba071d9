// A report for people: what, why, what to do, and the place with a caret under it.
import { TextIndex } from "./place.js";

const WORDS = { reject: "refused", degrade: "lost", advice: "advice" };

export function text(report, { bytes, file = "request" }) {
  const index = new TextIndex(bytes);
  const wrapped = remembered(wrap);
  return [...report.findings.map((finding) => told(finding, index, file, wrapped)), summary(report, file)].join("\n\n");
}

function told({ rule, severity, evidence, message, why, upstream, pointer, start, end, related, fix }, index, file, wrapped) {
  const { line, column } = index.positionAt(start);
  const lines = [`${file}:${line}:${column} ${severity} ${rule}`, `  ${message}`, "", ...marked(index, start, end), ""];
  lines.push(`  where  ${pointer || "the whole request"}${related.length ? `, with ${related.map((place) => place.pointer).join(", ")}` : ""}`);
  // Where there is no more to say than the provider does, it is said once.
  if (!upstream?.includes(why.slice(0, 40))) lines.push(`  why    ${wrapped(why)}`);
  if (upstream) lines.push(`  said   ${wrap(`“${upstream}”`)}`);
  lines.push(`  known  ${evidence}${severity === "reject" && evidence === "reported" ? ": likely, not certain" : ""}`);
  lines.push(`  to do  ${fix ? `${wrapped(fix.title)} (${fix.safety})` : wrapped(`nothing that an edit could do; see rethought explain ${rule}`)}`);
  return lines.join("\n");
}

function marked(index, start, end) {
  const { line, before, marked, after } = index.excerptAt(start, end);
  const margin = String(line);
  const blank = " ".repeat(margin.length);
  const pad = NARROW.test(before) ? " ".repeat(before.length) : [...before].map((letter) => (letter === "\t" ? "\t" : " ".repeat(widthOf(letter)))).join("");
  return [`  ${margin} | ${before}${marked}${after}`, `  ${blank} | ${pad}${"^".repeat(Math.max(1, widthsOf(marked)))}`];
}

/** Text of which every letter takes one column, as most does: it need not be gone through. */
const NARROW = /^[ -~…]*$/;
const widthsOf = (text) => (NARROW.test(text) ? text.length : [...text].reduce((sum, letter) => sum + widthOf(letter), 0));

/** Two columns for what terminals draw so: East Asian letters and pictures. */
const widthOf = (letter) => (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(letter) ? 2 : 1);

/** The same function for texts that come again: findings of one rule say the same, but for what the provider says. */
function remembered(wrap) {
  const known = new Map();
  return (text) => {
    if (!known.has(text)) known.set(text, wrap(text));
    return known.get(text);
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

function summary({ verdict, findings, checks, items, signed }, file) {
  const count = (test) => Object.values(checks).filter(test).length;
  const [looked, open] = [count((check) => check === "passed" || check === "failed"), count((check) => check.startsWith("unknown"))];
  const found = Object.keys(WORDS).map((severity) => [findings.filter((finding) => finding.severity === severity).length, WORDS[severity]]);
  const said = found.filter(([number]) => number).map(([number, word]) => `${number} ${word}`).join(", ") || "nothing found";
  return `${file}: ${verdict} (${said}; ${looked} rules looked, ${open} need more to decide; ${items} thoughts, ${signed} signed)`;
}
