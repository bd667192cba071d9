// The lines of a batch, judged. A line is judged by itself alone, so it does not matter how a file is cut into batches.
import { JsonError } from "../errors.js";
import { exchangesOf, idOfLine } from "./exchange-of-line.js";
import { skipSpace } from "./members.js";
import { errorRecord, headOf, tooLong } from "./record.js";
import { auditResult } from "./results/audit.js";
import { convertResult } from "./results/convert.js";
import { decodeResult } from "./results/decode.js";
import { fixResult } from "./results/fix.js";
import { Sessions } from "./sessions.js";
import { Tally } from "./tally.js";

const RESULTS = { audit: auditResult, fix: fixResult, convert: convertResult, decode: decodeResult };
const LINE_FEED = 0x0a;

export class Judge {
  #result;
  #target;
  #inOrder;
  #maxLine;

  /**
   * `command` is one of the filters, `target` what the command line says of where requests go or come from; it outranks the lines.
   *
   * @throws {InputError} if a setting is not known.
   */
  constructor({ command, target, sessions, maxLine, ...settings }) {
    this.#result = RESULTS[command]({ target, ...settings }, sessions ? new Sessions() : undefined);
    [this.#target, this.#inOrder, this.#maxLine] = [target, sessions, maxLine];
  }

  /** The results of a batch `{bytes, line, byte, file}`, a line each, and their counts. */
  judge(batch) {
    const tally = new Tally();
    const items = this.#items(batch, tally);
    // A target takes ten times as long to look up in the tables as a short request to judge, and few of them are remembered.
    const order = this.#inOrder ? items : [...items].sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
    for (const item of order) item.text = this.#record(item, tally);
    tally.results = items.length - tally.errors;
    return { text: items.map(({ text }) => `${text}\n`).join(""), tally };
  }

  /** The exchanges of a batch's lines with their places, and the errors of those that have none. */
  #items({ bytes, line, byte, file }, tally) {
    const items = [];
    for (let [start, number] = [0, line]; start < bytes.length; number++) {
      const feed = bytes.indexOf(LINE_FEED, start);
      const end = feed < 0 ? bytes.length : feed;
      const from = contentStart(bytes, start);
      const place = { line: number, byte: byte + start, file };
      tally.lines++;
      if (end - start > this.#maxLine) items.push({ error: tooLong(this.#maxLine), key: "", place });
      else if (skipSpace(bytes, from) < end) this.#addExchanges(items, bytes.subarray(from, end), place);
      else tally.empty++;
      start = end + 1;
    }
    return items;
  }

  #addExchanges(items, line, place) {
    try {
      for (const exchange of exchangesOf(line)) {
        const target = { ...exchange.target, ...this.#target };
        items.push({ exchange, target, key: keyOf(exchange, target), id: exchange.id, place });
      }
    } catch (error) {
      items.push({ error, key: "", id: idOfLine(line), place });
    }
  }

  #record({ exchange, target, error, id, place }, tally) {
    if (!error)
      try {
        return `${headOf(id, place)}${this.#result(exchange, target, tally)}}`;
      } catch (thrown) {
        return failed(id, place, inRequest(thrown, exchange), tally);
      }
    return failed(id, place, error, tally);
  }
}

/** A byte order mark belongs to the file, and files are joined. */
const contentStart = (bytes, start) => (bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? start + 3 : start);

/** The same for requests that an audit looks up alike in the tables, as far as that shows without reading them. */
function keyOf({ request, body }, target) {
  const source = target.model === undefined ? (request ?? body)?.source : undefined;
  const at = source?.indexOf('"model"') ?? -1;
  return JSON.stringify(target) + (at < 0 ? "" : source.slice(at, at + MODEL).toString());
}

/** So many letters hold the name of a model. */
const MODEL = 64;

function failed(id, place, error, tally) {
  tally.errors++;
  return errorRecord(id, place, error);
}

/** The byte at which a text is no JSON is one of that text, not of the line. */
function inRequest(error, { request }) {
  if (!(error instanceof JsonError) || request?.form !== "text") return error;
  const { code, message, offset } = error;
  return { code, message, offset, pointer: "/request" };
}
