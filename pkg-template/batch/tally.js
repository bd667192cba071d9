// The counts of the closing record. The counts of two batches add up.

export class Tally {
  lines = 0;
  empty = 0;
  results = 0;
  errors = 0;
  /** Records of observability exports without the body of a request, and records that are not calls of a model. */
  missing = 0;
  others = 0;
  unread = 0;
  /** Findings that make the exit code 1. They are not a part of the closing record, since they depend on `--fail-on`. */
  failing = 0;
  verdicts = {};
  rules = {};

  /** Adds another tally, which may be plain data from another thread. */
  merge({ verdicts, rules, ...counts }) {
    for (const [name, count] of Object.entries(counts)) this[name] += count;
    for (const [verdict, count] of Object.entries(verdicts)) add(this.verdicts, verdict, count);
    for (const [rule, count] of Object.entries(rules)) add(this.rules, rule, count);
  }

  /** Counts the results of an audit. */
  count({ verdict, findings }) {
    add(this.verdicts, verdict, 1);
    for (const { rule } of findings) add(this.rules, rule, 1);
  }

  /** Returns the last line of the output. If it is missing, the output was cut. */
  closing(head) {
    const { verdicts, rules, failing, ...counts } = this;
    return JSON.stringify({ rethought: "end", ...head, ...counts, verdicts: sorted(verdicts), rules: sorted(rules) });
  }
}

/** Adds to a count, which may be undefined. */
export function add(counts, name, number) {
  counts[name] = (counts[name] ?? 0) + number;
}

/** Sorts counts by name, so that equal counts are equal texts. */
const sorted = (counts) => Object.fromEntries(Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1)));
