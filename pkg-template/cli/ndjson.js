// --ndjson of audit, fix, convert and decode: a filter over lines, for programs and engines that scale it.
import { availableParallelism } from "node:os";
import { filter } from "../batch/filter.js";
import { baselineOf, failingOf, writtenText } from "./audit.js";
import { LEVELS } from "./commands/names.js";
import { withConfig } from "./config.js";
import { BEGINNING, beginningOf } from "./beginning.js";
import { conversionOf } from "./convert.js";
import { inputsOf } from "./inputs.js";
import { note, warn } from "./output.js";
import { quoted } from "./quoted.js";
import { readUpTo } from "./read-up-to.js";
import { auditOptionsOf, targetOf } from "./target.js";
import { isSession, transcriptName } from "./transcripts.js";
import { Usage, wholeNumber } from "./usage.js";

/** The options of the commands that are about files and not about lines. */
const OF_FILES = ["write", "diff", "raw", "ledger"];
/** The longest text that the package reads. */
const LONGEST = 1 << 26;
/** The files of a folder that have lines. */
const ENDINGS = [".ndjson", ".jsonl", ".ndjson.gz", ".jsonl.gz"];

export async function ndjson({ name: command }, words, given) {
  const { values, target, exclude, folder } = CONFIGURED.includes(command) ? await withConfig(given) : { values: given, target: {} };
  refuseStray(values, command);
  const inputs = inputsFrom(words, { exclude, root: folder });
  const jobs = values.sessions ? 1 : wholeNumber(values.jobs, "jobs", availableParallelism(), 1024);
  if (values.sessions && values.jobs !== undefined && values.jobs !== "1") throw new Usage(`--sessions reads lines in order, so --jobs must be 1 (got ${values.jobs})`);
  const maxLine = wholeNumber(values["max-line"], "max-line", LONGEST, LONGEST);
  const settings = { command, jobs, maxLine, sessions: values.sessions ?? false, texts: values.texts ?? false, isQuiet: values.quiet ?? false, ...settingsOf(command, values, target) };
  return command === "audit" ? auditLines(inputs, settings, values) : (await filter(inputs, settings), 0);
}

/** The commands that read a configuration. */
const CONFIGURED = ["audit", "fix"];

function refuseStray(values, command) {
  const stray = OF_FILES.find((name) => values[name] !== undefined);
  if (stray) throw new Usage(`--${stray} is not allowed with --ndjson`);
  if (values.format === undefined) return;
  if (command !== "audit") throw new Usage("--format is not allowed with --ndjson");
  if (values.format === "json") throw new Usage("--format json is not allowed with --ndjson: leave it out, since each line is JSON already");
}

/** The paths of files with lines. All names are checked before the first line is read, so that a wrong one does not show after an hour. */
function inputsFrom(words, { exclude, root }) {
  const { inputs } = inputsOf(words, { endings: ENDINGS, exclude, root });
  const [first] = inputs.filter(({ error }) => error);
  if (first) throw new Error(`${first.path}: ${first.error.message}`);
  for (const { path } of inputs) refuseSession(path);
  return inputs.map(({ path }) => path);
}

/** A session is one conversation over many lines, so no line of it can be read alone. */
function refuseSession(path) {
  if (path === "-") return;
  const { format } = beginningOf(readUpTo(path, BEGINNING + 1));
  if (isSession(format)) throw new Error(`${path}: ${transcriptName(format)}, whose lines are not requests. To check it: rethought audit ${quoted(path)}`);
}

function settingsOf(command, values, target) {
  const options = auditOptionsOf(values);
  if (command === "convert") return { options, ...conversionOf(values) };
  if (command === "fix") options.allow = values.allow ?? [];
  return { options, target: { ...target, ...targetOf(values) }, severities: LEVELS.slice(LEVELS.indexOf(values.level ?? "advice")) };
}

/** Audits lines. With a format, or to write a baseline, the results are collected instead of printed. */
async function auditLines(inputs, settings, values) {
  const [baseline, failing] = [await baselineOf(values), failingOf(values, "never")];
  const isCollected = values.format !== undefined || baseline?.isWritten;
  const known = baseline && { keys: baseline.keys, names: Object.fromEntries(inputs.map((path) => [path, baseline.nameOf(path)])) };
  const { Collector } = isCollected ? await import("./collected.js") : {};
  const collector = isCollected ? new Collector(inputs) : undefined;
  const tally = await filter(inputs, { ...settings, failing, known, isCollected }, collector && ((bytes) => collector.add(bytes)));
  if (baseline?.isWritten) collector.findings.forEach((finding) => baseline.add({ ...finding, file: baseline.nameOf(finding.path) }));
  if (baseline?.isWritten) note(writtenText(baseline.write()));
  else if (collector) (await import("./formats/index.js")).printAs(values.format, collector.document());
  if (collector && tally.errors) warn(`${tally.errors} of ${tally.lines} lines could not be checked`);
  return tally.failing ? 1 : 0;
}
