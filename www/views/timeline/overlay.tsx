/** What moves over the strip: the chosen exchange, the selection, and what of the conversation is in view. */
import { chosen, range } from "../../state";
import { inView } from "../talk/view";
import { type Scale, xOf } from "./strip";

/** Below the columns. */
export function Chosen({ scale }: { scale: Scale }) {
  const at = Math.floor(chosen.value / scale.each) * scale.each;
  return <rect class="timeline-chosen" x={xOf(scale, at)} y={scale.band} width={scale.column} height={scale.verdicts - scale.band} rx="3" />;
}

export function Selected({ scale, count }: { scale: Scale; count: number }) {
  if (!range.value) return null;
  const [from, to] = [xOf(scale, range.value[0]), xOf(scale, range.value[1] + 1)];
  const end = xOf(scale, count);
  return (
    <>
      <rect class="timeline-veil" x="0" y={scale.band} width={from} height={scale.verdicts - scale.band} />
      <rect class="timeline-veil" x={to} y={scale.band} width={Math.max(0, end - to)} height={scale.verdicts - scale.band} />
      <path class="timeline-edges" d={`M${from + 0.5} ${scale.band}V${scale.verdicts}M${to - 0.5} ${scale.band}V${scale.verdicts}`} />
    </>
  );
}

/** The lane that scrolls. */
export function Sight({ scale, count }: { scale: Scale; count: number }) {
  const [from, to] = inView.value;
  const y = scale.verdicts + 3;
  const height = scale.height - y - 1;
  const left = xOf(scale, from);
  return (
    <>
      <rect class="timeline-lane" x="0" y={y} width={xOf(scale, count)} height={height} rx={height / 2} />
      <rect class="timeline-sight" x={left} y={y} width={Math.max(10, xOf(scale, to) - left)} height={height} rx={height / 2} />
    </>
  );
}
