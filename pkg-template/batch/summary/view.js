// The summary for all report formats: a bounded number of rows, the longest first, with the earlier values beside the current ones. All its texts are
// safe to print.
import { explain } from "../../start/node.js";
import { printable } from "../../text/printable.js";
import { bucketsOf } from "./buckets.js";
import { exampleRow } from "./example-row.js";
import { HASHES, hostRank, modelRank, UNKNOWN } from "./rank.js";
import { SEVERITIES, VERDICTS } from "./summary.js";

/** The maximum number of rows of a table. The rest adds up in one more. */
const ROWS = 50;
const RULES = 200;
/** The words of `verdicts` in the order of the counts of a row: from bad to good, then unknown words, then no verdict. */
const WORDS = [...VERDICTS, "other", "none"];
/** The number of bad words at the start of the list. */
const BAD = 3;
const STATES = ["cut", "differing", "unread", "whole"];

/**
 * Returns the rows of a report. `before` is the summary of an earlier run, `title` the heading. `opened(example, rule)` returns the address of an
 * example, if it has one. Counts of a row are `[results, …by the words of WORDS]`.
 */
export function viewOf(summary, { before, title, opened = () => undefined }) {
  const rules = rulesOf(summary, before, opened);
  const indices = new Map(rules.map(({ id }, nth) => [id, nth]));
  const buckets = bucketsOf(summary.days);
  const then = (name) => before?.[name];
  return {
    title: printable(title),
    counts: countsOf(summary.all),
    then: before && countsOf(before.all),
    thoughts: summary.all.thoughts,
    unread: summary.all.unread,
    days: buckets.list.map(({ label, names }) => dayRow(label, names.map((day) => summary.days.get(day)), indices)),
    step: buckets.step,
    undated: summary.days.get("")?.results ?? 0,
    earlier: summary.days.others?.results ?? 0,
    models: groupOf(summary.models, then("models"), indices, { rank: modelRank, buckets }),
    hosts: groupOf(summary.hosts, then("hosts"), indices, { rank: hostRank }),
    wires: groupOf(summary.wires, then("wires"), indices, {}),
    rules: rules.slice(0, RULES),
    moreRules: Math.max(0, rules.length - RULES),
    otherRules: summary.rules.others?.results ?? 0,
    fates: largest(summary.all.fates.entries().map(([name, times]) => ({ name: nameOf(name), times })), ({ times }) => times),
    errors: largest(summary.errors.entries().map(([code, { lines, examples }]) => ({ code: nameOf(code), lines, examples: rowsOf(examples, opened) })), ({ lines }) => lines),
    otherErrors: summary.errors.others?.lines ?? 0,
    sources: sourcesOf(summary.sources),
  };
}

const countsOf = ({ results, verdicts }) => [results, ...WORDS.map((word) => verdicts[word])];

/** Returns the number of results whose verdict is bad. */
export const badOf = (counts) => counts.slice(1, 1 + BAD).reduce((sum, times) => sum + times, 0);

const nameOf = (name) => printable(name);
const largest = (rows, size) => rows.sort((one, other) => size(other) - size(one));
const sum = (lists) => lists.reduce((total, list) => total.map((times, nth) => times + list[nth]), [0, ...WORDS.map(() => 0)]);

/** Returns how often each rule of the report occurs in a cell: `{index: results}`. */
function ruleCounts(cells, indices) {
  const counts = {};
  for (const cell of cells)
    for (const [rule, times] of cell.rules.entries()) {
      const nth = indices.get(nameOf(rule));
      if (nth !== undefined && nth < RULES) counts[nth] = (counts[nth] ?? 0) + times;
    }
  return counts;
}

function dayRow(name, cells, indices) {
  const there = cells.filter(Boolean);
  return { name, counts: sum(there.map(countsOf)), rules: ruleCounts(there, indices) };
}

/** Returns the rows of a table of names: the largest of them, and one for the rest. */
function groupOf(table, before, indices, { rank, buckets }) {
  const all = largest(table.entries(), ([, { results }]) => results);
  const then = (cell) => cell && [cell.results, badOf(countsOf(cell))];
  const row = ([name, cell]) => ({
    name: nameOf(name),
    counts: countsOf(cell),
    rules: ruleCounts([cell], indices),
    ...(before ? { then: then(before.get(name)) ?? [0, 0] } : {}),
    ...(buckets ? { days: daysOf(cell, buckets) } : {}),
  });
  const shown = all.slice(0, ROWS);
  const rest = [...all.slice(ROWS).map(([, cell]) => cell), ...(table.others ? [table.others] : [])];
  const names = all.length - shown.length + (table.others ? droppedNames(all, rank) : 0);
  return { rows: shown.map(row), ...(rest.length ? { rest: { names, isEstimate: table.others !== undefined, counts: sum(rest.map(countsOf)), rules: ruleCounts(rest, indices) } } : {}) };
}

/** Returns the verdicts of a model by bucket: `{index: counts}`. */
function daysOf({ days }, { list }) {
  const found = {};
  list.forEach(({ names }, nth) => {
    const there = names.map((day) => days.get(day)).filter(Boolean);
    const counts = sum(there.map((verdicts) => [WORDS.reduce((total, word) => total + verdicts[word], 0), ...WORDS.map((word) => verdicts[word])]));
    if (counts[0]) found[nth] = counts;
  });
  return found;
}

/** Estimates how many names were dropped: hashes are spread evenly, so the kept ones show their density. */
function droppedNames(kept, rank) {
  if (!rank) return 0;
  const hashes = kept.map(([name]) => rank(name) - UNKNOWN).filter((hash) => hash >= 0);
  return hashes.length ? Math.round(hashes.length / (Math.max(...hashes) / HASHES)) - hashes.length : 0;
}

function rulesOf(summary, before, opened) {
  const now = new Map(summary.rules.entries());
  const gone = before ? before.rules.entries().filter(([rule, { results }]) => results && !now.has(rule)).map(([rule]) => [rule, undefined]) : [];
  const rows = [...now, ...gone].map(([rule, cell]) => ({
    id: nameOf(rule),
    title: explain(rule)?.summary,
    severity: mostly(cell ?? before.rules.get(rule)),
    results: cell?.results ?? 0,
    findings: cell?.findings ?? 0,
    mended: cell?.mended ?? 0,
    examples: cell ? rowsOf(cell.examples, (example) => opened(example, rule)) : [],
    ...(before ? { then: before.rules.get(rule)?.results ?? 0 } : {}),
  }));
  return largest(rows, ({ results, mended }) => results + mended / 1e9);
}

const mostly = ({ severities }) => SEVERITIES.reduce((best, word) => (severities[word] > severities[best] ? word : best));

const rowsOf = ({ list }, opened) => list.map(({ example }) => exampleRow(example, opened(example)));

function sourcesOf(sources) {
  return STATES.map((state) => ({
    state,
    rows: sources[state].entries().map(([name, counts]) => ({ name: nameOf(name), ...counts })),
    others: sources[state].others?.files ?? 0,
  })).filter(({ rows }) => rows.length);
}
