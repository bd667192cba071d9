/** One line: the offset of its first byte, a marker if a finding begins in it, and its text. */
import "./line.css";
import { type ByteRange, decodeText } from "../../bytes";
import { formatNumber } from "../../format";
import { SEVERITY_NAMES, ToneIcon } from "../../icons";
import { chooseFinding } from "../../state";
import { lowerBound } from "../../wire/find";
import { type Highlight, type Matches, type Piece, splitRow } from "../../wire/highlights";
import type { Lines } from "../../wire/lines";
import { CONTINUED, DEPTH, indentOf } from "../../wire/rows";
import { tokenize } from "../../wire/tokens";
import { FoldAgain, FoldedValue } from "./fold";
import { findings, FOCUS_WEIGHT } from "./state";

const COLON = 0x3a;

interface LineProps {
  lines: Lines;
  nth: number;
  highlights: readonly Highlight[];
  matches: Matches;
  /** The first byte of each open fold. */
  unfolded: ReadonlySet<number>;
}

export function Line({ lines, nth, highlights, matches, unfolded }: LineProps) {
  const { body, folds, width } = lines.rows;
  const start = lines.start(nth);
  const end = nth + 1 < lines.length ? lines.start(nth + 1) : lines.rows.covered;
  const flags = lines.flags(nth);
  const closedFolds = foldsIn(folds, start, end).filter((fold) => !unfolded.has(fold.start));
  const inLine = highlights.filter((each) => each.start < end && (each.end > start || each.start === start));
  // A finding of several lines is marked in the gutter only. Underlines below all of them would hide everything else.
  const drawn = inLine.filter((each) => !isFinding(each) || (each.start >= start && each.end <= end));
  const pieces = splitRow(tokenize(body, start, end, flags, closedFolds), drawn, matches);
  const bar = inLine.filter(isFinding).sort(byWeight)[0]?.look;
  const isFocused = inLine.some((each) => each.weight === FOCUS_WEIGHT);
  const openFold = foldsIn(folds, end, end + 1).find((fold) => fold.start === end && unfolded.has(fold.start));
  return (
    <div class="wire-line" data-focus={isFocused || undefined} data-bar={bar}>
      <span class="wire-gutter">{flags & CONTINUED ? "" : formatNumber(start)}</span>
      <FindingMarker highlights={inLine} start={start} />
      <span class="wire-row" style={{ paddingLeft: `${indentOf(width, flags & DEPTH)}ch` }}>
        {pieces.map((piece) => (piece.kind === "fold" ? <FoldedValue key={piece.start} body={body} piece={piece} /> : <PieceView key={piece.start} body={body} piece={piece} />))}
        {openFold && <FoldAgain fold={openFold} />}
      </span>
    </div>
  );
}

function PieceView({ body, piece: { start, end, kind, look, match } }: { body: Uint8Array; piece: Piece }) {
  const punctuation = end - start === 1 && body[start] === COLON ? "colon" : "joint";
  return (
    <span class={`wire-${kind || punctuation} ${look} ${match}`} data-at={start} data-end={end}>
      {decodeText(body, start, end).replace(/\r?\n$/, "")}
    </span>
  );
}

/** The icon of the worst finding that begins in a line. A click chooses the finding. */
function FindingMarker({ highlights, start }: { highlights: readonly Highlight[]; start: number }) {
  const beginning = highlights.filter((each) => each.start >= start);
  const ofFindings = beginning.filter(isFinding).sort(byWeight);
  const nth = ofFindings[0]?.finding;
  const finding = nth === undefined ? undefined : findings.value[nth];
  if (nth === undefined || !finding) {
    const isRelated = beginning.some((each) => each.look === "related");
    return <span class="wire-marker">{isRelated && <span title="Related to the chosen finding">◆</span>}</span>;
  }
  const name = `${SEVERITY_NAMES[finding.severity]}: ${finding.rule}${ofFindings.length > 1 ? ` +${ofFindings.length - 1}` : ""}`;
  return (
    <button class="wire-marker" data-tone={finding.severity} title={name} aria-label={name} onClick={() => chooseFinding(nth)}>
      <ToneIcon tone={finding.severity} />
    </button>
  );
}

const isFinding = (highlight: Highlight) => highlight.finding !== undefined;
const byWeight = (one: Highlight, other: Highlight) => other.weight - one.weight;

/** The folds that begin in a range. */
function foldsIn(folds: readonly ByteRange[], start: number, end: number): readonly ByteRange[] {
  const firstFrom = (byte: number) => lowerBound(folds.length, (nth) => (folds[nth] as ByteRange).start < byte);
  return folds.slice(firstFrom(start), firstFrom(end));
}
