// The counts of the closing record. Those of two batches add up to those of both.

export class Tally {
  lines = 0;
  empty = 0;
  results = 0;
  errors = 0;
  /** What observability exports tell without the body of a request, and what in them is no call of a model. */
  missing = 0;
  others = 0;
  unread = 0;
  /** Findings that make the exit code 1. They are no part of the closing record, since they depend on `--fail-on`. */
  failing = 0;
  verdicts = {};
  rules = {};

  /** Adds the counts of another, which may have come from another thread and be plain data. */
  merge({ verdicts, rules, ...counts }) {
    for (const [name, count] of Object.entries(counts)) this[name] += count;
    for (const [verdict, count] of Object.entries(verdicts)) add(this.verdicts, verdict, count);
    for (const [rule, count] of Object.entries(rules)) add(this.rules, rule, count);
  }

  /** Counts what an audit found. */
  count({ verdict, findings }) {
    add(this.verdicts, verdict, 1);
    for (const { rule } of findings) add(this.rules, rule, 1);
  }

  /** The last line of the output. If it is missing, the output was cut. */
  closing(head) {
    const { verdicts, rules, failing, ...counts } = this;
    return JSON.stringify({ rethought: "end", ...head, ...counts, verdicts: sorted(verdicts), rules: sorted(rules) });
  }
}

/** Adds to a count that may not have begun. */
export function add(counts, name, number) {
  counts[name] = (counts[name] ?? 0) + number;
}

/** In the order of their names, so that equal counts are equal texts. */
const sorted = (counts) => Object.fromEntries(Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1)));
