// Texts for the worst case: each grows a different part of the work. `size` is the approximate length of the text.

const list = (piece, size) => `[${Array.from({ length: Math.max(2, Math.floor(size / (piece.length + 1))) }, () => piece).join(",")}]`;
const members = (size, key) => `{"k0":0,${Array.from({ length: Math.floor(size / 12) }, (_, nth) => `"${key(nth)}":1`).join(",")}}`;

export const SHAPES = {
  "one long string": (size) => `["${"x".repeat(size)}"]`,
  "escapes only": (size) => `["${"\\n".repeat(size / 2)}"]`,
  "unicode escapes": (size) => `["${"\\u00e9".repeat(size / 6)}"]`,
  "surrogate pairs": (size) => `["${"\\ud83d\\ude00".repeat(size / 12)}"]`,
  "not ASCII": (size) => `["${"日".repeat(size / 3)}"]`,
  "short strings": (size) => list('"a"', size),
  "numbers": (size) => list("-1.5e9", size),
  "one long number": (size) => `[${"7".repeat(size)}]`,
  "white space": (size) => `[${" ".repeat(size)}1]`,
  "empty containers": (size) => list("{}", size),
  "deep nests": (size) => list("[".repeat(500) + "]".repeat(500), size),
  "wide object": (size) => members(size, (nth) => `k${nth.toString(36).padStart(6, "0")}`),
  "one key again and again": (size) => members(size, () => "samekey"),
};
