// A line of the output: the line of the input it is about, and its result.
import { printableRecord } from "../text/printable.js";

/**
 * Returns a record of `members`, JSON without brackets that begins with a comma. Results are read in terminals and logs, so hidden characters in
 * strings are written as escapes: the value is the same.
 */
export const recordOf = (id, place, members) => printableRecord(`${headOf(id, place)}${members}}`);

/**
 * Returns the beginning of a record. An id is copied as it is written. A line without an id has its number, its first byte, and its file if there are
 * several. With an id these are left out, so that the results of the parts of a file equal those of the whole.
 */
function headOf(id, { line, byte, file }) {
  if (id !== undefined) return `{"id":${id}`;
  return `{${file === undefined ? "" : `"file":${JSON.stringify(file)},`}"line":${line},"byte":${byte}`;
}

/** Returns a record with the reason why there is no result. */
export function errorRecord(id, place, error) {
  return recordOf(id, place, `,"error":${errorText(error)}`);
}

/** Returns an error as JSON. An error without one of our codes is our bug. */
export function errorText({ code, message, offset, pointer }) {
  return JSON.stringify({ code: /^E_[A-Z]/.test(code) ? code : "E_INTERNAL", message, offset, pointer });
}

/** Returns the error of a line that is longer than allowed. */
export const tooLong = (maxLine) => ({ code: "E_JSON_SIZE", message: `the line is longer than ${maxLine} bytes` });
