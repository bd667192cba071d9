// Options as callers give them, in one place for all calls. Only an object's own members are options: those of a polluted
// Object.prototype are not. An unknown member is refused, because a misspelt option would do nothing, and nobody would notice.
import { InputError } from "../errors/index.js";

/** The options of a call that are neither undefined nor null, without a prototype. `at` is the JSON pointer of the object of options. */
export function optionsFrom(given, names, at = "") {
  if (given === undefined || given === null) return NONE;
  if (typeof given !== "object" || Array.isArray(given)) throw new InputError("options must be an object", { code: "E_INPUT", pointer: at });
  refuseUnknown(given, names, at);
  return ownMembers(given, names);
}

/** The own members of an object that are neither undefined nor null, without a prototype. */
export function ownMembers(given, names) {
  const members = Object.create(null);
  for (const name of names) if (Object.hasOwn(given, name) && given[name] !== undefined && given[name] !== null) members[name] = given[name];
  return members;
}

/** Throws on the first own member that is not one of `names`. */
export function refuseUnknown(given, names, at = "") {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const pointer = `${at}/${unknown.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const meant = nearest(unknown, names);
  throw new InputError(`Unknown option ${JSON.stringify(unknown)}.${meant === undefined ? "" : ` Did you mean ${JSON.stringify(meant)}?`}`, { code: "E_INPUT", pointer });
}

/** An option that must be a number, of at least `least`. A BigInt is none: arithmetic with one would throw later, without a type. */
export function numberFrom(value, name, least = -Infinity) {
  if (typeof value === "number" && value >= least) return value;
  const bound = least === -Infinity ? "" : ` of at least ${least}`;
  throw new InputError(`${name} must be a number${bound}, not ${typeof value === "bigint" ? `${value}n` : String(value)}`, { code: "E_INPUT", pointer: `/${name}` });
}

const NONE = Object.freeze(Object.create(null));

/** A name that is further away is not a misspelling. In a short name two edits leave little of it. */
const mostEdits = (name) => Math.min(2, Math.ceil(name.length / 3));

/** The name that a misspelt word means: the nearest one, if it is at most two edits and a third of its letters away; of several, the first. */
export function nearest(word, names) {
  // A long word is not a misspelling of a short one, and must not cost its length.
  const short = word.slice(0, 64).toLowerCase();
  const near = names.map((name) => ({ name, edits: editDistance(short, name.toLowerCase()) })).filter(({ name, edits }) => edits <= mostEdits(name));
  return near.sort((one, other) => one.edits - other.edits)[0]?.name;
}

/** The number of letters to insert, remove or replace to turn one word into the other. */
function editDistance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= other.length; j++) row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
  }
  return row[other.length];
}
