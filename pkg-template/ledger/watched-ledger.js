// The calls by which a stored ledger asks an ordinary one, on the wasm side.
import * as glue from "../wasm/glue.js";

/** An ordinary ledger that notes which keys were looked up in it. `run(work)` runs work on its number on the wasm side. */
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

  /** The result of some work on the ledger, and the keys that were looked up for it. Of the keys in `unsure` a line cannot be had. */
  watch(unsure, work) {
    this.#run((number) => glue.ledgerWatch(number, unsure.join(" ")));
    const result = work();
    return { result, asked: listOf(this.#run((number) => glue.ledgerAsked(number))) };
  }

  /** The lines of an exchange, as a store keeps them: one for each answer in it. They are not recorded. */
  linesOf(exchange) {
    return linesIn(this.#run((number) => glue.ledgerLines(number, ...exchange)));
  }

  /** A conversion, as it crosses, and the lines of what it has seen. They are not recorded. */
  convert(source, values) {
    const [request, told, judged, lines] = this.#run((number) => glue.ledgerConvert(source, number, ...values, Date.now(), false));
    return { converted: [request, told, judged], lines: linesIn(lines) };
  }

  /** The name of an answer, by its number. */
  nameOf(nth) {
    return this.#run((number) => glue.ledgerName(number, nth));
  }
}

/** Lines as they cross: a name, the keys, and a ledger of one line after the one that says what it is. */
function linesIn(text) {
  const told = text ? text.split("\n") : [];
  return Array.from({ length: told.length / 4 }, (_, nth) => {
    const [name, keys, opening, line] = told.slice(4 * nth);
    return { name: copyOf(name), keys: listOf(copyOf(keys)), text: `${opening}\n${line}` };
  });
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The same text in memory of its own. A piece of a string keeps the whole string: the name of a line that a store has forgotten would keep the line. */
const copyOf = (text) => decoder.decode(encoder.encode(text));

const listOf = (text) => (text ? text.split(" ") : []);
