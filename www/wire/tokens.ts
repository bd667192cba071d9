/** Splits a row into tokens: keys, strings, numbers, words and folds. Only shown rows are split. */
import type { ByteRange } from "../bytes";
import { INSIDE } from "./rows";
import { QUOTE, unitLength } from "./scan";

export type TokenKind = "" | "key" | "string" | "number" | "word" | "fold";

export interface Token extends ByteRange {
  readonly kind: TokenKind;
}

const COLON = 0x3a;

/** Returns the tokens of a row. `folded` are its closed folds, in order; each becomes one token. */
export function tokenize(body: Uint8Array, start: number, end: number, flags: number, folded: readonly ByteRange[]): Token[] {
  const found: Token[] = [];
  let at = start;
  const take = (upTo: number, kind: TokenKind) => {
    if (upTo > at) found.push({ start: at, end: upTo, kind });
    at = upTo;
  };
  /** Consumes the rest of a string, from inside it. */
  const takeString = (next: number) => {
    while (next < end && body[next] !== QUOTE) next += unitLength(body, next);
    next = Math.min(next + 1, end);
    take(next, body[skipSpace(body, next, end)] === COLON ? "key" : "string");
  };
  if (flags & INSIDE) takeString(at);
  while (at < end) {
    const byte = body[at] as number;
    if (byte === QUOTE) {
      const fold = folded.find((fold) => fold.start === at + 1);
      if (fold && fold.end <= end) {
        take(at + 1, "string");
        take(fold.end, "fold");
        take(Math.min(at + 1, end), "string");
      } else takeString(at + 1);
    } else if (isNumeric(byte)) take(endOfRun(body, at, end, (each) => isNumeric(each) || each === 0x2b || each === 0x2e || (each | 0x20) === 0x65), "number");
    else if (isLetter(byte)) take(endOfRun(body, at, end, isLetter), "word");
    else take(endOfRun(body, at, end, (each) => each !== QUOTE && !isNumeric(each) && !isLetter(each)), "");
  }
  return found;
}

const isNumeric = (byte: number) => byte === 0x2d || (byte >= 0x30 && byte <= 0x39);
const isLetter = (byte: number) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

function endOfRun(body: Uint8Array, at: number, end: number, belongs: (byte: number) => boolean): number {
  do at++;
  while (at < end && belongs(body[at] as number));
  return at;
}

function skipSpace(body: Uint8Array, at: number, end: number): number {
  while (at < end && (body[at] as number) <= 0x20) at++;
  return at;
}
