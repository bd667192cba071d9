// A line of the output: which line of the input it is about, and what is said of it.
import { printableRecord } from "../text/printable.js";

/**
 * A record of `members`, JSON without brackets that begins with a comma. Results are read in terminals and logs, so hidden characters in strings are escapes there:
 * the value is the same.
 */
export const recordOf = (id, place, members) => printableRecord(`${headOf(id, place)}${members}}`);

/**
 * The beginning of a record. An id is passed on as it is written; a line without one has its number, its first byte, and its file if there are several. With an id
 * these are left out, so that the results of a file that was cut into parts are those of the whole.
 */
function headOf(id, { line, byte, file }) {
  if (id !== undefined) return `{"id":${id}`;
  return `{${file === undefined ? "" : `"file":${JSON.stringify(file)},`}"line":${line},"byte":${byte}`;
}

/** A record that says why there is no result. */
export function errorRecord(id, place, error) {
  return recordOf(id, place, `,"error":${errorText(error)}`);
}

/** An error as JSON. One that has no code of ours is a fault of ours. */
export function errorText({ code, message, offset, pointer }) {
  return JSON.stringify({ code: /^E_[A-Z]/.test(code) ? code : "E_INTERNAL", message, offset, pointer });
}

/** The error of a line that is longer than is allowed. */
export const tooLong = (maxLine) => ({ code: "E_JSON_SIZE", message: `the line is longer than ${maxLine} bytes` });
