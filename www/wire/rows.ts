/**
 * How a body is laid out in rows: a list of places in its bytes, and nothing of the bytes themselves. A body without line breaks of its own gets one
 * wherever JSON has a joint; one that has them keeps them. No row is longer than the width but for what is folded in it. Pure, and made piece by
 * piece, so that a page stays alive while it lays out a large body.
 */

/** A stretch of a body: its first byte, and the one after its last. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** How deep a row stands; the bits above say how it begins. */
export const DEPTH = 0x3f;
/** A row that begins inside a string. */
export const INSIDE = 0x40;
/** A row that goes on with the one before, for want of room. */
export const CONTINUED = 0x80;

/** How many bytes of base64 are no longer read by anybody. */
const OPAQUE = 200;
/** How far a row may go on beyond its width outside of strings: a comma does not stand alone. */
const SLACK = 4;
/** How much is laid out between two looks at the clock, in bytes. */
const STRIDE = 1 << 15;
/** Where a body with lines has its first, in bytes. */
const EARLY = 1 << 16;
const PAGE = 16;
const [QUOTE, BACKSLASH, NEWLINE, COMMA, OPEN, CLOSE, U] = [0x22, 0x5c, 0x0a, 0x2c, 0x7b, 0x7d, 0x75];

const BASE64 = new Uint8Array(256);
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=") BASE64[letter.charCodeAt(0)] = 1;

export class Rows {
  readonly body: Uint8Array;
  readonly width: number;
  /** How many rows there are by now. */
  length = 0;
  /** How many bytes of the body they cover. */
  covered = 0;
  /** Whether the body is no UTF-8, and has no rows. */
  binary = false;
  /** What is folded, in order. */
  readonly folds: Stretch[] = [];
  readonly #handles: readonly Stretch[];
  // In pages, so that growing never copies.
  readonly #starts: Uint32Array[] = [];
  readonly #flags: Uint8Array[] = [];

