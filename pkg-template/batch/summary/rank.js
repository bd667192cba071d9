// Decides which names are kept if there are too many. Names in the package's tables come first, so that names invented by a client do not displace
// them. The others are ordered by a hash, which favors no kind of name. The order must not depend on the frequency of a name, or a sum would depend
// on its grouping.
import { explain } from "../../start/node.js";
import { tables } from "../../tables/index.js";

/** The number of hashes. A number holds three times as many exactly. */
export const HASHES = 2 ** 51;

/** Returns a hash of a text, from 0 up to HASHES. It spreads names evenly, and is not safe against deliberate collisions. */
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

/** Returns the rank of a name by its hash alone. */
export const byHash = (name) => hashOf(name);

/** Ranks known names first, then names with a known part (from `partsOf`), then all others. */
const knownFirst = (read, partsOf = () => []) => {
  let known;
  return (name) => {
    known ??= new Set(read());
    return hashOf(name) + HASHES * (known.has(name) ? 0 : partsOf(name).some((part) => known.has(part)) ? 1 : 2);
  };
};

/** The ranks of unknown names begin here. */
export const UNKNOWN = 2 * HASHES;

/**
 * Returns the names that a model may have in the tables: without its vendor, and without suffixes such as the date of a version. The tables write no
 * dots.
 */
function modelParts(model) {
  const plain = model.slice(model.lastIndexOf("/") + 1).toLowerCase().replaceAll(".", "-");
  return [plain, ...Array.from(plain.matchAll(/[-@:]/g), ({ index }) => plain.slice(0, index))];
}

/** Returns the domains that a host is in. */
const hostParts = (host) => Array.from(host.matchAll(/\./g), ({ index }) => host.slice(index + 1));

export const ruleRank = knownFirst(() => explain());
export const modelRank = knownFirst(() => ["", ...tables().names.map(({ model }) => model)], modelParts);
export const hostRank = knownFirst(() => ["", ...tables().hosts.flatMap(({ name, host, domains }) => [name, host, ...domains])], hostParts);
export const wireRank = knownFirst(() => ["", ...tables().hosts.flatMap(({ wires = [] }) => wires)]);

/** Ranks later days first, and lines without a time before all of them. */
export const dayRank = (day) => (day === "" ? 0 : -Number(day.replaceAll("-", "")) + 1e8);
