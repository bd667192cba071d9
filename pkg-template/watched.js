// The calls by which a stored ledger asks an ordinary one, on the wasm side.
import * as glue from "./glue.js";
import { onLedger } from "./ledger.js";

/** The result of some work on a ledger, and the keys that were looked up for it. Of those that are `unsure` a line cannot be had. */
export function watched(ledger, unsure, work) {
  onLedger(ledger, (number) => glue.ledgerWatch(number, unsure.join(" ")));
  const result = work(ledger);
  const asked = onLedger(ledger, (number) => glue.ledgerAsked(number));
  return { result, asked: listOf(asked) };
}

/** The lines of an exchange, as a store keeps them: one for each answer in it. They are not recorded. */
export function linesOf(ledger, exchange) {
  const told = onLedger(ledger, (number) => glue.ledgerLines(number, ...exchange)).split("\n");
  // A name, the keys, and a ledger of one line after the one that says what it is.
  return Array.from({ length: told.length / 4 }, (_, nth) => {
    const [name, keys, opening, line] = told.slice(4 * nth);
    return { name, keys: listOf(keys), text: `${opening}\n${line}` };
  });
}

/** The name of an answer, by its number. */
export function nameOf(ledger, nth) {
  return onLedger(ledger, (number) => glue.ledgerName(number, nth));
}

const listOf = (text) => (text ? text.split(" ") : []);
