// The order in which names are kept where there are too many: first those that the package knows, so that names made up by a client drive out none of them, then by a
// hash, which no kind of name has an advantage in. The order must not depend on how often a name occurs, or a sum would depend on its grouping.
import { explain } from "../../node.js";
import { tables } from "../../tables.js";

/** The number of hashes: half of the integers that a number holds exactly, so that names which are not known come after all that are. */
export const HASHES = 2 ** 52;

/** A hash of a text, from 0 up to HASHES. It spreads names, and resists nobody who looks for collisions. */
export function hashOf(text) {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2654435761);
    other = Math.imul(other ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (0xfffff & other) + (one >>> 0);
}

/** The rank of a name by its hash alone. */
export const byHash = (name) => hashOf(name);

const knownFirst = (read, plain = (name) => name) => {
  let known;
  return (name) => (known ??= new Set(read())).has(plain(name)) ? hashOf(name) : HASHES + hashOf(name);
};

/** A model without the date of its version. */
const undated = (model) => model.replace(/[-@]20\d\d-?[01]\d-?[0-3]\d$/, "");

export const ruleRank = knownFirst(() => explain());
export const modelRank = knownFirst(() => ["", ...tables().names.map(({ model }) => model)], undated);
export const hostRank = knownFirst(() => ["", ...tables().hosts.flatMap(({ name, host, domains }) => [name, host, ...domains])]);
export const wireRank = knownFirst(() => ["", ...tables().hosts.flatMap(({ wires = [] }) => wires)]);

/** Later days come first; lines without a time come before all of them. */
export const dayRank = (day) => (day === "" ? 0 : -Number(day.replaceAll("-", "")) + 1e8);
