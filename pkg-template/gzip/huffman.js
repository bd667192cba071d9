// The codes of deflate (RFC 1951, 3.2): each symbol has a length in bits, and the lengths alone determine the codes.

/** The order in which the lengths of the length codes are written. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/**
 * Returns a table from the next `longest` bits of the input to `symbol << 4 | length`, with 0 where no code fits. Returns nothing if the lengths
 * describe more codes than possible.
 */
export function codeTable(lengths) {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length]++;
  counts[0] = 0;
  let longest = 15;
  while (longest > 0 && !counts[longest]) longest--;
  const first = new Uint16Array(17);
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    first[length] = code;
    code = (code + counts[length]) << 1;
    if (code > 2 << length) return undefined;
  }
  const symbols = new Uint16Array(1 << longest);
  lengths.forEach((length, symbol) => {
    if (!length) return;
    // Codes are packed from their first bit on, so the table is indexed by the reversed code with any bits after it.
    for (let at = reversed(first[length]++, length); at < symbols.length; at += 1 << length) symbols[at] = (symbol << 4) | length;
  });
  return { symbols, longest };
}

function reversed(code, length) {
  let bits = 0;
  for (let left = length; left > 0; left--, code >>= 1) bits = (bits << 1) | (code & 1);
  return bits;
}

/** Reads the codes of a block that contains them; `bits(count)` and `symbol(table)` read them. Returns nothing if they are invalid. */
export function readCodes(bits, symbol) {
  const [literals, distances, written] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
  const lengthsOfLengths = new Array(19).fill(0);
  for (let nth = 0; nth < written; nth++) lengthsOfLengths[ORDER[nth]] = bits(3);
  const table = codeTable(lengthsOfLengths);
  const lengths = [];
  while (table && lengths.length < literals + distances) {
    const found = symbol(table);
    if (found < 0 || (found === 16 && !lengths.length)) return undefined;
    if (found < 16) lengths.push(found);
    else {
      const [least, extra] = { 16: [3, 2], 17: [3, 3], 18: [11, 7] }[found];
      const repeated = found === 16 ? lengths.at(-1) : 0;
      for (let left = least + bits(extra); left > 0; left--) lengths.push(repeated);
    }
  }
  if (!table || lengths.length > literals + distances) return undefined;
  return codes(lengths.slice(0, literals), lengths.slice(literals));
}

function codes(ofLiterals, ofDistances) {
  const [literals, distances] = [codeTable(ofLiterals), codeTable(ofDistances)];
  return literals && distances && { literals, distances };
}

let fixed;

/** The codes of a block without its own codes. They are made at the first call: most programs read no gzip. */
export const fixedCodes = () =>
  (fixed ??= codes(
    Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
    new Array(30).fill(5),
  ));
