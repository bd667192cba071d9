/** Text as UTF-8 bytes, and back. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Decodes a range of bytes, or all of them. */
export const decodeText = (body: Uint8Array, start = 0, end = body.length): string => decoder.decode(body.subarray(start, end));

export const encodeText = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** A range of bytes: the first byte, and the one after the last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Returns `true` if a range of one body has the same bytes as a range of another. */
export function haveSameBytes(body: Uint8Array, range: ByteRange, otherBody: Uint8Array, otherRange: ByteRange): boolean {
  const length = range.end - range.start;
  if (length !== otherRange.end - otherRange.start) return false;
  for (let nth = 0; nth < length; nth++) if (body[range.start + nth] !== otherBody[otherRange.start + nth]) return false;
  return true;
}

/** The number of bytes at the start that two bodies share. */
export function commonPrefix(one: Uint8Array, other: Uint8Array): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length++;
  return length;
}

/** The number of bytes at the end that two bodies share. The first `prefix` bytes do not count. */
export function commonSuffix(one: Uint8Array, other: Uint8Array, prefix: number): number {
  const most = Math.min(one.length, other.length) - prefix;
  let length = 0;
  while (length < most && one[one.length - 1 - length] === other[other.length - 1 - length]) length++;
  return length;
}
