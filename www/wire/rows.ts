/**
 * The layout of a body in rows: for each row its first byte, and no copy of the bytes. A body without line breaks is broken where pretty-printed JSON would
 * be; a body with line breaks keeps them. No row is longer than the width, apart from folded values. The layout is made piece by piece, so that the page
 * stays responsive with a large body.
 */
import type { ByteRange } from "../bytes";
import { BACKSLASH, COMMA, dataUrlStart, hasLines, isBase64, isPlainEscape, NEWLINE, QUOTE, STRIDE, textChecker, unitLength } from "./scan";

/** The bits of a row's flags that hold its depth in the JSON. */
export const DEPTH = 0x3f;
/** The flag of a row that begins inside a string. */
export const INSIDE = 0x40;
/** The flag of a row that continues the previous row, which was full. */
export const CONTINUED = 0x80;

/** A string of base64 with at least this many bytes is folded. */
const MIN_FOLD = 200;
/** The number of bytes by which a row may exceed its width outside of strings, so that no comma is on a line by itself. */
const SLACK = 4;
/** Rows are stored in pages of 2^16, so that growing never copies. */
const PAGE_BITS = 16;
const PAGE_SIZE = 1 << PAGE_BITS;
/** `{` and `}`; with the bit 0x20 set, `[` and `]` become the same bytes. */
const OPEN = 0x7b;
const CLOSE = 0x7d;

export class Rows {
  readonly body: Uint8Array;
  readonly width: number;
  /** The number of rows so far. */
  length = 0;
  /** The number of bytes that the rows cover so far. */
  covered = 0;
  /** True if the body is not UTF-8 text. It has no rows then. */
  binary = false;
  /** The folded ranges, in order. */
  readonly folds: ByteRange[] = [];
  readonly #handles: readonly ByteRange[];
  readonly #starts: Uint32Array[] = [];
  readonly #flags: Uint8Array[] = [];

  /** `handles` are the ranges of handles, in order. They are folded even if they are short or not base64. */
  constructor(body: Uint8Array, width: number, handles: readonly ByteRange[] = []) {
    this.body = body;
    this.width = width;
    this.#handles = handles;
  }

  /** The first byte of a row. */
  start(row: number): number {
    return row < this.length ? (this.#starts[row >> PAGE_BITS] as Uint32Array)[row & (PAGE_SIZE - 1)] as number : this.covered;
  }

  flags(row: number): number {
    return this.#flags[row >> PAGE_BITS]?.[row & (PAGE_SIZE - 1)] ?? 0;
  }

  /** The number of bytes that fit into a row of this depth. */
  room(depth: number): number {
    return Math.max(this.width >> 1, this.width - indentOf(this.width, depth));
  }

  /** Lays out the body. After each `yield` the rows so far may be shown. */
  *build(): Generator<undefined, void> {
    const { body } = this;
    const size = body.length;
    const keepsLines = hasLines(body);
    const isText = textChecker(body);
    let at = 0;
    let nextPause = STRIDE;
    let depth = 0;
    let nextHandle = 0;
    /** The byte at which the row is full. */
    let rowEnd = 0;
    /** The last byte in the row at which a break would be good: after a space, a comma or a line break. 0 if there is none. */
    let softBreak = 0;
    /** The last of `{ [ ,` if only white space followed. The next token then begins a row. */
    let joint = 0;
    const begin = (start: number, flags: number) => {
      this.#begin(start, flags);
      rowEnd = start + this.room(flags & DEPTH);
      softBreak = 0;
    };
    const level = () => (keepsLines ? 0 : Math.min(depth, DEPTH));
    if (size) begin(0, 0);
    while (at < size) {
      if (at >= nextPause) {
        if (!isText(at)) return this.#giveUp();
        this.covered = at;
        nextPause = at + STRIDE;
        yield;
      }
      const byte = body[at] as number;
      if (byte <= 0x20) {
        at++;
        if (byte === NEWLINE) joint = 0;
        if ((byte === NEWLINE || at >= rowEnd + SLACK) && at < size) begin(at, level() | (byte === NEWLINE ? 0 : CONTINUED));
        continue;
      }
      const bracket = keepsLines ? 0 : byte | 0x20;
      if (bracket === CLOSE) {
        depth = Math.max(0, depth - 1);
        // An empty object or list stays in one row.
        if (joint !== OPEN && at > this.start(this.length - 1)) begin(at, level());
        joint = 0;
        at++;
        continue;
      }
      if (joint || at >= rowEnd + SLACK) {
        if (at > this.start(this.length - 1)) begin(at, level() | (joint ? 0 : CONTINUED));
        joint = 0;
      }
      if (bracket === OPEN || (byte === COMMA && !keepsLines)) {
        joint = bracket;
        if (joint === OPEN) depth++;
        at++;
        continue;
      }
      if (byte !== QUOTE) {
        at += byte < 0x80 ? 1 : unitLength(body, at);
        if (byte === COMMA) softBreak = at;
        continue;
      }
      at++;
      const stringStart = at;
      while ((this.#handles[nextHandle]?.start ?? size) < at) nextHandle++;
      let end = at;
      const handle = this.#handles[nextHandle];
      if (handle?.start === at) end = handle.end;
      else {
        if (body[at + 4] === 0x3a) end = dataUrlStart(body, at);
        // If the string is not base64, the loop below reads it again.
        for (; end < size && (isBase64(body[end] as number) || isPlainEscape(body, end)); end++)
          if (end >= nextPause) {
            if (!isText(end)) return this.#giveUp();
            this.covered = at;
            nextPause = end + STRIDE;
            yield;
          }
        if (body[end] !== QUOTE || end - at < MIN_FOLD) end = at;
      }
      if (end > at) {
        this.folds.push({ start: at, end });
        at = end;
        rowEnd = end + (this.width >> 1);
      }
      while (at < size) {
        const byte = body[at] as number;
        // Valid JSON has no line break inside a string. In other texts a stray quote must not consume the rest.
        if (byte === QUOTE || byte === NEWLINE) {
          if (byte === QUOTE) at++;
          break;
        }
        if (at >= rowEnd) {
          const cut = softBreak > rowEnd - (this.width >> 1) ? softBreak : at;
          begin(cut, Math.min(level() + 1, DEPTH) | CONTINUED | (cut > stringStart ? INSIDE : 0));
          if (at >= nextPause) {
            if (!isText(at)) return this.#giveUp();
            this.covered = at;
            nextPause = at + STRIDE;
            yield;
          }
        }
        at += byte < 0x80 && byte !== BACKSLASH ? 1 : unitLength(body, at);
        if (byte === 0x20 || (byte === BACKSLASH && body[at - 1] === 0x6e)) softBreak = at;
      }
    }
    if (!isText(size)) return this.#giveUp();
    this.covered = size;
  }

  #begin(start: number, flags: number): void {
    const page = this.length >> PAGE_BITS;
    const place = this.length & (PAGE_SIZE - 1);
    if (!place) {
      this.#starts.push(new Uint32Array(PAGE_SIZE));
      this.#flags.push(new Uint8Array(PAGE_SIZE));
    }
    (this.#starts[page] as Uint32Array)[place] = start;
    (this.#flags[page] as Uint8Array)[place] = flags;
    this.length++;
  }

  #giveUp(): void {
    this.binary = true;
    this.length = 0;
    this.covered = 0;
    this.folds.length = 0;
  }
}

/** The indentation of a row, in characters. */
export const indentOf = (width: number, depth: number): number => Math.min(depth, 12) * (width < 60 ? 1 : 2);
