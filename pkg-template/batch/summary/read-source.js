// A file of results, of summaries, or of both, added to a summary.
import { SummaryError } from "./monoid.js";
import { readLines } from "./read-lines.js";
import { absorb, add, readSummary } from "./summary.js";

/** A summary that was written over several lines, as formatters do, is held up to this size to be read as one. */
const LONGEST_SPREAD = 64 << 20;

/**
 * Reads a file, or standard input for `-`, into the summary. Resolves to `{name, state, hasOurs, failure, notes}`: the state is `whole`, `cut` (no end record), `differing` (the end
 * records have other counts), `unread` (nothing of ours was read) or `summary`; the notes are sentences about what could not be read.
 */
export async function readSource(path, summary) {
  const name = path === "-" ? "stdin" : path;
  const source = new SourceReader(name, summary);
  let failure;
  try {
    await readLines(path, (text, byte) => source.take(text, byte));
  } catch (cause) {
    failure = cause;
  }
  return source.finish(failure);
}

class SourceReader {
  #name;
  #summary;
  #counts = { files: 1, results: 0, errors: 0, ends: 0, endResults: 0, endErrors: 0, broken: 0, strange: 0 };
  #summaries = 0;
  /** Results by verdict and findings by rule, as an end record counts them. */
  #own = newCounts();
  #ends = newCounts();
  /** The lines of a text that may be one summary in several lines, and their length. */
  #spread = undefined;
  #first;

  constructor(name, summary) {
    this.#name = name;
    this.#summary = summary;
  }

  take(text, byte) {
    if (this.#spread) return this.#hold(text, byte);
    const value = parsed(text);
    if (value === undefined && byte === 0 && /^\s*[{[]\s*$/.test(text ?? "")) {
      this.#spread = { texts: [text], length: text.length };
      return;
    }
    this.#takeValue(value, text, byte);
  }

  #hold(text, byte) {
    const spread = this.#spread;
    spread.length += text?.length ?? Infinity;
    if (spread.length <= LONGEST_SPREAD) spread.texts.push(text);
    else this.#counts.broken++;
    this.#first ??= byte;
  }

  #takeValue(value, text, byte) {
    const kind = kindOf(value);
    if (kind === "broken" || kind === "strange") {
      this.#counts[kind]++;
      this.#first ??= byte;
    } else if (kind === "summary") this.#takeSummary(value, byte);
    else if (kind === "end") this.#takeEnd(value);
    else {
      this.#counts[kind === "error" ? "errors" : "results"]++;
      if (kind === "result") countResult(this.#own, value);
      add(this.#summary, value, { text, source: this.#name });
    }
  }

  #takeSummary(value, byte) {
    try {
      absorb(this.#summary, readSummary(value));
      this.#summaries++;
    } catch (error) {
      if (!(error instanceof SummaryError)) throw error;
      this.#counts.broken++;
      this.#first ??= byte;
      this.#badSummary ??= error.message;
    }
  }
  #badSummary;

  #takeEnd({ results, errors, verdicts, rules }) {
    this.#counts.ends++;
    this.#counts.endResults += numberOf(results);
    this.#counts.endErrors += numberOf(errors);
    for (const [own, given] of [[this.#ends.verdicts, verdicts], [this.#ends.rules, rules]])
      for (const [name, times] of Object.entries(given ?? {})) own.set(name, (own.get(name) ?? 0) + numberOf(times));
  }

  finish(failure) {
    if (this.#spread) {
      const value = parsed(this.#spread.texts.join("\n"));
      // A list is that of a program that collects lines.
      if (Array.isArray(value)) for (const each of value) this.#takeValue(each, "", 0);
      else this.#takeValue(value, "", 0);
    }
    const state = this.#state(failure);
    if (state !== "summary") this.#summary.sources[state].put(this.#name, this.#counts);
    const { results, errors, ends } = this.#counts;
    return { name: this.#name, state, hasOurs: results + errors + ends + this.#summaries > 0, failure, notes: [...this.#notes(failure)] };
  }

  #state(failure) {
    const { results, errors, ends, broken, strange } = this.#counts;
    const isOurs = results + errors + ends > 0;
    if (!isOurs && this.#summaries) return "summary";
    if (!isOurs && (broken + strange || failure)) return "unread";
    if (!ends) return "cut";
    return this.#agrees() ? "whole" : "differing";
  }

  #agrees() {
    const { results, errors, endResults, endErrors } = this.#counts;
    return results === endResults && errors === endErrors && ["verdicts", "rules"].every((name) => !this.#ends[name].size || equal(this.#own[name], this.#ends[name]));
  }

  *#notes(failure) {
    const { results, errors, endResults, endErrors, broken, strange } = this.#counts;
    const state = this.#state(failure);
    if (failure) yield `it cannot be read${results + errors ? " to its end" : ""}: ${(failure.cause ?? failure).message}`;
    if (this.#badSummary) yield `a summary in it cannot be read: ${this.#badSummary}`;
    const left = broken + strange;
    if (state === "unread" && !failure) yield strange ? "its lines are no results: rethought audit --ndjson makes results of exchanges" : "there are no results in it";
    else if (left) yield `${left} of its lines ${left === 1 ? "is no result and is" : "are no results and are"} left out, the first at byte ${this.#first}`;
    if (state === "cut" && !failure) yield "it has no end record: it was cut, or its writer was stopped";
    if (state === "differing") yield `it has ${results} results and ${errors} errors, and its end records say ${endResults} and ${endErrors}${results === endResults && errors === endErrors ? ", of other verdicts or rules" : ""}`;
  }
}

function parsed(text) {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a line is: a result, an error, an end record, a summary, JSON that is none of them (`strange`), or no JSON (`broken`). */
function kindOf(value) {
  if (value === undefined) return "broken";
  if (typeof value !== "object" || value === null) return "strange";
  if (value.rethought === "end" || value.rethought === "summary") return value.rethought;
  if (typeof value.error === "object" && value.error !== null && typeof value.error.code === "string") return "error";
  return typeof value.verdict === "string" || isDecoded(value) ? "result" : "strange";
}

const isDecoded = ({ turn }) => typeof turn === "object" && turn !== null;

const newCounts = () => ({ verdicts: new Map(), rules: new Map() });

/** Counts a result as an end record does. A file has few rules; one that was made to have a million stops counting, and is said to differ. */
function countResult({ verdicts, rules }, { verdict, findings, left }) {
  const found = findings ?? left;
  if (verdict !== undefined && verdicts.size < MOST_WORDS) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  if (Array.isArray(found)) for (const finding of found) if (rules.size < MOST_WORDS) rules.set(finding?.rule, (rules.get(finding?.rule) ?? 0) + 1);
}

const MOST_WORDS = 10_000;

const numberOf = (value) => (Number.isSafeInteger(value) && value >= 0 ? value : 0);

const equal = (one, other) => [...new Set([...one.keys(), ...other.keys()])].every((name) => (one.get(name) ?? 0) === (other.get(name) ?? 0));
