// Compares the counts of a file's results with those of its end records. They are summed over the file, since a file may be several outputs in one,
// or sorted.

/** A file has a few verdicts and rules. A file with more than this limit is reported as different. */
const MOST_WORDS = 10_000;

export class EndCounts {
  results = 0;
  errors = 0;
  ends = 0;
  endResults = 0;
  endErrors = 0;
  /** Results by verdict and findings by rule: those found, and those of the end records. */
  #own = { verdicts: new Map(), rules: new Map() };
  #said = { verdicts: new Map(), rules: new Map() };

  addError() {
    this.errors++;
  }

  addResult({ verdict, findings, left }) {
    this.results++;
    if (verdict !== undefined) count(this.#own.verdicts, verdict, 1);
    const found = findings ?? left;
    if (Array.isArray(found)) for (const finding of found) count(this.#own.rules, finding?.rule, 1);
  }

  /** A body that is missing in an export counts as an error here. */
  addEnd({ results, errors, missing, verdicts, rules }) {
    this.ends++;
    this.endResults += numberOf(results);
    this.endErrors += numberOf(errors) + numberOf(missing);
    for (const [own, given] of [[this.#said.verdicts, verdicts], [this.#said.rules, rules]]) for (const [name, times] of Object.entries(given ?? {})) count(own, name, numberOf(times));
  }

  /** True if the numbers of results and errors equal those of the end records. */
  get hasAll() {
    return this.results === this.endResults && this.errors === this.endErrors;
  }

  /** True if the verdicts and rules also equal those of the end records. An end record need not have them. */
  get agrees() {
    return this.hasAll && ["verdicts", "rules"].every((name) => !this.#said[name].size || isEqual(this.#own[name], this.#said[name]));
  }
}

function count(counts, name, times) {
  if (counts.size < MOST_WORDS || counts.has(name)) counts.set(name, (counts.get(name) ?? 0) + times);
}

const numberOf = (value) => (Number.isSafeInteger(value) && value >= 0 ? value : 0);

const isEqual = (one, other) => [...new Set([...one.keys(), ...other.keys()])].every((name) => (one.get(name) ?? 0) === (other.get(name) ?? 0));
