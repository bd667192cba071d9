// Options as callers give them, in one place for all calls. Only an object's own members are options: nobody asked for those that a polluted
// Object.prototype has. A member that is no option is refused, because a misspelt option would do nothing, and nobody would notice.
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
  throw new InputError(`there is no option ${JSON.stringify(unknown)}; the nearest is ${JSON.stringify(nearest(unknown, names))}`, { code: "E_INPUT", pointer });
}

/** An option that must be a number, of at least `least`. A BigInt is none: arithmetic with one would throw later, without a type. */
export function numberFrom(value, name, least = -Infinity) {
  if (typeof value === "number" && value >= least) return value;
  const bound = least === -Infinity ? "" : ` of at least ${least}`;
  throw new InputError(`${name} must be a number${bound}, not ${typeof value === "bigint" ? `${value}n` : String(value)}`, { code: "E_INPUT", pointer: `/${name}` });
}

const NONE = Object.freeze(Object.create(null));

/** The name that takes the fewest edits; of several, the first. */
export function nearest(word, names) {
  // A long word is no misspelling of a short one, and must not cost its length.
  const short = word.slice(0, 64).toLowerCase();
  const distances = names.map((name) => editDistance(short, name.toLowerCase()));
  return names[distances.indexOf(Math.min(...distances))];
}

/** How many letters must be put in, taken out or exchanged to make one word of the other. */
function editDistance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= other.length; j++) row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
  }
  return row[other.length];
}
