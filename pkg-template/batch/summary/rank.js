// The order in which names are kept where there are too many: first those that the package knows, so that names made up by a client drive out none of them, then by a
// hash, which no kind of name has an advantage in. The order must not depend on how often a name occurs, or a sum would depend on its grouping.
import { explain } from "../../start/node.js";
import { tables } from "../../tables/index.js";

/** The number of hashes. Three times as many are still integers that a number holds exactly. */
export const HASHES = 2 ** 51;

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
  return 4294967296 * (0x7ffff & other) + (one >>> 0);
}

/** The rank of a name by its hash alone. */
export const byHash = (name) => hashOf(name);

/** Known names come first, then those of which a part is known, as `partsOf` gives them. Then come all others. */
const knownFirst = (read, partsOf = () => []) => {
  let known;
  return (name) => {
    known ??= new Set(read());
    return hashOf(name) + HASHES * (known.has(name) ? 0 : partsOf(name).some((part) => known.has(part)) ? 1 : 2);
  };
};

/** The ranks of names that are not known begin here. */
export const UNKNOWN = 2 * HASHES;

/** The names that a model may be known by: without its vendor, and without what stands behind the name, such as the date of a version. The tables write no dots. */
function modelParts(model) {
  const plain = model.slice(model.lastIndexOf("/") + 1).toLowerCase().replaceAll(".", "-");
  return [plain, ...Array.from(plain.matchAll(/[-@:]/g), ({ index }) => plain.slice(0, index))];
}

/** The domains that a host is in. */
const hostParts = (host) => Array.from(host.matchAll(/\./g), ({ index }) => host.slice(index + 1));

export const ruleRank = knownFirst(() => explain());
export const modelRank = knownFirst(() => ["", ...tables().names.map(({ model }) => model)], modelParts);
export const hostRank = knownFirst(() => ["", ...tables().hosts.flatMap(({ name, host, domains }) => [name, host, ...domains])], hostParts);
export const wireRank = knownFirst(() => ["", ...tables().hosts.flatMap(({ wires = [] }) => wires)]);

/** Later days come first; lines without a time come before all of them. */
export const dayRank = (day) => (day === "" ? 0 : -Number(day.replaceAll("-", "")) + 1e8);
