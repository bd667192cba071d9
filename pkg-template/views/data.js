// Messages and records as callers hold them: text, bytes, or a parsed object or list.
import { isBytes } from "../text/bytes.js";
import { likeInput, textOf } from "../text/input.js";
import { jsonText } from "../text/object-text.js";
import { InputError } from "../errors/index.js";

/** Returns the text or the bytes of a value, and a function that returns results in the given form. The names of an object are unchanged. */
export function dataOf(given, what) {
  if (typeof given !== "object" || given === null || isBytes(given)) return { source: given, back: (bytes) => likeInput(bytes, given) };
  const kind = Object.prototype.toString.call(given).slice(8, -1);
  if (kind !== "Object" && kind !== "Array" && typeof given.toJSON !== "function")
    throw new InputError(`${what} must be a string, bytes or an object that is data, not ${kind}`, { code: "E_INPUT" });
  return { source: jsonText(given, what), back: (bytes) => JSON.parse(textOf(bytes)) };
}
