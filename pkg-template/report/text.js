// A report for people: for each finding the problem, its place, why it matters, what the provider answers, the fix and the evidence.
import { printable, printableLines } from "../text/printable.js";
import { TextIndex } from "./place.js";
import { ruleAddress } from "./rule-address.js";
import { byHand, capitalised, counted, countsOf, evidenceOf, severityOf, verdictOf } from "./words.js";

/**
 * Nothing but printable text: what the request, the file's name and the provider bring is escaped. `color` adds the codes of a terminal's colours to it, `width` is
 * the number of columns: of sentences alone if it is left out, since a log is read in a window of any width.
 */
export function text(report, { bytes, file = "request", explain, color = false, width }) {
  const index = new TextIndex(bytes);
  const wrapped = remembered((text) => wrap(text, width ?? USUAL_WIDTH));
  const name = printable(file);
  const blocks = [...report.findings.map((finding) => describe(finding, { index, name, wrapped, width, todo: todoOf(finding, report, explain) })), summary(report, name)];
  return blocks.map((lines) => lines.map(([role, line]) => painted(role, printableLines(fitted(role, line, width)), color)).join("\n")).join("\n\n");
}

/** A line in a number of columns, if there is one. */
function fitted(role, line, width) {
  if (width === undefined || line.length <= width) return line;
  if (role === "evidence") return line.replace(" · ", "\n  ");
  return HEADS.includes(role) ? wrap(line, width, "  ", "") : line;
}

const USUAL_WIDTH = 119;
/** The roles of lines that are long and begin without an indent. */
const HEADS = ["reject", "degrade", "advice", "summary"];

/** The lines of a finding, each with its role. */
function describe(finding, { index, name, wrapped, width, todo }) {
  const { rule, severity, evidence, message, why, upstream, pointer, start, end, related, args, fix } = finding;
  const { line, column } = index.positionAt(start);
  const lines = [
    [severity, `${severityOf(finding)}[${rule}]: ${message.replace(/\.$/, "")}`],
    ["place", `  --> ${name}:${line}:${column}  ${printable(pointer) || "the whole request"}`],
    ...excerpt(index.excerptAt(start, end, width)).map((line) => ["excerpt", line]),
  ];
  if (related.length) lines.push(["plain", wrapped(`related: ${related.map((place) => printable(place.pointer)).join(", ")}`)]);
  // A reason that only repeats the provider's answer is left out.
  if (why && !upstream?.includes(why.replace(/^“/, "").slice(0, 40))) lines.push(["plain", wrapped(why)]);
  if (upstream) lines.push(["plain", wrapped(`The provider answers: ${upstream}`)]);
  if (args?.shown) lines.push(["plain", wrapped(`The recorded answer was found by ${args.shown}.`)]);
  if (fix) lines.push(["fix", wrapped(`fix (${fix.safety}): ${fix.title}`)]);
  else if (todo) lines.push(["plain", wrapped(`no automatic fix: ${todo}`)]);
  return [...lines, ["evidence", `  evidence: ${evidenceOf(evidence)} · ${ruleAddress(rule) ?? `rethought explain ${rule}`}`]];
}

/** Says what to do about a finding without a fix, if its card can be looked up. A report may leave out fixes that there are. */
function todoOf({ rule, fix }, { omittedFixes }, explain) {
  const card = fix ? undefined : explain?.(rule);
  return card && !(omittedFixes && card.fixes.length) ? byHand(card) : undefined;
}

/** The colours of the roles: on and off. A line is coloured as far as its first colon. */
const COLORS = { reject: [31, 39], degrade: [33, 39], advice: [36, 39], fix: [32, 39], place: [2, 22], evidence: [2, 22], excerpt: [36, 39] };
/** The roles of lines that are coloured whole. */
const WHOLE = ["place", "evidence", "excerpt"];
const NAMED = /^([^:\n]*)(:[^]*)$/;

function painted(role, line, color) {
  if (!color || !Object.hasOwn(COLORS, role)) return line;
  const [on, off] = COLORS[role];
  const [, name, rest] = WHOLE.includes(role) ? [] : (NAMED.exec(line) ?? []);
  return `\u001b[${on}m${name ?? line}\u001b[${off}m${rest ?? ""}`;
}

/** The text of a place. Carets mark it, unless it is all that is on its line beside its name. */
function excerpt(found) {
  const [before, marked, after] = [found.before, found.marked, found.after].map(visible);
  const lines = [`   |  ${before}${marked}${after}`];
  if (!/^("[^"]*"\s*:\s*)?$/.test(before) || !/^,?\s*$/.test(after)) lines.push(`   |  ${" ".repeat(widthsOf(before))}${"^".repeat(Math.max(1, widthsOf(marked)))}`);
  return lines;
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

/** A paragraph of lines that begin with two spaces, but for the first, which begins with `first`. */
function wrap(text, width, indent = "  ", first = indent) {
  let [wrapped, line, isEmpty] = ["", first, true];
  for (const word of text.split(/\s+/)) {
    if (!isEmpty && line.length + 1 + word.length > width) [wrapped, line, isEmpty] = [`${wrapped}${line}\n`, indent, true];
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return wrapped + line;
}

/** The closing lines, each with its role. */
function summary(report, file) {
  const { model, findings, checks, omitted = {} } = report;
  const count = (test) => Object.values(checks).filter(test).length;
  const [checked, undecided] = [count((check) => check === "passed" || check === "failed"), count((check) => check.startsWith("unknown"))];
  const left = Object.values(omitted).reduce((sum, number) => sum + number, 0);
  const found = [countsOf(findings), left ? `${counted(left, "more finding")} not listed` : ""].filter(Boolean).join(", ");
  const rules = [`${counted(checked, "rule")} checked`, undecided ? `${undecided} undecided` : ""].filter(Boolean).join(", ");
  const sentences = [capitalised(verdictOf(report)), found, rules].filter(Boolean).map((sentence) => `${sentence}.`);
  return [`${file}: ${sentences.join(" ")}`, ...checkedAs(model)].map((line) => ["summary", line]);
}

/** Says which model the request was checked for, if it names one that the tables do not have. */
function checkedAs({ given, standing, name } = {}) {
  if (standing === "nearest") return [`Unknown model ${printable(given)}; checked as ${name}, so results are likely, not certain.`];
  if (standing === "latest") return [`${printable(given)} is an alias; checked as ${name}, the newest known version.`];
  if (standing === "unknown") return [`Unknown model ${printable(given)}; only the rules of its vendor and host were checked.`];
  return [];
}
