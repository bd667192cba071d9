// The calls of a stored ledger to an ordinary one, on the wasm side.
import * as glue from "../wasm/glue.js";

/** An ordinary ledger that notes which keys were looked up. `run(work)` runs work on its number on the wasm side. */
export class WatchedLedger {
  #ledger;
  #run;

  constructor(ledger, run) {
    [this.#ledger, this.#run] = [ledger, run];
  }

  /** The ledger itself. */
  get ledger() {
    return this.#ledger;
  }

  /** Returns the result of some work on the ledger, and the keys that it looked up. The keys in `unsure` have a line that cannot be loaded. */
  watch(unsure, work) {
    this.#run((number) => glue.ledgerWatch(number, unsure.join(" ")));
    const result = work();
    return { result, asked: listOf(this.#run((number) => glue.ledgerAsked(number))) };
  }

  /** Returns the lines of an exchange for a store: one for each answer in it. It does not record them. */
  linesOf(exchange) {
    return linesIn(this.#run((number) => glue.ledgerLines(number, ...exchange)));
  }

  /** Returns a conversion, as it crosses, and the lines of what it has seen. It does not record them. */
  convert(source, values) {
    const [request, outcome, judged, lines] = this.#run((number) => glue.ledgerConvert(source, number, ...values, Date.now(), false));
    return { converted: [request, outcome, judged], lines: linesIn(lines) };
  }

  /** Returns the lines of a response under the form that a client of another wire will send. It does not record them. */
  linesOfReply(targets, request, reply, response) {
    const seen = this.#run((number) => glue.ledgerSeeReply(number, encoder.encode(JSON.stringify(targets)), request, reply, response, Date.now(), false));
    return linesIn(seen ?? "");
  }

  /** Returns the name of an answer, by its number. */
  nameOf(nth) {
    return this.#run((number) => glue.ledgerName(number, nth));
  }
}

/** Reads lines as they cross: a name, the keys, and a ledger of one line after the line that names the format. */
function linesIn(text) {
  const texts = text ? text.split("\n") : [];
  return Array.from({ length: texts.length / 4 }, (_, nth) => {
    const [name, keys, opening, line] = texts.slice(4 * nth);
    return { name: copyOf(name), keys: listOf(copyOf(keys)), text: `${opening}\n${line}` };
  });
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the same text in separate memory. A piece of a string keeps the whole string: the name of a removed line would keep the line. */
const copyOf = (text) => decoder.decode(encoder.encode(text));

const listOf = (text) => (text ? text.split(" ") : []);
