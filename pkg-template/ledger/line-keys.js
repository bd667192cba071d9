// The keys of a line in a store, read from the line itself. Stores keep only the beginning of a key.
import { readLine } from "./ledger.js";

const DIGITS = /../g;

/**
 * Returns the keys of a line, or nothing if the text is not a line. The names of conversations change keys and names in the same way (guard/conversation-store.js): the difference between the name in the store and the one of the
 * line is that between the keys.
 */
export function keysOfLine(name, text) {
  const line = readLine(text);
  if (!line) return undefined;
  const mask = differenceOf(name, line.name);
  return line.keys.map((key) => differenceOf(key, mask));
}

function differenceOf(one, other) {
  const pairs = other.match(DIGITS);
  return one.match(DIGITS).map((pair, nth) => (parseInt(pair, 16) ^ parseInt(pairs[nth], 16)).toString(16).padStart(2, "0")).join("");
}
