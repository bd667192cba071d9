// Judges the lines of a batch. Each line is judged alone, so the division of a file into batches does not matter.
import { JsonError } from "../errors/index.js";
import { readLine } from "./line.js";
import { errorRecord, recordOf, tooLong } from "./record.js";
import { auditResult } from "./results/audit.js";
import { convertResult } from "./results/convert.js";
import { decodeResult } from "./results/decode.js";
import { fixResult } from "./results/fix.js";
import { missingText } from "./results/members.js";
import { Sessions } from "./sessions.js";
import { Tally } from "./tally.js";

const RESULTS = { audit: auditResult, fix: fixResult, convert: convertResult, decode: decodeResult };
const LINE_FEED = 0x0a;

export class Judge {
  #result;
  #target;
  #maxLine;
  #isCollected;

  /**
   * `command` is one of the filters. `target` is the target of the command line, which overrides that of the lines.
   *
   * @throws {InputError} if a setting is unknown.
   */
  constructor({ command, target, sessions, maxLine, isCollected = false, ...settings }) {
    this.#result = RESULTS[command]({ target, isCollected, ...settings }, sessions ? new Sessions() : undefined);
    [this.#target, this.#maxLine, this.#isCollected] = [target, maxLine, isCollected];
  }

  /** Returns the results of a batch `{bytes, line, byte, file}`, a line each, and their counts. */
  judge({ bytes, line, byte, file }) {
    const [tally, records] = [new Tally(), []];
    for (let [start, number] = [0, line]; start < bytes.length; number++) {
      const feed = bytes.indexOf(LINE_FEED, start);
      const end = feed < 0 ? bytes.length : feed;
      const from = contentStart(bytes, start);
      const place = { line: number, byte: byte + start, file };
      tally.lines++;
      if (end - start > this.#maxLine) records.push(failed(undefined, place, tooLong(this.#maxLine), tally));
      else if (hasContent(bytes, from, end)) this.#addRecords(records, bytes.subarray(from, end), place, tally);
      else tally.empty++;
      start = end + 1;
    }
    return { text: records.map((record) => `${record}\n`).join(""), tally };
  }

  /** Adds the records of a line: one for each exchange in it, or one with the reason why there is none. */
  #addRecords(records, line, place, tally) {
    const { id: given, error, exchanges, others } = readLine(line);
    // Whoever collects findings needs their lines, which a record with an id does not have.
    const id = this.#isCollected ? undefined : given;
    tally.others += others;
    if (error) records.push(failed(id, place, error, tally));
    for (const exchange of exchanges) records.push(this.#record(exchange, { ...exchange.target, ...this.#target }, place, tally));
  }

  #record(exchange, target, place, tally) {
    const { missing } = exchange;
    const id = this.#isCollected ? undefined : exchange.id;
    if (missing !== undefined) {
      tally.missing++;
      return recordOf(id, place, missingText(exchange, target));
    }
    try {
      const record = recordOf(id, place, this.#result(exchange, target, tally, place));
      tally.results++;
      return record;
    } catch (error) {
      return failed(id, place, inRequest(error, exchange), tally);
    }
  }
}

/** Skips a byte order mark. It belongs to the file, and files may be joined. */
const contentStart = (bytes, start) => (bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? start + 3 : start);

/** Returns true if a line has more than white space. It stops at the end of the line; otherwise it would read empty lines again for each line. */
function hasContent(bytes, from, end) {
  for (let at = from; at < end; at++) if (![0x20, 0x09, 0x0d].includes(bytes[at])) return true;
  return false;
}

function failed(id, place, error, tally) {
  tally.errors++;
  return errorRecord(id, place, error);
}

/** The byte of a JSON error is an offset in that text, not in the line. */
function inRequest(error, { request }) {
  if (!(error instanceof JsonError) || request?.form !== "text") return error;
  const { code, message, offset } = error;
  return { code, message, offset, pointer: "/request" };
}
