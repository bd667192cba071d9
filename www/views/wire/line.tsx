/** One row: its place, the shape of what was found there, and its text. */
import { textOf } from "../../bytes";
import { grouped } from "../../figures";
import { Shape } from "../../icons";
import { chooseFinding } from "../../state";
import { first as firstOf } from "../../wire/find";
import { type Lines } from "../../wire/lines";
import { type Found, type Mark, type Piece, pieces } from "../../wire/pieces";
import { CONTINUED, DEPTH, indent, type Stretch } from "../../wire/rows";
import { tokens } from "../../wire/tokens";
import { filled, words } from "../../words";
import { Folded, Unfolded } from "./fold";
import { findings } from "./shown";

interface Given {
  lines: Lines;
  nth: number;
  marks: readonly Mark[];
  found: Found;
  open: ReadonlySet<number>;
}

export function Line({ lines, nth, marks, found, open }: Given) {
  const { body, folds, width } = lines.rows;
  const [start, end, flags] = [lines.start(nth), nth + 1 < lines.length ? lines.start(nth + 1) : lines.rows.covered, lines.flags(nth)];
  const inside = foldsIn(folds, start, end);
  const shut = inside.filter((fold) => !open.has(fold.start));
  const here = marks.filter((mark) => mark.start < end && (mark.end > start || mark.start === start));
  // A finding of many rows is told in the gutter: lines under all of them would be all that one sees.
  const cut = pieces(tokens(body, start, end, flags, shut), here.filter((mark) => !isFinding(mark) || (mark.start >= start && mark.end <= end)), found);
  const bar = here.filter(isFinding).sort(byWeight)[0]?.look;
  const spotted = here.some((mark) => mark.weight === 5);
  const opened = foldsIn(folds, end, end + 1).find((fold) => fold.start === end && open.has(fold.start));
  return (
    <div class="wire-line" data-spot={spotted || undefined} data-bar={bar}>
      <span class="wire-gutter">{flags & CONTINUED ? "" : grouped(start)}</span>
      <Begun marks={here} start={start} />
      <span class="wire-row" style={{ paddingLeft: `${indent(width, flags & DEPTH)}ch` }}>
        {cut.map((piece) => (piece.tone === "fold" ? <Folded key={piece.start} body={body} piece={piece} /> : <Span key={piece.start} body={body} piece={piece} />))}
        {opened && <Unfolded fold={opened} />}
      </span>
    </div>
  );
}

function Span({ body, piece: { start, end, tone, look, found } }: { body: Uint8Array; piece: Piece }) {
  return (
    <span class={`wire-${tone || (end - start === 1 && body[start] === 0x3a ? "colon" : "joint")} ${look} ${found}`} data-at={start} data-end={end}>
      {textOf(body, start, end).replace(/\r?\n$/, "")}
    </span>
  );
}

/** The worst of what begins in a row, as a shape that leads to it. */
function Begun({ marks, start }: { marks: readonly Mark[]; start: number }) {
  const begun = marks.filter((mark) => mark.start >= start);
  const here = begun.filter(isFinding).sort(byWeight);
  const related = begun.some((mark) => mark.look === "related");
  const nth = here[0]?.finding;
  const first = nth === undefined ? undefined : findings.value[nth];
  if (nth === undefined || !first) return <span class="wire-shape">{related && <span title={words.wire.related}>◆</span>}</span>;
  const name = filled(words.wire.finding, words.audit.severities[first.severity], first.rule, here.length > 1 ? ` +${here.length - 1}` : "");
  return (
    <button class="wire-shape" data-tone={first.severity} title={name} aria-label={name} onClick={() => chooseFinding(nth)}>
      <Shape tone={first.severity} />
    </button>
  );
}

const isFinding = (mark: Mark) => mark.finding !== undefined;
const byWeight = (one: Mark, other: Mark) => other.weight - one.weight;

/** The folds that begin in a stretch. */
function foldsIn(folds: readonly Stretch[], start: number, end: number): readonly Stretch[] {
  const from = (byte: number) => firstOf(folds.length, (nth) => (folds[nth] as Stretch).start < byte);
  return folds.slice(from(start), from(end));
}
