// The summary of results: verdicts by model, host, wire and day. Its memory is bounded for any number of results and any names. `merge` is
// associative and commutative and `empty()` changes nothing, so an engine may sum parts and then the parts of parts.
import { version } from "../../start/node.js";
import { bounded, tally } from "./bounded.js";
import { dayOf } from "./day.js";
import { checked, exampleOf, hashOfExample, hashOfResult } from "./example.js";
import { count, record, SummaryError, wordOf, words } from "./monoid.js";
import { byHash, dayRank, hostRank, modelRank, ruleRank, wireRank } from "./rank.js";
import { smallest } from "./smallest.js";

/** From bad to good. */
export const VERDICTS = ["rejected", "likely rejected", "degraded", "accepted"];
export const SEVERITIES = ["reject", "degrade", "advice"];
const EVIDENCE = ["observed", "documented", "reported", "inferred"];
/** The maximum number of names of each sort. Traffic has fewer, unless every tenant has a separate model or host. */
const MOST = { models: 4000, hosts: 4000, wires: 32, days: 1000, rules: 400, fates: 32, codes: 64, sources: 100 };
/** The number of examples of a rule, or of an error. */
const EXAMPLES = 5;
/** The version of the format. An incompatible later version has another number. */
const SCHEMA = 1;

const verdicts = words(VERDICTS);
const examples = smallest(EXAMPLES, hashOfExample, checked);
const cell = { results: count, verdicts, rules: tally(MOST.rules, ruleRank) };
const source = record({ files: count, results: count, errors: count, ends: count, endResults: count, endErrors: count, broken: count, strange: count });
const sources = bounded(MOST.sources, byHash, source);

const SUMMARY = record({
  all: record({ ...cell, unread: count, thoughts: count, fates: tally(MOST.fates, byHash) }),
  models: bounded(MOST.models, modelRank, record({ ...cell, days: bounded(MOST.days, dayRank, verdicts) })),
  hosts: bounded(MOST.hosts, hostRank, record(cell)),
  wires: bounded(MOST.wires, wireRank, record(cell)),
  days: bounded(MOST.days, dayRank, record(cell)),
  rules: bounded(MOST.rules, ruleRank, record({ results: count, findings: count, mended: count, severities: words(SEVERITIES), evidence: words(EVIDENCE), examples })),
  errors: bounded(MOST.codes, byHash, record({ lines: count, examples })),
  sources: record({ whole: sources, cut: sources, differing: sources, unread: sources }),
});

/** Returns an empty summary. */
export const empty = SUMMARY.empty;

/** Returns the sum of two summaries. Neither is changed. */
export const merge = (one, other) => absorb(absorb(empty(), one), other);

/** Merges a summary into another, which is changed and returned. */
export const absorb = SUMMARY.merge;

/** Returns the summary as JSON, which `readSummary` reads. Equal summaries have equal JSON. */
export const writeSummary = (summary) => ({ rethought: "summary", schema: SCHEMA, version: version(), ...SUMMARY.write(summary) });

/** Reads a summary from JSON. Throws a SummaryError that names the problem. */
export function readSummary(json) {
  if (json?.schema !== SCHEMA) throw new SummaryError(`it has the form ${JSON.stringify(json?.schema) ?? "of none"}, and this version reads ${SCHEMA}`);
  return SUMMARY.read(json);
}

/** Adds a result to a summary. `origin` is `{text, source}`: the line of the result, and its file. */
export function add(summary, result, origin = NOWHERE) {
  if (result.error || result.missing !== undefined) return addError(summary, result, origin);
  const day = dayOf(result.time);
  const verdict = wordOf(KNOWN_VERDICTS, textOf(result.verdict));
  const model = summary.models.at(textOf(result.model) ?? "");
  const cells = [summary.all, model, summary.hosts.at(textOf(result.host) ?? ""), summary.wires.at(textOf(result.wire) ?? ""), summary.days.at(day)];
  for (const each of cells) {
    each.results++;
    each.verdicts[verdict]++;
  }
  model.days.at(day)[verdict]++;
  if (result.unread) summary.all.unread++;
  if (Number.isSafeInteger(result.thoughts) && result.thoughts > 0) summary.all.thoughts += result.thoughts;
  if (result.fates) for (const [fate, times] of Object.entries(result.fates)) if (Number.isSafeInteger(times) && times > 0) summary.all.fates.count(fate, times);
  for (const { rule } of listOf(result.mended)) if (typeof rule === "string") summary.rules.at(rule).mended++;
  const findings = listOf(result.findings ?? result.left);
  if (findings.length) addFindings(summary, cells, findings, result, origin);
  return summary;
}

function addFindings(summary, cells, findings, result, origin) {
  const number = hashOfResult(result, origin);
  const seen = new Set();
  for (const finding of findings) {
    const rule = textOf(finding.rule) ?? "";
    const found = summary.rules.at(rule);
    found.findings++;
    found.severities[wordOf(KNOWN_SEVERITIES, textOf(finding.severity))]++;
    found.evidence[wordOf(KNOWN_EVIDENCE, textOf(finding.evidence))]++;
    if (seen.has(rule)) continue;
    seen.add(rule);
    found.results++;
    for (const each of cells) each.rules.count(rule);
    found.examples.offer(number, () => exampleOf(result, origin, { pointer: finding.pointer }));
  }
}

function addError(summary, result, origin) {
  const { code, pointer } = result.error ?? { code: NO_REQUEST };
  const found = summary.errors.at(textOf(code) ?? "");
  found.lines++;
  found.examples.offer(hashOfResult(result, origin), () => exampleOf(result, origin, { pointer, code }));
  return summary;
}

/** The error code of a line of an observability export that has `missing`. */
const NO_REQUEST = "no request in the export";
const NOWHERE = { text: "", source: "" };
const [KNOWN_VERDICTS, KNOWN_SEVERITIES, KNOWN_EVIDENCE] = [VERDICTS, SEVERITIES, EVIDENCE].map((list) => new Set(list));

const textOf = (value) => (typeof value === "string" ? value : undefined);
const listOf = (value) => (Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : []);
