// The files that a command was given, read one after the other.
import { JsonError } from "../errors/index.js";
import { locate } from "../json/index.js";
import { emptyText, unreadable } from "../text/unreadable.js";
import { filesInBytes, isZip } from "../zip/archive.js";
import { BEGINNING, beginningOf } from "./beginning.js";
import { inputsOf } from "./inputs.js";
import { note, printJson, startProgress, stopProgress, warn } from "./output.js";
import { quoted } from "./quoted.js";
import { readUpTo } from "./read-up-to.js";
import { isSession } from "./transcripts.js";

/** The longest body that the package reads. */
const LONGEST = 1 << 26;
/** A module of Node that few calls need: the import of these two takes longer than that of all our modules. */
const builtin = (name) => process.getBuiltinModule(`node:${name}`);
/** To ask `process.stdin` would open it, and set it not to block. */
const STDIN = 0;
/** The exit codes of every command. */
const [CLEAN, FOUND, FAILED] = [0, 1, 2];

/**
 * Calls `work` with each file `{file, path, bytes}` that the words name; standard input is read for none or for `-`. A file that cannot be read, or for which
 * `work` throws, is reported on standard error, and the others are processed all the same. `work` returns `{found, result}`, and `failure`, a sentence,
 * for a file that it could not check. A session of an agent is given to `onSession` instead, if there is one, as `{file, path, format, open}`: `open` gives its
 * chunks, so it may be of any length. The outcomes are in the order of the files: `{file, result}` or `{file, error}`.
 */
export async function eachFile(words, { endings, exclude, root, isQuiet, onSession }, work) {
  const { inputs, isMany } = inputsOf(words, { endings, exclude, root });
  const progress = startProgress({ isQuiet });
  const attempt = async (file, path, read) => {
    let bytes;
    try {
      bytes = read();
      const session = onSession && (await sessionIn(path, bytes));
      return { file, ...(await (session ? onSession({ file, path, ...session }) : work({ file, path, bytes: whole(bytes) }))) };
    } catch (fault) {
      const error = bytes ? inOptions(fault, path, bytes) : fault;
      warn(`${file}: ${error.message}`);
      return { file, error };
    }
  };
  let hasArchive = false;
  const outcomesOf = async ({ path, error }) => {
    const file = path === "-" ? "stdin" : path;
    const raise = async (error) => [await attempt(file, path, () => { throw error; })];
    if (error) return raise(error);
    try {
      const bytes = read(path);
      if (!isZip(bytes)) return [await attempt(file, path, () => bytes)];
      hasArchive = true;
      const files = filesInBytes(whole(bytes));
      if (!files.length) return raise(new Error("the zip archive has no files"));
      const inside = [];
      for (const one of files) inside.push(await attempt(`${file}/${one.name}`, path, () => unzipped(one, LONGEST)));
      return inside;
    } catch (error) {
      return raise(error);
    }
  };
  const outcomes = [];
  for (const [nth, input] of inputs.entries()) {
    progress.show(() => `${nth} of ${inputs.length} files  ${input.path}`);
    outcomes.push(...(await outcomesOf(input)));
  }
  stopProgress();
  return { outcomes, isMany: isMany || hasArchive, exitCode: exitCodeOf(outcomes) };
}

function exitCodeOf(outcomes) {
  if (outcomes.some(({ error, failure }) => error ?? failure)) return FAILED;
  return outcomes.some(({ found }) => found) ? FOUND : CLEAN;
}

/** Prints the result of one file, or a list with a row for each of several: `{file, [name]: …}` or `{file, error}`. */
export function printOutcomes({ outcomes, isMany }, name) {
  const rows = outcomes.map(({ file, result, error }) => (error ? { file, error: errorRow(error) } : { file, [name]: result }));
  if (isMany) printJson(rows);
  else for (const { result, error } of outcomes) if (!error) printJson(result);
}

const errorRow = ({ message, code, offset, pointer }) => ({ message, code, offset, pointer });

function read(path) {
  if (path === "-" && builtin("tty").isatty(STDIN)) note("Reading standard input. Press Ctrl+D to end it.");
  let bytes;
  try {
    bytes = readUpTo(path, LONGEST + 1);
  } catch (cause) {
    throw new Error(unreadable(cause), { cause });
  }
  if (isBlank(bytes)) throw new Error(emptyText(path));
  return bytes;
}

/** The bytes of a file. No more than the limit was read. */
function whole(bytes) {
  if (bytes.length > LONGEST) throw new JsonError(`longer than ${LONGEST} bytes, the limit of a body`, { code: "E_JSON_SIZE", offset: LONGEST });
  return bytes;
}

/** The session of an agent that a file is. A file that is longer than a body is read from the disk, piece by piece. */
async function sessionIn(path, bytes) {
  const { format } = beginningOf(bytes.subarray(0, BEGINNING + 1));
  if (!isSession(format)) return undefined;
  const isWhole = bytes.length <= LONGEST;
  if (isWhole) return { format, open: () => [bytes] };
  if (path === "-") whole(bytes);
  const { chunksOf } = await import("../doctor/files/edited.js");
  return { format, open: () => chunksOf(path) };
}

/** The bytes of a file in a zip archive. */
export function unzipped(inside, most) {
  const bytes = Buffer.concat(inside.read());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return builtin("zlib").gunzipSync(bytes, { maxOutputLength: most });
  } catch (cause) {
    throw new Error(cause.code === "ERR_BUFFER_TOO_LARGE" ? `longer than ${most} bytes when it is unpacked` : `damaged in its zip archive: ${cause.message}`, { cause });
  }
}

/** So many bytes are looked at: a longer text of white space is refused as JSON. */
const LOOKED_AT = 4096;
const isBlank = (bytes) => bytes.length <= LOOKED_AT && !bytes.toString("latin1").trim();

/** The options of the members that name a wire. */
const OPTIONS = { "/wire": "--wire", "/from/wire": "--from" };

/** An error of the core in the words of the command line, where a member of a target is an option. `bytes` are those of the file. */
function inOptions(error, path, bytes) {
  const option = OPTIONS[error.pointer];
  if (option === undefined || !error.message.startsWith("Unknown wire")) return error;
  const message = isRefusal(bytes)
    ? `an error of a provider, not a request. To classify it: rethought classify ${quoted(path)}`
    : (notRequest(bytes) ?? `Unknown wire. Name it: ${option} openai-responses (all: rethought help wires)`);
  return Object.assign(new Error(message, { cause: error }), { code: error.code });
}

/** True for the body of a refusal: an object with `error`, and without messages. */
const isRefusal = (bytes) => has(bytes, "/error") && !MESSAGES.some((pointer) => has(bytes, pointer));
const MESSAGES = ["/messages", "/input", "/contents"];

/** What a body lacks to be a request of any wire; nothing if it has messages. */
function notRequest(bytes) {
  if (has(bytes, "/0/role")) return 'a list of messages, not a request. Put it into one: {"model": …, "messages": […]}';
  if ([...MESSAGES, ...ELSEWHERE].some((pointer) => has(bytes, pointer))) return undefined;
  return 'no `messages`, `input` or `contents` list, so this is not a request. A request is JSON, such as {"model": …, "messages": […]}.';
}
/** Members of requests whose messages are at the provider. */
const ELSEWHERE = ["/prompt", "/previous_response_id", "/conversation", "/previous_interaction_id", "/continuation_token"];

function has(bytes, pointer) {
  try {
    return locate(bytes, pointer) !== undefined;
  } catch {
    return false;
  }
}
