/** The moving parts of the timeline: the chosen exchange, the selection, and the visible part of the conversation. */
import { chosenIndex, range } from "../../state";
import { inView } from "../conversation/navigation";
import { type Scale, xOfExchange } from "./scale";

/** Drawn below the columns. */
export function ChosenColumn({ scale }: { scale: Scale }) {
  const at = Math.floor(chosenIndex.value / scale.exchangesPerColumn) * scale.exchangesPerColumn;
  return <rect class="timeline-chosen" x={xOfExchange(scale, at)} y={scale.bandBottom} width={scale.columnWidth} height={scale.verdictsBottom - scale.bandBottom} rx="3" />;
}

export function SelectedRange({ scale, count }: { scale: Scale; count: number }) {
  if (!range.value) return null;
  const from = xOfExchange(scale, range.value[0]);
  const to = xOfExchange(scale, range.value[1] + 1);
  const end = xOfExchange(scale, count);
  return (
    <>
      <rect class="timeline-veil" x="0" y={scale.bandBottom} width={from} height={scale.verdictsBottom - scale.bandBottom} />
      <rect class="timeline-veil" x={to} y={scale.bandBottom} width={Math.max(0, end - to)} height={scale.verdictsBottom - scale.bandBottom} />
      <path class="timeline-edges" d={`M${from + 0.5} ${scale.bandBottom}V${scale.verdictsBottom}M${to - 0.5} ${scale.bandBottom}V${scale.verdictsBottom}`} />
    </>
  );
}

/** The lane that shows the visible part. Dragging it scrolls. */
export function Viewport({ scale, count }: { scale: Scale; count: number }) {
  const [from, to] = inView.value;
  const y = scale.verdictsBottom + 3;
  const height = scale.height - y - 1;
  const left = xOfExchange(scale, from);
  return (
    <>
      <rect class="timeline-lane" x="0" y={y} width={xOfExchange(scale, count)} height={height} rx={height / 2} />
      <rect class="timeline-viewport" x={left} y={y} width={Math.max(10, xOfExchange(scale, to) - left)} height={height} rx={height / 2} />
    </>
  );
}
