/** The drawing itself: models above, thoughts by kind and size, verdicts below. */
import { KINDS, SEVERITIES } from "../../icons";
import type { Mark } from "../../session/exchange";
import type { Column, Stretch } from "./columns";

/** Where things are, in pixels. */
export interface Scale {
  readonly width: number;
  readonly height: number;
  /** The width of a column, and how many exchanges it is for. */
  readonly column: number;
  readonly each: number;
  /** The lanes: the lower edges of models, of thoughts and of verdicts. */
  readonly band: number;
  readonly floor: number;
  readonly verdicts: number;
}

/** The least width of a column, and the largest. */
const [LEAST, MOST] = [6, 72];

export function scaleOf(width: number, count: number): Scale {
  const isNarrow = width < 480;
  const height = isNarrow ? 48 : 72;
  const each = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / LEAST))));
  const column = Math.min(MOST, width / Math.max(1, Math.ceil(count / each)));
  return { width, height, each, column, band: isNarrow ? 12 : 17, floor: isNarrow ? 29 : 48, verdicts: isNarrow ? 40 : 62 };
}

export const xOf = ({ column, each }: Scale, nth: number): number => (nth / each) * column;

export function Strip({ scale, columns, stretches, count }: { scale: Scale; columns: readonly Column[]; stretches: readonly Stretch[]; count: number }) {
  const largest = Math.max(1000, ...columns.flatMap(({ marks }) => marks.map(({ size }) => size)));
  return (
    <>
      <Band scale={scale} stretches={stretches} count={count} />
      <path class="timeline-floor" d={`M0 ${scale.floor + 0.5}H${Math.round(xOf(scale, count))}`} />
      {columns.map((column, nth) => (
        <Bars key={nth} scale={scale} x={nth * scale.column} column={column} largest={largest} digits={String(count).length} />
      ))}
    </>
  );
}

function Bars({ scale, x, column, largest, digits }: { scale: Scale; x: number; column: Column; largest: number; digits: number }) {
  const { column: width, band, floor, verdicts } = scale;
  const marks = chosenOf(column.marks, Math.max(1, Math.floor((width - 2) / 10)));
  const isWide = width >= 16;
  const glyph = Math.min(band > 12 ? 11 : 8, Math.max(5, width - 1));
  const sign = Math.min(verdicts - floor - 3, Math.max(6, width - 1));
  const left = (nth: number) => (isWide ? x + 5 + nth * Math.min(13, (width - 8) / marks.length) : x + (width - glyph) / 2);
  const aside = isWide ? x + 5 : x + (width - sign) / 2;
  return (
    <>
      {marks.map(({ kind, size, complete }, nth) => {
        const top = floor - glyph - 2 - Math.sqrt(size / largest) * (floor - band - glyph - 4);
        return (
          <g key={nth} class="timeline-mark" data-kind={kind} data-complete={complete}>
            <path class="timeline-stem" d={`M${left(nth) + glyph / 2} ${floor}V${top + glyph}`} />
            <path fill-rule="evenodd" d={KINDS[kind]} transform={`translate(${left(nth)} ${top}) scale(${glyph / 16})`} />
          </g>
        );
      })}
      <path class="timeline-verdict" data-tone={column.tone} fill-rule="evenodd" d={SEVERITIES[column.tone]} transform={`translate(${aside} ${floor + 3}) scale(${sign / 16})`} />
      {width >= 24 + 7 * digits && <text class="timeline-number" x={x + 9 + sign} y={floor + 2 + sign / 2}>{column.from + 1}</text>}
    </>
  );
}

/** The largest, in their order, if there is not room for all. */
function chosenOf(marks: readonly Mark[], room: number): readonly Mark[] {
  if (marks.length <= room) return marks;
  const least = marks.map(({ size }) => size).sort((one, other) => other - one)[room - 1] ?? 0;
  return marks.filter(({ size }) => size >= least).slice(0, room);
}

/** As much of a label as there is room for: without the issuer, rather than with half of it. */
function fitting(label: string, room: number): string {
  const model = label.length > room ? (label.split(" · ")[0] ?? "") : label;
  return model.length > room ? `${model.slice(0, room - 1)}…` : model;
}

/** The width of a letter of the band. */
const LETTER = 6.6;

function Band({ scale, stretches, count }: { scale: Scale; stretches: readonly Stretch[]; count: number }) {
  let [free, ticked] = [0, 0];
  // Of very many conversations not each has a line.
  const isFew = stretches.length < scale.width / 24;
  const end = Math.max(xOf(scale, count), scale.width);
  return (
    <>
      {stretches.map(({ from, label, begins }, nth) => {
        const x = Math.round(xOf(scale, from));
        const named = stretches.slice(nth + 1).find((other) => other.label);
        const room = Math.floor(((named ? xOf(scale, named.from) : end) - x - 8) / LETTER);
        const shown = x >= free && room > 3 ? fitting(label, room) : "";
        if (shown) free = x + shown.length * LETTER;
        const isNew = x > ticked + 1 && (isFew || label !== "");
        if (isNew) ticked = x;
        if (!isNew && !shown) return null;
        return (
          <g key={from}>
            {isNew && <path class="timeline-tick" data-begins={begins} d={`M${x + 0.5} ${label ? 3 : scale.band}V${begins ? scale.floor : scale.band - 2}`} />}
            {shown && <text class="timeline-model" x={x + 5} y={scale.band / 2 - 0.5}>{shown}</text>}
          </g>
        );
      })}
    </>
  );
}
