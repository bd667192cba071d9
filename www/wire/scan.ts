/** Byte-level scanning of bodies: characters, escapes, base64, lines, and whether a body is text at all. */

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const NEWLINE = 0x0a;
export const COMMA = 0x2c;
const SLASH = 0x2f;
const ZERO = 0x30;
const LETTER_U = 0x75;

/** The number of bytes scanned between two pauses. */
export const STRIDE = 1 << 15;
/** A body with lines has its first line break within this many bytes. */
const EARLY = 1 << 16;

const BASE64 = new Uint8Array(256);
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=") BASE64[letter.charCodeAt(0)] = 1;

export const isBase64 = (byte: number): boolean => BASE64[byte] === 1;

/** The number of bytes that must not be separated at this place: those of a character or of an escape. */
export function unitLength(body: Uint8Array, at: number): number {
  const byte = body[at] as number;
  const length = byte === BACKSLASH ? (body[at + 1] === LETTER_U ? 6 : 2) : byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
  if (byte !== BACKSLASH) return Math.min(length, body.length - at);
  // An invalid escape ends where a string, a line or a character ends.
  for (let nth = 1; nth < length; nth++) {
    const part = body[at + nth] ?? NEWLINE;
    if (part < 0x20 || part >= 0x80 || (part === QUOTE && nth > 1)) return nth;
  }
  return length;
}

/** Returns `true` if a body has a line break that is not merely its end. Only the first bytes are searched: a body with lines has one early. */
export function hasLines(body: Uint8Array): boolean {
  let at = body.subarray(0, EARLY).indexOf(NEWLINE);
  if (at < 0) return false;
  while (at < body.length && (body[at] as number) <= 0x20) at++;
  return at < body.length;
}

/**
 * Returns a function that checks a body up to an offset, further with each call, and returns `false` if it is not text. The frames of Amazon's event
 * streams contain zeros and, in their checksums, invalid UTF-8.
 */
export function textChecker(body: Uint8Array): (upTo: number) => boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let from = 0;
  return (upTo) => {
    // The check works in pieces, so that no string of the whole body is made.
    for (; from < upTo; from = Math.min(from + STRIDE, upTo)) {
      const piece = body.subarray(from, Math.min(from + STRIDE, upTo));
      if (piece.indexOf(0) >= 0 || !decodes(decoder, piece, from + STRIDE < upTo || upTo < body.length)) return false;
    }
    return true;
  };
}

function decodes(decoder: TextDecoder, piece: Uint8Array, stream: boolean): boolean {
  try {
    decoder.decode(piece, { stream });
    return true;
  } catch {
    return false;
  }
}

/** Returns `true` for the escapes that occur in base64: some clients write `\/` for `/` and `\u003d` for `=`. */
export const isPlainEscape = (body: Uint8Array, at: number): boolean =>
  body[at] === BACKSLASH && (body[at + 1] === SLASH || (body[at + 1] === LETTER_U && body[at + 2] === ZERO && body[at + 3] === ZERO && ((body[at + 4] as number) & 0xfe) === 0x32));

/** Returns the offset at which the data of `data:image/png;base64,…` begins; `at` if the string is not such an address. */
export function dataUrlStart(body: Uint8Array, at: number): number {
  for (let end = at; end < at + 80 && body[end] !== QUOTE; end++) if (body[end] === COMMA) return end + 1;
  return at;
}
