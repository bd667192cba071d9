// JUnit's XML, which GitLab, Jenkins, Azure and others show: a suite for each file, a failed case for each finding.
import { printable, printableLines } from "../../text/printable.js";
import { checkedFilesOf, failuresOf, placeOf, rowsOf } from "./results.js";

export function junitOf(document) {
  const rows = rowsOf(document);
  const suites = [...checkedFilesOf(document).map((file) => suiteOf(file, rows.filter((row) => row.file === file))), ...failuresOf(document).map(failedSuite)];
  const failures = failuresOf(document).length;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="rethought" tests="${suites.reduce((sum, { tests }) => sum + tests, 0)}" failures="${rows.length}" errors="${failures}">\n${suites.map(({ text }) => text).join("\n")}\n</testsuites>`;
}

function suiteOf(file, rows) {
  // A suite without a case does not show: a clean file has one that passed.
  const cases = rows.length ? rows.map(caseOf) : [`    <testcase name="audit" classname="${xml(file)}" file="${xml(file)}"/>`];
  return { tests: cases.length, text: `  <testsuite name="${xml(file)}" tests="${cases.length}" failures="${rows.length}" errors="0">\n${cases.join("\n")}\n  </testsuite>` };
}

function caseOf(row) {
  const { file, line, pointer, rule, severity, message, more, address, fix } = row;
  const body = [`${placeOf(row)} ${pointer}`, message, ...more, fix, address].filter(Boolean).join("\n");
  const name = `${rule} at ${pointer || "/"}`;
  return `    <testcase name="${xml(name)}" classname="${xml(file)}" file="${xml(file)}" line="${line}">\n      <failure message="${xml(message)}" type="${xml(severity)}">${lines(body)}</failure>\n    </testcase>`;
}

function failedSuite(failure) {
  const text = xml(failure.text);
  return { tests: 1, text: `  <testsuite name="not checked" tests="1" failures="0" errors="1">\n    <testcase name="audit" classname="not checked">\n      <error message="${text}">${text}</error>\n    </testcase>\n  </testsuite>` };
}

/** A text in an element or attribute. Letters that XML does not allow are escapes already, by `printable`. */
const xml = (text) => escaped(printable(String(text)));
const lines = (text) => escaped(printableLines(text));
const escaped = (text) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
