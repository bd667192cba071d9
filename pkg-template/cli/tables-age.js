// The age of the tables: in every report in JSON, and as a sentence if they are old, at the end of a text or at the start of a proxy.
import { ageOf, oldTables } from "../tables/age.js";
import { date as shipped } from "../tables/date.js";
import { counted } from "../report/words.js";
import { note } from "./output.js";

/** The date of the tables. Nothing if it cannot be read: the audit reports that. `options` are those of an audit, which may have the caller's tables. */
const dateIn = ({ tables } = {}) => [tables?.date ?? shipped].find((date) => !Number.isNaN(new Date(date).getTime()));

/** Returns the age of the tables, for a report in JSON. */
export function tablesIn(options) {
  const date = dateIn(options);
  return date && ageOf(date);
}

/** Prints the sentence about old tables, if they are old. `todo` is what can be done about it. */
export function noteOldTables(options, todo) {
  const date = dateIn(options);
  const sentence = date && oldTables(date, { todo });
  if (sentence) note(sentence);
}

/** Prints the age of the shipped tables. */
export function noteAge() {
  note(`The tables of this version are of ${shipped}, ${counted(ageOf(shipped).months, "month")} old.`);
  noteOldTables();
}
