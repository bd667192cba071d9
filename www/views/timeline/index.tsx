/** The whole session at a glance, as a strip: one control, with a mark for every thought and a verdict for every request. */
import "./timeline.css";
import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { chosen, range, report } from "../../state";
import { useWidth } from "../../width";
import { counted, filled, words } from "../../words";
import { shown } from "../talk/view";
import { columnsOf, saidOf, stretchesOf } from "./columns";
import { Chosen, Selected, Sight } from "./overlay";
import { exchangeAt, placeOf, Pointer, pressed } from "./pointer";
import { type Scale, scaleOf, Strip, xOf } from "./strip";

type Scaled = { scale: ReadonlySignal<Scale> };
type Pointed = { pointed: Signal<number | undefined> };

export function Timeline() {
  const [width, pointed] = [useSignal(0), useSignal<number | undefined>(undefined)];
  const place = useWidth((now) => (width.value = Math.floor(now)));
  const scale = useComputed(() => scaleOf(width.value, shown.value.length));
  return (
    <section class="timeline" aria-label={words.timeline.name}>
      <div class="timeline-place" ref={place}>
        <Control scale={scale} pointed={pointed} />
        <Tip scale={scale} pointed={pointed} />
      </div>
    </section>
  );
}

function Control({ scale, pointed }: Scaled & Pointed) {
  const pointer = useMemo(() => new Pointer(), []);
  const [all, nth, selected] = [shown.value, chosen.value, range.value];
  const keys = (event: KeyboardEvent) => {
    if (!pressed(event)) return;
    event.preventDefault();
    pointed.value = chosen.value;
  };
  const moves = (event: PointerEvent) => {
    pointed.value = Math.floor(exchangeAt(placeOf(event).x, scale.value));
    pointer.move(event, scale.value);
  };
  const leaves = () => (pointed.value = undefined);
  const [said] = columnsOf(all.slice(nth, nth + 1), 1).map((column) => saidOf(all, { ...column, from: nth, to: nth + 1 }));
  const also = selected ? `, ${filled(words.timeline.selected, selected[0] + 1, selected[1] + 1)}` : "";
  return (
    <div
      class="timeline-control"
      role="slider"
      tabIndex={0}
      aria-label={words.timeline.name}
      aria-description={words.timeline.hint}
      aria-valuemin={1}
      aria-valuemax={all.length}
      aria-valuenow={nth + 1}
      aria-valuetext={`${said ?? ""}${also}`}
      onKeyDown={keys}
      onBlur={leaves}
      onPointerDown={(event) => pointer.down(event, scale.value)}
      onPointerMove={moves}
      onPointerUp={() => pointer.up()}
      onPointerCancel={() => pointer.up()}
      onPointerLeave={leaves}
    >
      <Drawing scale={scale} />
    </div>
  );
}

function Drawing({ scale }: Scaled) {
  const { width, height } = scale.value;
  const count = shown.value.length;
  if (!width) return <svg height={height} />;
  return (
    <svg width={width} height={height} aria-hidden="true">
      <Chosen scale={scale.value} />
      <Columns scale={scale} />
      <Selected scale={scale.value} count={count} />
      <Sight scale={scale.value} count={count} />
    </svg>
  );
}

function Columns({ scale }: Scaled) {
  // What is looked at is audited then, if it was not; only that draws anew.
  const audited = useComputed(() => (void report.value, shown.value.reduce((sum, { report }) => sum + (report ? 1 : 0), 0)));
  const all = shown.value;
  void audited.value;
  const drawn = scale.value;
  const columns = columnsOf(all, drawn.each);
  const thoughts = columns.reduce((sum, { marks }) => sum + marks.length, 0);
  return (
    <>
      <Strip scale={drawn} columns={columns} stretches={stretchesOf(all)} count={all.length} />
      {drawn.width - xOf(drawn, all.length) > 280 && (
        <>
          <text class="timeline-sum" x={drawn.width} y={drawn.floor - 10}>{`${counted(words.timeline.counts, all.length)}, ${counted(words.timeline.thoughts, thoughts)}`}</text>
          <text class="timeline-sum" x={drawn.width} y={drawn.floor + 8}>{words.timeline.keys}</text>
        </>
      )}
    </>
  );
}

/** The one tooltip: the exchange under the pointer, in words. */
function Tip({ scale, pointed }: Scaled & Pointed) {
  const nth = pointed.value;
  if (nth === undefined || nth >= shown.value.length) return null;
  const { each, column, width } = scale.value;
  const from = Math.floor(nth / each) * each;
  const [under] = columnsOf(shown.value.slice(from, from + each), each);
  if (!under) return null;
  const x = xOf(scale.value, from) + column / 2;
  const isLeft = x < width / 2;
  return (
    <div class="timeline-tip" aria-hidden="true" style={isLeft ? { left: `${Math.max(0, x - 12)}px` } : { right: `${Math.max(0, width - x - 12)}px` }}>
      {saidOf(shown.value, { ...under, from, to: from + under.to })}
    </div>
  );
}
