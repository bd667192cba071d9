// Sizes as people write them.
import { Usage } from "./usage.js";

const UNITS = { "": 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** Returns the number of bytes that a word means: `500mb`, `2gb`, or a number of at least `least`. */
export function sizeOf(word, name, least = 0) {
  const [, count, unit] = /^(\d{1,12})(kb|mb|gb|)$/i.exec(word) ?? [];
  if (count === undefined) throw new Usage(`--${name} must be a size such as 500mb (got ${word})`);
  const bytes = Number(count) * UNITS[unit.toLowerCase()];
  if (bytes < least) throw new Usage(`--${name} must be at least ${least / UNITS.mb}mb (got ${word})`);
  return bytes;
}
