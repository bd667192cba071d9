/** The diff of a fix, byte for byte. Invisible characters are shown as symbols. */
import "./diff-view.css";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { TextEdit } from "rethought/slim";
import { formatNumber } from "../../format";
import { type Hunk, hunksOf, type Line, type Piece, segmentsOf } from "./diff";

const SIGNS = { same: " ", removed: "−", inserted: "+" } as const;
/** For screen readers. */
const SIGN_NAMES = { same: "unchanged", removed: "removed", inserted: "inserted" } as const;

export function DiffView({ body, edits }: { body: Uint8Array; edits: readonly TextEdit[] }) {
  return (
    <>
      {hunksOf(body, edits).map((hunk) => (
        <HunkView key={hunk.start} hunk={hunk} />
      ))}
    </>
  );
}

function HunkView({ hunk }: { hunk: Hunk }) {
  const start = String(hunk.start);
  const end = String(hunk.end);
  return (
    <figure class="diff" aria-label={`Edit of the request, in bytes ${start} to ${end}`}>
      <figcaption>
        <span>bytes {start}–{end}</span>
        <span class="diff-less">−{hunk.removed}</span>
        <span class="diff-more">+{hunk.inserted}</span>
      </figcaption>
      <div class="diff-lines mono">
        {hunk.lines.map((line, nth) => (
          <LineView key={nth} line={line} />
        ))}
      </div>
    </figure>
  );
}

function LineView({ line }: { line: Line }) {
  const last = line.pieces.length - 1;
  return (
    <div class="diff-line" data-sign={line.sign}>
      <span class="diff-at">{line.at}</span>
      <span class="diff-sign">
        <span aria-hidden="true">{SIGNS[line.sign]}</span>
        <span class="unseen">{SIGN_NAMES[line.sign]}</span>
      </span>
      <span class="diff-text">
        {line.pieces.map((piece, nth) => (
          <PieceView key={nth} piece={piece} sign={line.sign} last={nth === last} whole={!last} />
        ))}
      </span>
    </div>
  );
}

function PieceView({ piece, sign, last, whole }: { piece: Piece; sign: Line["sign"]; last: boolean; whole: boolean }) {
  const segments = segmentsOf(piece);
  const content = segments.map(({ text, folded }, nth) => (folded ? <FoldedText key={nth} text={text} /> : <VisibleText key={nth} text={text} last={last && nth === segments.length - 1} />));
  if (!piece.changed) return <>{content}</>;
  const Mark = sign === "removed" ? "del" : "ins";
  // A line that is changed completely needs no highlight within it.
  return <Mark class={whole ? undefined : "diff-changed"}>{content}</Mark>;
}

/** A folded segment. A click shows it. */
function FoldedText({ text }: { text: string }) {
  const open = useSignal(false);
  if (open.value) return <VisibleText text={text} last={false} />;
  const length = formatNumber(text.length);
  return (
    <button class="diff-fold" aria-label={`${length} more characters: show them`} onClick={() => (open.value = true)}>
      ⋯ {length} ⋯
    </button>
  );
}

/** Spaces at the end of a line, tabs, line breaks, and characters that have no width or change the direction of the text. */
const INVISIBLE = /((?<! ) +)(?=\r?\n)|\t|\r|\n|[\0-\x1f\x7f-\xa0\xad\u061c\u200b-\u200f\u2028-\u202f\u205f-\u206f\ufeff]/g;
const GLYPHS: Readonly<Record<string, string>> = { "\t": "␉", "\r": "␍", "\n": "␊" };

function VisibleText({ text, last }: { text: string; last: boolean }) {
  const parts: ComponentChildren[] = [];
  let at = 0;
  const end = last || !text.trim() ? text.trimEnd().length : text.length;
  for (const { 0: found, index } of text.slice(0, end).matchAll(INVISIBLE)) {
    parts.push(text.slice(at, index), <Glyph key={index} text={found} />);
    at = index + found.length;
  }
  parts.push(text.slice(at, end));
  if (end < text.length) parts.push(...[...text.slice(end)].map((each, nth) => <Glyph key={end + nth} text={each} />));
  return <>{parts}</>;
}

function Glyph({ text }: { text: string }) {
  const shown = text[0] === " " ? "␠".repeat(text.length) : (GLYPHS[text] ?? `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`);
  return (
    <>
      <span class="diff-glyph">{shown}</span>
      {text === "\n" && "\n"}
    </>
  );
}