  /** `handles` are stretches inside strings that are folded whatever they look like, in order. */
  constructor(body: Uint8Array, width: number, handles: readonly Stretch[] = []) {
    [this.body, this.width, this.#handles] = [body, width, handles];
  }

  /** The first byte of a row. */
  start(row: number): number {
    return row < this.length ? (this.#starts[row >> PAGE] as Uint32Array)[row & ((1 << PAGE) - 1)] as number : this.covered;
  }

  flags(row: number): number {
    return this.#flags[row >> PAGE]?.[row & ((1 << PAGE) - 1)] ?? 0;
  }

  /** How many bytes fit into a row of a depth. */
  room(depth: number): number {
    return Math.max(this.width >> 1, this.width - indent(this.width, depth));
  }

  /** Lays the body out. What was yielded may be shown. */
  *build(): Generator<undefined, void> {
    const { body } = this;
    const [size, kept, isText] = [body.length, hasLines(body), checker(body)];
    let [at, next, depth, nth] = [0, STRIDE, 0, 0];
    // The end of the room in this row, the place where a cut would be best, and what was last of `{ [ ,` with only space since.
    let [room, soft, joint] = [0, 0, 0];
    const begin = (start: number, flags: number) => {
      this.#begin(start, flags);
      room = start + this.room(flags & DEPTH);
      soft = 0;
    };
    const level = () => (kept ? 0 : Math.min(depth, DEPTH));
    if (size) begin(0, 0);
    while (at < size) {
      if (at >= next) {
        if (!isText(at)) return this.#give();
        [this.covered, next] = [at, at + STRIDE];
        yield;
      }
      const byte = body[at] as number;
      if (byte <= 0x20) {
        at++;
        if (byte === NEWLINE) joint = 0;
        if ((byte === NEWLINE || at >= room + SLACK) && at < size) begin(at, level() | (byte === NEWLINE ? 0 : CONTINUED));
        continue;
      }
      const bracket = kept ? 0 : byte | 0x20;
      if (bracket === CLOSE) {
        depth = Math.max(0, depth - 1);
        // What is empty stays in one piece.
        if (joint !== OPEN && at > this.start(this.length - 1)) begin(at, level());
        joint = 0;
        at++;
        continue;
      }
      if (joint || at >= room + SLACK) {
        if (at > this.start(this.length - 1)) begin(at, level() | (joint ? 0 : CONTINUED));
        joint = 0;
      }
      if (bracket === OPEN || (byte === COMMA && !kept)) {
        joint = bracket;
        if (joint === OPEN) depth++;
        at++;
        continue;
      }
      if (byte !== QUOTE) {
        at += byte < 0x80 ? 1 : lengthAt(body, at);
        if (byte === COMMA) soft = at;
        continue;
      }
      const string = ++at;
      while ((this.#handles[nth]?.start ?? size) < at) nth++;
      let end = at;
      const handle = this.#handles[nth];
      if (handle?.start === at) end = handle.end;
      else {
        if (body[at + 4] === 0x3a) end = embedded(body, at);
        // Looked through once, and a second time below if it is no such string.
        for (; end < size && (BASE64[body[end] as number] || isPlainEscape(body, end)); end++)
          if (end >= next) {
            if (!isText(end)) return this.#give();
            [this.covered, next] = [at, end + STRIDE];
            yield;
          }
        if (body[end] !== QUOTE || end - at < OPAQUE) end = at;
      }
      if (end > at) {
        this.folds.push({ start: at, end });
        at = end;
        room = end + (this.width >> 1);
      }
      while (at < size) {
        const byte = body[at] as number;
        // In valid JSON no line ends in a string; in anything else a stray quote may not swallow the rest.
        if (byte === QUOTE || byte === NEWLINE) {
          if (byte === QUOTE) at++;
          break;
        }
        if (at >= room) {
          const cut = soft > room - (this.width >> 1) ? soft : at;
          begin(cut, Math.min(level() + 1, DEPTH) | CONTINUED | (cut > string ? INSIDE : 0));
          if (at >= next) {
            if (!isText(at)) return this.#give();
            [this.covered, next] = [at, at + STRIDE];
            yield;
          }
        }
        at += byte < 0x80 && byte !== BACKSLASH ? 1 : lengthAt(body, at);
        if (byte === 0x20 || (byte === BACKSLASH && body[at - 1] === 0x6e)) soft = at;
      }
    }
    if (!isText(size)) return this.#give();
    this.covered = size;
  }

  #begin(start: number, flags: number): void {
    const [page, place] = [this.length >> PAGE, this.length & ((1 << PAGE) - 1)];
    if (!place) {
      this.#starts.push(new Uint32Array(1 << PAGE));
      this.#flags.push(new Uint8Array(1 << PAGE));
    }
    (this.#starts[page] as Uint32Array)[place] = start;
    (this.#flags[page] as Uint8Array)[place] = flags;
    this.length++;
  }

  #give(): void {
    [this.binary, this.length, this.covered, this.folds.length] = [true, 0, 0, 0];
  }
}

/** How far a row is set in, in letters. */
export const indent = (width: number, depth: number): number => Math.min(depth, 12) * (width < 60 ? 1 : 2);

/** How many bytes belong together at a place: a letter, or an escape. */
export function lengthAt(body: Uint8Array, at: number): number {
  const byte = body[at] as number;
  const length = byte === BACKSLASH ? (body[at + 1] === U ? 6 : 2) : byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
  if (byte !== BACKSLASH) return Math.min(length, body.length - at);
  // An escape that is none ends where a string, a line or a letter does.
  for (let nth = 1; nth < length; nth++) {
    const part = body[at + nth] ?? NEWLINE;
    if (part < 0x20 || part >= 0x80 || (part === QUOTE && nth > 1)) return nth;
  }
  return length;
}

/** Whether a body has line breaks that are more than its end. One that has them has one early, and the whole of a large one is not looked through for it. */
function hasLines(body: Uint8Array): boolean {
  let at = body.subarray(0, EARLY).indexOf(NEWLINE);
  if (at < 0) return false;
  while (at < body.length && (body[at] as number) <= 0x20) at++;
  return at < body.length;
}

/** Says, further each time, whether a body is text. Amazon's frames have zeros in them, and are no UTF-8 by their checksums. */
function checker(body: Uint8Array): (upTo: number) => boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let from = 0;
  return (upTo) => {
    // In pieces: a string of a text of 50 MB need not be made.
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

/** Some write `\/` for `/` and `\u003d` for `=`. */
const isPlainEscape = (body: Uint8Array, at: number): boolean =>
  body[at] === BACKSLASH && (body[at + 1] === 0x2f || (body[at + 1] === U && body[at + 2] === 0x30 && body[at + 3] === 0x30 && ((body[at + 4] as number) & 0xfe) === 0x32));

/** Where the data of `data:image/png;base64,…` begin. */
function embedded(body: Uint8Array, at: number): number {
  for (let end = at; end < at + 80 && body[end] !== QUOTE; end++) if (body[end] === COMMA) return end + 1;
  return at;
}
