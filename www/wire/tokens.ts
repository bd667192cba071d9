/** What stands in a row: keys, strings, numbers, words, and what is folded. Only for rows that are shown. */
import { INSIDE, lengthAt, type Stretch } from "./rows";

export type Tone = "" | "key" | "string" | "number" | "word" | "fold";

export interface Token extends Stretch {
  readonly tone: Tone;
}

const [QUOTE, COLON] = [0x22, 0x3a];

/** The tokens of a row. `folded` are the folds in it that are shut, in order: they are not looked into. */
export function tokens(body: Uint8Array, start: number, end: number, flags: number, folded: readonly Stretch[]): Token[] {
  const found: Token[] = [];
  let at = start;
  const take = (upTo: number, tone: Tone) => {
    if (upTo > at) found.push({ start: at, end: upTo, tone });
    at = upTo;
  };
  /** To the end of a string, from inside it. */
  const string = (next: number) => {
    while (next < end && body[next] !== QUOTE) next += lengthAt(body, next);
    next = Math.min(next + 1, end);
    take(next, body[spaceless(body, next, end)] === COLON ? "key" : "string");
  };
  if (flags & INSIDE) string(at);
  while (at < end) {
    const byte = body[at] as number;
    if (byte === QUOTE) {
      const fold = folded.find((fold) => fold.start === at + 1);
      if (fold && fold.end <= end) {
        take(at + 1, "string");
        take(fold.end, "fold");
        take(Math.min(at + 1, end), "string");
      } else string(at + 1);
    } else if (isNumeric(byte)) take(runs(body, at, end, (each) => isNumeric(each) || each === 0x2b || each === 0x2e || (each | 0x20) === 0x65), "number");
    else if (isLetter(byte)) take(runs(body, at, end, isLetter), "word");
    else take(runs(body, at, end, (each) => each !== QUOTE && !isNumeric(each) && !isLetter(each)), "");
  }
  return found;
}

const isNumeric = (byte: number) => byte === 0x2d || (byte >= 0x30 && byte <= 0x39);
const isLetter = (byte: number) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

function runs(body: Uint8Array, at: number, end: number, belongs: (byte: number) => boolean): number {
  do at++;
  while (at < end && belongs(body[at] as number));
  return at;
}

function spaceless(body: Uint8Array, at: number, end: number): number {
  while (at < end && (body[at] as number) <= 0x20) at++;
  return at;
}
