// Adds a file of results, of summaries, or of both to a summary.
import { counted } from "../../report/words.js";
import { unreadable } from "../../text/unreadable.js";
import { InputFault } from "../input.js";
import { EndCounts } from "./end-counts.js";
import { SummaryError } from "./monoid.js";
import { readLines } from "./read-lines.js";
import { absorb, add, readSummary } from "./summary.js";

/** The limit for a summary or a list that a formatter has written over several lines: it is held, to be read as one. */
const LONGEST_SPREAD = 64 << 20;

/**
 * Reads a file, or standard input for `-`, into the summary. Resolves to `{name, state, hasOurs, failure, notes}`. The state is `whole`, `cut` (no
 * end record), `differing` (the end records have other counts), `unread` (no line of our formats) or `summary`. The notes are sentences about
 * unreadable parts.
 */
export async function readSource(path, summary) {
  const source = new SourceReader(path === "-" ? "stdin" : path, summary);
  let failure;
  try {
    await readLines(path, (text, byte) => source.take(text, byte));
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    failure = error;
  }
  return source.finish(failure);
}

class SourceReader {
  #name;
  #summary;
  #counts = new EndCounts();
  #summaries = 0;
  #broken = 0;
  #strange = 0;
  /** The byte of the first line that is not a result. */
  #firstLeft;
  #badSummary;
  /** The lines, with their bytes, of a text that may be one value in several lines, and their length. */
  #spread;

  constructor(name, summary) {
    this.#name = name;
    this.#summary = summary;
  }

  take(text, byte) {
    if (!this.#spread && byte === 0 && /^\s*[{[]\s*$/.test(text ?? "")) this.#spread = { lines: [], length: 0 };
    if (this.#spread) this.#hold(text, byte);
    else this.#takeValue(parsed(text), text, byte);
  }

  #hold(text, byte) {
    this.#spread.lines.push([text, byte]);
    this.#spread.length += text?.length ?? LONGEST_SPREAD;
    if (this.#spread.length > LONGEST_SPREAD) this.#release();
  }

  /** Reads the held lines: as one value, or else each by itself. */
  #release() {
    const { lines, length } = this.#spread;
    this.#spread = undefined;
    const value = length > LONGEST_SPREAD ? undefined : parsed(lines.map(([text]) => text).join("\n"));
    if (Array.isArray(value)) for (const each of value) this.#takeValue(each, "", 0);
    else if (value !== undefined) this.#takeValue(value, "", 0);
    else for (const [text, byte] of lines) this.#takeValue(parsed(text), text, byte);
  }

  #takeValue(value, text, byte) {
    const kind = kindOf(value);
    if (kind === "end") this.#counts.addEnd(value);
    else if (kind === "summary") this.#takeSummary(value, byte);
    else if (kind === "result" || kind === "error") {
      if (kind === "error") this.#counts.addError();
      else this.#counts.addResult(value);
      add(this.#summary, value, { text, source: this.#name });
    } else {
      if (kind === "broken") this.#broken++;
      else this.#strange++;
      this.#firstLeft ??= byte;
    }
  }

  #takeSummary(value, byte) {
    try {
      absorb(this.#summary, readSummary(value));
      this.#summaries++;
    } catch (error) {
      if (!(error instanceof SummaryError)) throw error;
      this.#broken++;
      this.#firstLeft ??= byte;
      this.#badSummary ??= error.message;
    }
  }

  finish(failure) {
    if (this.#spread) this.#release();
    const state = this.#state(failure);
    const { results, errors, ends, endResults, endErrors } = this.#counts;
    if (state !== "summary") this.#summary.sources[state].put(this.#name, { files: 1, results, errors, ends, endResults, endErrors, broken: this.#broken, strange: this.#strange });
    return { name: this.#name, state, hasOurs: results + errors + ends + this.#summaries > 0, failure, notes: [...this.#notes(state, failure)] };
  }

  #state(failure) {
    const { results, errors, ends, agrees } = this.#counts;
    if (results + errors + ends === 0) {
      if (this.#summaries) return "summary";
      if (this.#broken + this.#strange || failure) return "unread";
    }
    if (!ends) return "cut";
    return agrees ? "whole" : "differing";
  }

  *#notes(state, failure) {
    const { results, errors, endResults, endErrors, hasAll } = this.#counts;
    const left = this.#broken + this.#strange;
    if (failure) yield `cannot be read${results + errors ? " to its end" : ""}: ${reasonOf(failure)}`;
    if (this.#badSummary) yield `a summary in the file cannot be read: ${this.#badSummary}`;
    if (state === "unread" && !failure) yield this.#strange || this.#broken ? "Not a results file. First run: rethought audit --ndjson traces.ndjson > results.ndjson" : "The file has no results.";
    else if (left) yield `${counted(left, "line")} skipped, not ${left === 1 ? "a result" : "results"}; the first is at byte ${this.#firstLeft}`;
    if (state === "cut" && !failure) yield "no end record: the file was cut, or its writer was stopped";
    if (state === "differing") yield `${counted(results, "result")} and ${counted(errors, "error")}, but the end records say ${endResults} and ${endErrors}${hasAll ? ", with other verdicts or rules" : ""}`;
  }
}

const reasonOf = ({ message, cause }) => (cause?.code?.startsWith("E") ? unreadable(cause) : (cause?.message ?? message));

function parsed(text) {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the kind of a line: a result, an error, an end record, a summary, other JSON (`strange`), or not JSON (`broken`). */
function kindOf(value) {
  if (value === undefined) return "broken";
  if (typeof value !== "object" || value === null) return "strange";
  if (value.rethought === "end" || value.rethought === "summary") return value.rethought;
  if (typeof value.error === "object" && value.error !== null && typeof value.error.code === "string") return "error";
  if (typeof value.missing === "string") return "error";
  return typeof value.verdict === "string" || isDecoded(value) ? "result" : "strange";
}

const isDecoded = ({ turn }) => typeof turn === "object" && turn !== null;
