// An example: the place of a result that a rule, or an error, occurred in. It holds no text of a conversation.
import { objectOf } from "./monoid.js";
import { hashOf } from "./rank.js";

/** The longest id, path or pointer of an example. */
const LONGEST = 1000;
const SHORT = 200;
const TEXTS = { file: LONGEST, source: LONGEST, wire: SHORT, host: SHORT, model: SHORT, time: SHORT, verdict: SHORT, pointer: LONGEST, code: SHORT };
const NUMBERS = ["line", "byte"];

/** The example of a result: `text` is its line, `source` the file that it stands in, `more` what is to be said of the finding. */
export function exampleOf(result, { text, source }, more = {}) {
  const { line, byte, file, wire, host, model, time, verdict } = result;
  return checked({ ...idOf(result, text), file, line, byte, source, wire, host, model, time: time === undefined ? undefined : String(time), verdict, ...more });
}

/** The number that decides which examples are kept: by the id, or by the place in the input where there is none. */
export const hashOfExample = ({ idText, ...example }) => hashOfResult(idText === undefined ? example : { ...example, id: JSON.parse(idText) }, example);

/**
 * The number of the example that a result would be; nothing if its id is too long to be kept. It does not ask how an id is written, since that takes longer than all
 * else.
 */
export function hashOfResult({ id, file, line, byte }, { source }) {
  const place = JSON.stringify(id === undefined ? [cutText(file) ?? cutText(source), wholeNumber(byte) ?? wholeNumber(line)] : id);
  return place.length > LONGEST && id !== undefined ? undefined : hashOf(place);
}

const cutText = (text) => (typeof text === "string" ? text.slice(0, LONGEST) : undefined);
const wholeNumber = (value) => (Number.isSafeInteger(value) ? value : undefined);

/** The id as it is written in the input: results pass it through byte for byte. */
export const rawId = ({ id, idText }) => idText ?? (id === undefined ? undefined : JSON.stringify(id));

/** An example with the members that an example has, in a fixed order, and texts of a bounded length. */
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

/** The id of a result, and its text where a program would write it otherwise: a long number, or a letter as an escape. */
function idOf({ id }, text) {
  if (id === undefined) return {};
  const written = WRITTEN.exec(text)?.[1];
  const own = JSON.stringify(id);
  if (written !== undefined && written !== own && written.length <= LONGEST) return { idText: written };
  return typeof id === "string" || typeof id === "number" ? { id } : { idText: own };
}

/** The id where results have it: first. */
const WRITTEN = /^\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/;
