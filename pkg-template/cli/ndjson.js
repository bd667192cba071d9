// --ndjson of audit, fix, convert and decode: a filter over lines, for programs and engines that scale it.
import { availableParallelism } from "node:os";
import { filter } from "../batch/filter.js";
import { counted } from "../report/words.js";
import { emptyText } from "../text/unreadable.js";
import { baselineOf, failingOf, writtenText } from "./audit.js";
import { LEVELS } from "./commands/names.js";
import { withConfig } from "./config.js";
import { conversionOf } from "./convert.js";
import { inputsOf } from "./inputs.js";
import { note, warn } from "./output.js";
import { tablesIn } from "./tables-age.js";
import { auditOptionsOf, checkTarget, targetOf } from "./target.js";
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
  await checkTarget(values, auditOptionsOf(values), target);
  const inputs = inputsFrom(words, { exclude, root: folder });
  const jobs = values.sessions ? 1 : wholeNumber(values.jobs, "jobs", availableParallelism(), 1024);
  if (values.sessions && values.jobs !== undefined && values.jobs !== "1") throw new Usage(`--sessions reads lines in order, so --jobs must be 1 (got ${values.jobs})`);
  const maxLine = wholeNumber(values["max-line"], "max-line", LONGEST, LONGEST);
  const settings = { command, jobs, maxLine, sessions: values.sessions ?? false, texts: values.texts ?? false, isQuiet: values.quiet ?? false, ...settingsOf(command, values, target) };
  if (command === "audit") settings.about = { tables: tablesIn(settings.options) };
  if (command === "audit") return auditLines(inputs, settings, { values, isNamed: words.length > 0 });
  return (await filtered(inputs, settings, { isNamed: words.length > 0 })).exitCode;
}

/**
 * Runs the filter. The exit code is 2 if an input is not a file of lines, or has no line at all. Standard input that nobody named may be empty: an engine starts
 * a filter for each part of its data.
 */
async function filtered(inputs, settings, { isNamed, collect, refused = [] }) {
  const refuse = (path, sentence) => {
    const name = path === "-" ? "standard input" : path;
    refused.push({ path, sentence });
    warn(`${name} is ${sentence}`);
  };
  const tally = await filter(inputs, settings, { collect, refuse });
  if (!tally) return { exitCode: 0 };
  const isEmpty = !refused.length && tally.lines === tally.empty;
  if (isEmpty) warn(noLines(inputs));
  return { tally, isEmpty, exitCode: refused.length || (isEmpty && isNamed) ? 2 : 0 };
}

function noLines([path, ...others]) {
  if (others.length) return "the files have no lines";
  return `${path === "-" ? "" : `${path}: `}${emptyText(path, "traces.ndjson")}`;
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
  return inputs.map(({ path }) => path);
}

function settingsOf(command, values, target) {
  const options = auditOptionsOf(values);
  if (command === "convert") return { options, ...conversionOf(values) };
  if (command === "fix") options.allow = values.allow ?? [];
  return { options, target: { ...target, ...targetOf(values) }, severities: LEVELS.slice(LEVELS.indexOf(values.level ?? "advice")) };
}

/**
 * Audits lines. With a format, or to write a baseline, the results are collected instead of printed. As a gate, the exit code is 2 if a line could not be
 * checked, or there is none.
 */
async function auditLines(inputs, settings, { values, isNamed }) {
  const [baseline, failing] = [await baselineOf(values), failingOf(values, "never")];
  const isCollected = values.format !== undefined || baseline?.isWritten;
  const known = baseline && { keys: baseline.keys, names: Object.fromEntries(inputs.map((path) => [path, baseline.nameOf(path)])) };
  const { Collector } = isCollected ? await import("./collected.js") : {};
  const collector = isCollected ? new Collector(inputs) : undefined;
  const refused = [];
  const { tally, isEmpty, exitCode } = await filtered(inputs, { ...settings, failing, known, isCollected }, { isNamed, refused, collect: collector && ((bytes) => collector.add(bytes)) });
  if (!tally) return exitCode;
  for (const { path, sentence } of refused) collector?.refuse(path, sentence);
  if (isEmpty) collector?.refuse(inputs[0], "there are no lines");
  if (baseline?.isWritten) inputs.forEach((path) => baseline.cover(path));
  if (baseline?.isWritten) collector.findings.forEach((finding) => baseline.add({ ...finding, file: baseline.nameOf(finding.path) }));
  if (baseline?.isWritten) note(writtenText(baseline.write()));
  else if (collector) (await import("./formats/index.js")).printAs(values.format, collector.document());
  const isGate = isCollected || values["fail-on"] !== undefined;
  const unchecked = tally.errors + tally.missing + (tally.verdicts.unknown ?? 0);
  if (isGate && unchecked) warn(`${unchecked} of ${counted(tally.lines, "line")} could not be checked`);
  if (exitCode || (isGate && (unchecked || !tally.results))) return 2;
  return tally.failing ? 1 : 0;
}
