/**
 * Edits of a body as lines of a diff: what goes, what comes, and a little of what stays around it. Everything is told in bytes of the body as it is; where
 * the two texts of an edit begin or end alike, only the rest of them counts as changed.
 */
import type { TextEdit } from "rethought/slim";
import { bytesOf, textOf } from "../../bytes";

export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

export interface Line {
  readonly sign: "same" | "removed" | "inserted";
  /** The byte of the body that it begins at. */
  readonly at: number;
  readonly pieces: readonly Piece[];
}

/** Edits that stand close together, with what is around them. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  /** How many bytes go, and how many come. */
  readonly removed: number;
  readonly inserted: number;
  readonly lines: readonly Line[];
}

/** How many bytes before and after an edit are shown. */
const AROUND = 56;

/** The edits that change something. */
export function effective(body: Uint8Array, edits: readonly TextEdit[]): TextEdit[] {
  return edits.filter(({ start, end, text }) => textOf(body, start, end) !== text).sort((one, other) => one.start - other.start);
}

/** Lines for edits that do not overlap. */
export function hunksOf(body: Uint8Array, edits: readonly TextEdit[]): Hunk[] {
  const hunks: TextEdit[][] = [];
  for (const edit of effective(body, edits)) {
    const last = hunks.at(-1);
    if (last && edit.start - (last.at(-1)?.end ?? 0) <= 2 * AROUND) last.push(edit);
    else hunks.push([edit]);
  }
  return hunks.map((group) => hunkOf(body, group));
}

function hunkOf(body: Uint8Array, edits: readonly TextEdit[]): Hunk {
  const [start, end] = [edits[0]?.start ?? 0, edits.at(-1)?.end ?? 0];
  const lines: Line[] = [];
  const same = (from: number, to: number) => {
    if (to > from) lines.push({ sign: "same", at: from, pieces: [{ text: textOf(body, from, to), changed: false }] });
  };
  let at = boundary(body, start - AROUND, -1);
  for (const edit of edits) {
    same(at, edit.start);
    const [before, after] = compared(textOf(body, edit.start, edit.end), edit.text);
    if (before.length) lines.push({ sign: "removed", at: edit.start, pieces: before });
    if (after.length) lines.push({ sign: "inserted", at: edit.start, pieces: after });
    at = edit.end;
  }
  same(at, boundary(body, end + AROUND, 1));
  const sum = (of: (edit: TextEdit) => number) => edits.reduce((total, edit) => total + of(edit), 0);
  return { start, end, removed: sum((edit) => edit.end - edit.start), inserted: sum(({ text }) => bytesOf(text).length), lines };
}

/** The two texts of an edit, each cut into what they share at the beginning, what is its own, and what they share at the end. */
function compared(before: string, after: string): [Piece[], Piece[]] {
  const shorter = Math.min(before.length, after.length);
  let [head, tail] = [0, 0];
  if (before && after) {
    while (head < shorter && before[head] === after[head]) head++;
    while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
    // Not within a word: «enabled» is not «disabled» with another beginning. Signatures may differ anywhere.
    head -= /[a-z_]*$/.exec(before.slice(Math.max(0, head - WORD), head))?.[0].length ?? 0;
    tail -= /^[a-z_]*/.exec(before.slice(before.length - tail, before.length - tail + WORD))?.[0].length ?? 0;
    // Nor between the halves of a character.
    if (head && isHigh(before.charCodeAt(head - 1))) head--;
    if (tail && isHigh(before.charCodeAt(before.length - tail - 1))) tail--;
  }
  const cut = (text: string) => {
    const own = text.length - tail;
    const pieces = [{ text: text.slice(0, head), changed: false }, { text: text.slice(head, own), changed: true }, { text: text.slice(own), changed: false }];
    return pieces.filter((piece) => piece.text);
  };
  return [cut(before), cut(after)];
}

/** How long a word may be. */
const WORD = 16;

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00;

/** The nearest byte in a direction at which a character begins. */
function boundary(body: Uint8Array, at: number, by: 1 | -1): number {
  let near = Math.min(Math.max(at, 0), body.length);
  while (near > 0 && near < body.length && ((body[near] ?? 0) & 0xc0) === 0x80) near += by;
  return near;
}

export type Segment = { readonly text: string; readonly folded: boolean };

/** What no one reads letter by letter: base64, hex, ids. */
const OPAQUE = /[\w+/=-]{72,}/g;
/** How long a stretch may be that is shown whole. */
const LONG = { changed: 1600, same: 200 };

/** A piece, with its long stretches set apart: they are shown by their ends. */
export function segmentsOf({ text, changed }: Piece): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  const add = (to: number, folded: boolean) => {
    if (to > at) segments.push({ text: text.slice(at, to), folded });
    at = Math.max(at, to);
  };
  for (const { 0: run, index } of text.matchAll(OPAQUE)) {
    add(index + 24, false);
    add(index + run.length - 12, true);
  }
  add(text.length, false);
  const shown = segments.reduce((total, each) => total + (each.folded ? 0 : each.text.length), 0);
  const limit = changed ? LONG.changed : LONG.same;
  if (shown <= limit) return segments;
  const keep = Math.floor(limit / 2);
  return [
    { text: text.slice(0, keep), folded: false },
    { text: text.slice(keep, -keep), folded: true },
    { text: text.slice(-keep), folded: false },
  ];
}
