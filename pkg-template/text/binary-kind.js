// The kinds of files that people name by mistake, by their first bytes. Formats that hold sessions are not here: the reader says more about them.

const KINDS = { "89504e47": "a PNG image", ffd8ff: "a JPEG image", "47494638": "a GIF image", "25504446": "a PDF file", "7f454c46": "a program" };
const HEAD = 4;

/** The kind of a file that is not text, in words; nothing for any other file. */
export function binaryKind(bytes) {
  const head = [...bytes.subarray(0, HEAD)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return Object.entries(KINDS).find(([start]) => head.startsWith(start))?.[1];
}

/** Refuses a file that is not text: as JSON it would be wrong at its first byte, which says nothing. `wanted` says what is read, such as `an answer`. */
export function refuseBinary(bytes, wanted) {
  const kind = binaryKind(bytes);
  if (kind) throw new Error(`${kind}, not ${wanted}`);
}
