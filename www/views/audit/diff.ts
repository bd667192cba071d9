/**
 * Edits of a body as lines of a diff, with a little unchanged text around them. All offsets are bytes of the original body. If the old and the new
 * text of an edit share a beginning or an end, only the rest counts as changed.
 */
import type { TextEdit } from "rethought/slim";
import { encodeText, decodeText } from "../../bytes";

export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

export interface Line {
  readonly sign: "same" | "removed" | "inserted";
  /** The byte of the body at which it begins. */
  readonly at: number;
  readonly pieces: readonly Piece[];
}

/** Edits that are close together, with the text around them. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  /** How many bytes are removed and inserted. */
  readonly removed: number;
  readonly inserted: number;
  readonly lines: readonly Line[];
}

/** The number of bytes shown before and after an edit. */
const CONTEXT_BYTES = 56;

/** Returns the edits that change something, in order. */
export function effectiveEdits(body: Uint8Array, edits: readonly TextEdit[]): TextEdit[] {
  return edits.filter(({ start, end, text }) => decodeText(body, start, end) !== text).sort((one, other) => one.start - other.start);
}

/** Makes the hunks of a diff. The edits must not overlap. */
export function hunksOf(body: Uint8Array, edits: readonly TextEdit[]): Hunk[] {
  const hunks: TextEdit[][] = [];
  for (const edit of effectiveEdits(body, edits)) {
    const last = hunks.at(-1);
    if (last && edit.start - (last.at(-1)?.end ?? 0) <= 2 * CONTEXT_BYTES) last.push(edit);
    else hunks.push([edit]);
  }
  return hunks.map((group) => hunkOf(body, group));
}

function hunkOf(body: Uint8Array, edits: readonly TextEdit[]): Hunk {
  const start = edits[0]?.start ?? 0;
  const end = edits.at(-1)?.end ?? 0;
  const lines: Line[] = [];
  const same = (from: number, to: number) => {
    if (to > from) lines.push({ sign: "same", at: from, pieces: [{ text: decodeText(body, from, to), changed: false }] });
  };
  let at = characterStart(body, start - CONTEXT_BYTES, -1);
  for (const edit of edits) {
    same(at, edit.start);
    const [before, after] = splitCommon(decodeText(body, edit.start, edit.end), edit.text);
    if (before.length) lines.push({ sign: "removed", at: edit.start, pieces: before });
    if (after.length) lines.push({ sign: "inserted", at: edit.start, pieces: after });
    at = edit.end;
  }
  same(at, characterStart(body, end + CONTEXT_BYTES, 1));
  const sum = (of: (edit: TextEdit) => number) => edits.reduce((total, edit) => total + of(edit), 0);
  return { start, end, removed: sum((edit) => edit.end - edit.start), inserted: sum(({ text }) => encodeText(text).length), lines };
}

/** Splits the old and the new text of an edit into their common beginning, the part that differs, and their common end. */
function splitCommon(before: string, after: string): [Piece[], Piece[]] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  let tail = 0;
  if (before && after) {
    while (head < shorter && before[head] === after[head]) head++;
    while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
    // No split within a word: `enabled` is not `disabled` with another beginning. Signatures have no lower-case words and may be split anywhere.
    head -= /(?<![a-z_])[a-z_]*$/.exec(before.slice(Math.max(0, head - MAX_WORD), head))?.[0].length ?? 0;
    tail -= /^[a-z_]*/.exec(before.slice(before.length - tail, before.length - tail + MAX_WORD))?.[0].length ?? 0;
    // No split between the two halves of a surrogate pair.
    if (head && isHighSurrogate(before.charCodeAt(head - 1))) head--;
    if (tail && isHighSurrogate(before.charCodeAt(before.length - tail - 1))) tail--;
  }
  const cut = (text: string) => {
    const own = text.length - tail;
    const pieces = [{ text: text.slice(0, head), changed: false }, { text: text.slice(head, own), changed: true }, { text: text.slice(own), changed: false }];
    return pieces.filter((piece) => piece.text);
  };
  return [cut(before), cut(after)];
}

/** The longest word that is kept whole. */
const MAX_WORD = 16;

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00;

/** The nearest byte in a direction that begins a character. */
function characterStart(body: Uint8Array, at: number, by: 1 | -1): number {
  let near = Math.min(Math.max(at, 0), body.length);
  while (near > 0 && near < body.length && ((body[near] ?? 0) & 0xc0) === 0x80) near += by;
  return near;
}

export type Segment = { readonly text: string; readonly folded: boolean };

/** Long base64, hex or ids, which nobody reads letter by letter. */
const OPAQUE = /[\w+/=-]{72,}/g;
/** Longer pieces are folded in the middle. */
const MAX_SHOWN = { changed: 1600, same: 200 };

/** Splits a piece into shown and folded segments. Only the ends of a long run are shown. */
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
  const limit = changed ? MAX_SHOWN.changed : MAX_SHOWN.same;
  if (shown <= limit) return segments;
  const keep = Math.floor(limit / 2);
  return [
    { text: text.slice(0, keep), folded: false },
    { text: text.slice(keep, -keep), folded: true },
    { text: text.slice(-keep), folded: false },
  ];
}
