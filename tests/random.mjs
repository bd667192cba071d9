// Repeatable randomness by a seed: the one generator of all tests and benchmarks.

/** Returns a generator: `next` is a number from 0 up to 1, `below` an integer, `pick` one of a list, `chance` true in a share of all cases. */
export function randomOf(seed) {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  const next = () => {
    // mulberry32: small, and good enough for picking
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count) => Math.floor(next() * count);
  const pick = (list) => list[below(list.length)];
  const letters = (length, from = ALPHABET) => Array.from({ length }, () => from[below(from.length)]).join("");
  const words = (least, most) => Array.from({ length: least + below(most - least + 1) }, () => pick(WORDS)).join(" ");
  const shuffle = (list) => list.map((one) => [next(), one]).sort((a, b) => a[0] - b[0]).map(([, one]) => one);
  return { next, below, pick, letters, words, shuffle, chance: (share = 0.5) => next() < share };
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const WORDS = "the file reads parse error stream token value check retry state turn because first then result call buffer index Größe 日本 naïve 😀 \"quoted\" back\\slash tab\there".split(" ");
