// An example: the place of a result with a rule or an error. It contains no text of a conversation.
import { objectOf } from "./monoid.js";
import { hashOf } from "./rank.js";

/** The longest id, path or pointer of an example. */
const LONGEST = 1000;
const SHORT = 200;
const TEXTS = { file: LONGEST, source: LONGEST, wire: SHORT, host: SHORT, model: SHORT, time: SHORT, verdict: SHORT, pointer: LONGEST, code: SHORT };
const NUMBERS = ["line", "byte"];

/** Returns the example of a result. `text` is its line, `source` its file, and `more` has the members about the finding. */
export function exampleOf(result, { text, source }, more = {}) {
  const { line, byte, file, wire, host, model, time, verdict } = result;
  return checked({ ...idOf(result, text), file, line, byte, source, wire, host, model, time: time === undefined ? undefined : String(time), verdict, ...more });
}

/** Returns the number that decides which examples are kept: by the id, or else by the place in the input. */
export const hashOfExample = ({ idText, ...example }) => hashOfResult(idText === undefined ? example : { ...example, id: JSON.parse(idText) }, example);

/**
 * Returns the number of the example of a result, or nothing if its id is too long. It ignores how an id is written, since that check is the slowest
 * part.
 */
export function hashOfResult({ id, file, line, byte }, { source }) {
  const place = JSON.stringify(id === undefined ? [cutText(file) ?? cutText(source), wholeNumber(byte) ?? wholeNumber(line)] : id);
  return place.length > LONGEST && id !== undefined ? undefined : hashOf(place);
}

const cutText = (text) => (typeof text === "string" ? text.slice(0, LONGEST) : undefined);
const wholeNumber = (value) => (Number.isSafeInteger(value) ? value : undefined);

/** Returns the id as it is written in the input: results copy it byte for byte. */
export const rawId = ({ id, idText }) => idText ?? (id === undefined ? undefined : JSON.stringify(id));

/** Returns an example with only its known members, in a fixed order, and with texts of a bounded length. */
export function checked(json) {
  const given = objectOf(json, "an example");
  const example = {};
  if (["string", "number"].includes(typeof given.id) && String(given.id).length <= LONGEST) example.id = given.id;
  if (isJson(given.idText)) example.idText = given.idText;
  for (const [name, longest] of Object.entries(TEXTS)) if (typeof given[name] === "string") example[name] = given[name].slice(0, longest);
  for (const name of NUMBERS) if (Number.isSafeInteger(given[name])) example[name] = given[name];
  return example;
}

function isJson(text) {
  try {
    return typeof text === "string" && text.length <= LONGEST && JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the id of a result, and its text if a program would write it differently: a long number, or a letter as an escape. */
function idOf({ id }, text) {
  if (id === undefined) return {};
  const written = WRITTEN.exec(text)?.[1];
  const own = JSON.stringify(id);
  if (written !== undefined && written !== own && written.length <= LONGEST) return { idText: written };
  return typeof id === "string" || typeof id === "number" ? { id } : { idText: own };
}

/** The id at the start of a result. */
const WRITTEN = /^\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/;
