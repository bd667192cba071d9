// Says once that the tables are old: at the end of a text, or at the start of a proxy.
import { ageOf, oldTables } from "../tables/age.js";
import { date as shipped } from "../tables/date.js";
import { counted } from "../report/words.js";
import { note } from "./output.js";

/** Returns the sentence about old tables. Nothing if they are not old. `options` are those of an audit, which may have the caller's tables. */
export function oldTablesIn({ tables } = {}) {
  // Tables with another date have a problem that the audit reports.
  return isDate(tables?.date ?? shipped) ? oldTables(tables?.date ?? shipped) : undefined;
}

/** Prints the sentence about old tables, if they are old. */
export function noteOldTables(options) {
  const sentence = oldTablesIn(options);
  if (sentence) note(sentence);
}

/** Prints the age of the shipped tables. */
export function noteAge() {
  note(`The tables of this version are of ${shipped}, ${counted(ageOf(shipped).months, "month")} old.`);
  noteOldTables();
}

const isDate = (date) => !Number.isNaN(new Date(date).getTime());
