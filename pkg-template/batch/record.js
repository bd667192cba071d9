// A line of the output: which line of the input it is about, and what is said of it.

/**
 * The beginning of a record, without its closing bracket. An id is passed on byte for byte; a line without one is told by its number and its first byte, and by
 * its file if there are several. With an id these are left out, so that the results of a file that was cut into parts are those of the whole.
 */
export function headOf(id, { line, byte, file }) {
  if (id !== undefined) return `{"id":${id}`;
  return `{${file === undefined ? "" : `"file":${JSON.stringify(file)},`}"line":${line},"byte":${byte}`;
}

/** A record that says why there is no result. */
export function errorRecord(id, place, error) {
  return `${headOf(id, place)},"error":${errorText(error)}}`;
}

/** An error as JSON. One that has no code of ours is a fault of ours. */
export function errorText({ code, message, offset, pointer }) {
  return JSON.stringify({ code: /^E_[A-Z]/.test(code) ? code : "E_INTERNAL", message, offset, pointer });
}

/** The error of a line that is longer than is allowed. */
export const tooLong = (maxLine) => ({ code: "E_JSON_SIZE", message: `the line is longer than ${maxLine} bytes` });
