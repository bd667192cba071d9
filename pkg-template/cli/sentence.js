// The errors of the core in the words of the command line: there a member of a target is an option.
import { locate } from "../json/index.js";
import { quoted } from "./quoted.js";

const OPTIONS = { "/wire": "--wire", "/from/wire": "--from" };

/** The same error, with the option to give and the command to run. `bytes` are those of the file. */
export function inOptions(error, path, bytes) {
  const option = OPTIONS[error.pointer];
  if (option === undefined || !error.message.startsWith("Unknown wire")) return error;
  const message = isRefusal(bytes)
    ? `an error of a provider, not a request. To classify it: rethought classify ${quoted(path)}`
    : `Unknown wire. Name it: ${option} openai-responses (all: rethought help wires)`;
  return Object.assign(new Error(message, { cause: error }), { code: error.code });
}

/** True for the body of a refusal: an object with `error`, and without messages. */
function isRefusal(bytes) {
  const has = (pointer) => {
    try {
      return locate(bytes, pointer) !== undefined;
    } catch {
      return false;
    }
  };
  return has("/error") && !["/messages", "/input", "/contents"].some(has);
}
