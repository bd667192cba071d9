/** The drawing of the timeline: models above, thoughts by kind and size in the middle, verdicts below. */
import { THOUGHT_PATHS, TONE_PATHS } from "../../icons";
import type { ThoughtSummary } from "../../session/exchange";
import { type Column, largestSize, type ModelSpan } from "./columns";
import { ModelBand } from "./model-band";
import { type Scale, xOfExchange } from "./scale";

export function Strip({ scale, columns, spans, count }: { scale: Scale; columns: readonly Column[]; spans: readonly ModelSpan[]; count: number }) {
  const largest = columns.reduce((size, { thoughts }) => Math.max(size, largestSize(thoughts)), 1000);
  return (
    <>
      <ModelBand scale={scale} spans={spans} count={count} />
      <path class="timeline-floor" d={`M0 ${scale.thoughtsBottom + 0.5}H${Math.round(xOfExchange(scale, count))}`} />
      {columns.map((column, nth) => (
        <ColumnView key={nth} scale={scale} x={nth * scale.columnWidth} column={column} largest={largest} digits={String(count).length} />
      ))}
    </>
  );
}

/** One column: its thoughts as symbols on stems, and its verdict. The height of a stem is the root of the size. */
function ColumnView({ scale, x, column, largest, digits }: { scale: Scale; x: number; column: Column; largest: number; digits: number }) {
  const { columnWidth, bandBottom, thoughtsBottom, verdictsBottom } = scale;
  const thoughts = largestThoughts(column.thoughts, Math.max(1, Math.floor((columnWidth - 2) / 10)));
  const isWide = columnWidth >= 16;
  const thoughtSize = Math.min(bandBottom > 12 ? 11 : 8, Math.max(5, columnWidth - 1));
  const verdictSize = Math.min(verdictsBottom - thoughtsBottom - 3, Math.max(6, columnWidth - 1));
  const thoughtLeft = (nth: number) => (isWide ? x + 5 + nth * Math.min(13, (columnWidth - 8) / thoughts.length) : x + (columnWidth - thoughtSize) / 2);
  const verdictLeft = isWide ? x + 5 : x + (columnWidth - verdictSize) / 2;
  return (
    <>
      {thoughts.map(({ kind, size, complete }, nth) => {
        const height = Math.sqrt(size / largest) * (thoughtsBottom - bandBottom - thoughtSize - 4);
        const top = thoughtsBottom - thoughtSize - 2 - height;
        return (
          <g key={nth} class="timeline-mark" data-kind={kind} data-complete={complete}>
            <path class="timeline-stem" d={`M${thoughtLeft(nth) + thoughtSize / 2} ${thoughtsBottom}V${top + thoughtSize}`} />
            <path fill-rule="evenodd" d={THOUGHT_PATHS[kind]} transform={`translate(${thoughtLeft(nth)} ${top}) scale(${thoughtSize / 16})`} />
          </g>
        );
      })}
      <path class="timeline-verdict" data-tone={column.tone} fill-rule="evenodd" d={TONE_PATHS[column.tone]} transform={`translate(${verdictLeft} ${thoughtsBottom + 3}) scale(${verdictSize / 16})`} />
      {columnWidth >= 24 + 7 * digits && (
        <text class="timeline-number" x={x + 9 + verdictSize} y={thoughtsBottom + 2 + verdictSize / 2}>
          {column.from + 1}
        </text>
      )}
    </>
  );
}

/** Returns the largest thoughts, in their order, if there is no space for all. */
function largestThoughts(thoughts: readonly ThoughtSummary[], room: number): readonly ThoughtSummary[] {
  if (thoughts.length <= room) return thoughts;
  const smallest = thoughts.map(({ size }) => size).sort((one, other) => other - one)[room - 1] ?? 0;
  return thoughts.filter(({ size }) => size >= smallest).slice(0, room);
}
