// rethought audit: what is wrong with requests, and with sessions of agents.
import { audit as auditRequest, explain, render } from "../start/node.js";
import { counted, countsOf, verdictOf } from "../report/words.js";
import { printable } from "../text/printable.js";
import { LEVELS } from "./commands/names.js";
import { withConfig } from "./config.js";
import { eachFile, printOutcomes } from "./files.js";
import { note, printAnnotations, printOwn, warn } from "./output.js";
import { requestOf } from "./request.js";
import { noteOldTables, tablesIn } from "./tables-age.js";
import { auditOptionsOf, checkTarget } from "./target.js";
import { hasColor, widthOf } from "./terminal.js";
import { Usage } from "./usage.js";

const NOTHING = new Uint8Array();
/** Formats that are one document for all files, made of the SARIF of each. */
const DOCUMENTS = ["sarif", "junit", "markdown"];

export async function audit(words, given, { endings }) {
  const { values, target, exclude, folder } = await withConfig(given);
  const { format = "text", quiet: isQuiet = false } = values;
  const options = auditOptionsOf(values);
  await checkTarget(values, options, target);
  const baseline = await baselineOf(values);
  const level = LEVELS.indexOf(values.level ?? "advice");
  const failing = failingOf(values, "advice");
  const shown = new Shown(format, isQuiet);
  const reported = (report, input) => {
    if (format === "json") report.tables = tablesIn(options);
    const isListed = ({ severity }) => LEVELS.indexOf(severity) >= level;
    const listed = report.findings.filter(isListed);
    const path = input.path === "-" ? input.path : input.file;
    baseline?.cover(path);
    report.findings = baseline ? listed.filter((finding) => !baseline.has(finding, path, input.bytes)) : listed;
    if (baseline) report.baseline = listed.length - report.findings.length;
    // No rule fits the request: that is no clean bill.
    const failure = report.verdict === "unknown" ? verdictOf(report) : undefined;
    if (failure && (format !== "text" || isQuiet || baseline?.isWritten)) warn(`${input.file}: ${failure}`);
    const isFailing = report.findings.some(({ severity }) => failing.includes(severity)) || (failing.includes("reject") && (input.ofSession?.isRefused(report) ?? false));
    // A baseline that is written says how many findings it has, and nothing before that.
    return { found: isFailing, failure, result: baseline?.isWritten && format === "text" ? report : shown.add(report, input) };
  };
  const onSession = async (session) => {
    // Most files are no sessions, and to load the readers of sessions takes longer than to audit a request.
    const ofSession = await import("./audit-session.js");
    const bytes = format === "text" && !baseline ? undefined : Buffer.concat([...session.open()]);
    return reported(await ofSession.auditSession({ ...session, bytes }, values), { ...session, bytes: bytes ?? NOTHING, ofSession });
  };
  const done = await eachFile(words, { endings, exclude, root: folder, isQuiet: isQuiet || format !== "text", onSession }, (input) => {
    const { request, target: where, offset } = requestOf(input, values, { configured: target, command: "audit" });
    return reported(moved(auditRequest(request, where, options), offset), input);
  });
  if (baseline?.isWritten) note(writtenText(baseline.write()));
  if (DOCUMENTS.includes(format)) await printDocument(format, done);
  else if (format === "json") printOutcomes(done, "report");
  else if (format === "text" && !isQuiet && !baseline?.isWritten) {
    if (done.isMany) printTotal(done.outcomes);
    noteOldTables(options);
  }
  return done.exitCode;
}

/** The baseline that the values name; nothing if they name none. */
export async function baselineOf({ baseline, "write-baseline": isWritten }) {
  if (baseline === undefined && !isWritten) return undefined;
  const { Baseline, USUAL_NAME } = await import("./baseline.js");
  return new Baseline(baseline ?? USUAL_NAME, { isWritten });
}

/** The severities that make the exit code 1. `usual` is the lowest one if `--fail-on` is not given. @throws {Usage} if one of them is not shown. */
export function failingOf({ "fail-on": failOn, level: shown, "exit-zero": isZero, "write-baseline": isWritten }, usual) {
  if (failOn !== undefined && LEVELS.indexOf(failOn) >= 0 && LEVELS.indexOf(shown) > LEVELS.indexOf(failOn)) throw new Usage(`--level ${shown} hides findings that --fail-on ${failOn} fails on. Use --level ${failOn}.`, "audit");
  const level = LEVELS.indexOf(failOn ?? usual);
  return isZero || isWritten || level < 0 ? [] : LEVELS.slice(level);
}

/** Prints the reports file by file, or returns each for a document of all files. */
class Shown {
  #format;
  #isQuiet;
  /** True if the last report that was printed has findings; nothing before the first. */
  #lastHadFindings;

  constructor(format, isQuiet) {
    [this.#format, this.#isQuiet] = [format, isQuiet];
  }

  add(report, { file, path, bytes, ofSession }) {
    const format = DOCUMENTS.includes(this.#format) ? "sarif" : this.#format;
    const show = (more) => (ofSession && format === "text" ? ofSession.sessionReport(report, { file, path }) : render(report, bytes, { format, file, explain, ...more }));
    if (format === "sarif") return JSON.parse(show());
    if (format === "github") printAnnotations(show());
    if (format === "text" && !(this.#isQuiet && !report.findings.length)) this.#print(report, file, show);
    return report;
  }

  #print(report, file, show) {
    const hasFindings = report.findings.length > 0;
    const gap = this.#lastHadFindings || (this.#lastHadFindings === false && hasFindings) ? "\n" : "";
    printOwn(`${gap}${textOf(report, file, show)}`);
    this.#lastHadFindings = hasFindings;
  }
}

function textOf(report, file, show) {
  const { findings, baseline } = report;
  if (baseline && !findings.length) return `${printable(file)}: No new problems found. ${inBaseline(baseline)}`;
  const text = show({ color: hasColor(), ...(process.stdout.isTTY ? { width: widthOf() } : {}) });
  return baseline ? `${text}\n${inBaseline(baseline)}` : text;
}

const inBaseline = (count) => `${counted(count, "known finding")} ${count === 1 ? "is" : "are"} in the baseline.`;
/** The sentence about a baseline that was written. */
export const writtenText = ({ file, count }) => `${file}: ${counted(count, "finding")} written.`;

/** Prints one line about all files; nothing if none could be checked, because the errors say so. */
function printTotal(outcomes) {
  const unchecked = outcomes.filter(({ error, failure }) => error ?? failure).length;
  if (unchecked === outcomes.length) return;
  const found = countsOf(outcomes.flatMap(({ result }) => result?.findings ?? []));
  const left = unchecked ? ` ${counted(unchecked, "file")} could not be checked.` : "";
  printOwn(`${counted(outcomes.length - unchecked, "file")} checked: ${found || "no problems found"}.${left}`);
}

/** Prints one document for all files. A single file that failed leaves nothing to upload. */
async function printDocument(format, { outcomes, isMany }) {
  if (!isMany && outcomes[0].error) return;
  const [{ mergedSarif }, { printAs }] = await Promise.all([import("./sarif.js"), import("./formats/index.js")]);
  printAs(format, mergedSarif(outcomes));
}

/** A report whose places are counted from the beginning of the file, not of the request inside it. */
function moved(report, offset) {
  const move = (place) => ({ ...place, start: place.start + offset, end: place.end + offset });
  const findings = report.findings.map((finding) => {
    const fix = finding.fix && { ...finding.fix, edits: finding.fix.edits.map(move) };
    return { ...move(finding), related: finding.related.map(move), ...(fix ? { fix } : {}) };
  });
  return { ...report, findings };
}
