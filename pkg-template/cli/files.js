// The files that a command was given, read one after the other.
import { JsonError } from "../errors/index.js";
import { readUpTo } from "./read-up-to.js";
import { note, printJson } from "./output.js";

/** The longest body that the package reads. */
const LONGEST = 1 << 26;
/** The exit codes of every command. */
const [CLEAN, FOUND, FAILED] = [0, 1, 2];

/**
 * Calls `work` with each file `{file, path, bytes}`; standard input is read for none or for `-`. A file that cannot be read, or for which `work` throws, is
 * reported on standard error, and the others are processed all the same. `work` returns `{found, result}`. The outcomes are in the order of the files:
 * `{file, result}` or `{file, error}`.
 */
export function eachFile(files, work) {
  const outcomes = [];
  let found = 0;
  for (const path of files.length ? files : ["-"]) {
    const file = path === "-" ? "stdin" : path;
    try {
      const done = work({ file, path, bytes: read(path) });
      found += done.found;
      outcomes.push({ file, result: done.result });
    } catch (error) {
      outcomes.push({ file, error });
      note(`rethought: ${file}: ${error.message}`);
    }
  }
  return { outcomes, exitCode: outcomes.some(({ error }) => error) ? FAILED : found ? FOUND : CLEAN };
}

/** Prints the result of one file, or a list with a row for each of several: `{file, [name]: …}` or `{file, error}`. */
export function printOutcomes(files, outcomes, name) {
  const rows = outcomes.map(({ file, result, error }) => (error ? { file, error: errorRow(error) } : { file, [name]: result }));
  if (files.length > 1) printJson(rows);
  else for (const { result, error } of outcomes) if (!error) printJson(result);
}

const errorRow = ({ message, code, offset, pointer }) => ({ message, code, offset, pointer });

function read(path) {
  let bytes;
  try {
    bytes = readUpTo(path, LONGEST + 1);
  } catch (cause) {
    throw new Error(unreadable(path, cause), { cause });
  }
  if (bytes.length > LONGEST) throw new JsonError(`longer than ${LONGEST} bytes, the limit of a body`, { code: "E_JSON_SIZE", offset: LONGEST });
  return bytes;
}

function unreadable(path, { code, message }) {
  if (code === "EISDIR") return `this is a folder. Name files, or use ${path.replace(/\/$/, "")}/*.json.`;
  if (code === "ENOENT") return "no such file";
  return `cannot be read: ${message}`;
}
