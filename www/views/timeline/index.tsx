/** The timeline: the whole session as one control, with a symbol for every thought and a verdict for every request. */
import "./timeline.css";
import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { formatNumber, plural } from "../../format";
import { chosenIndex, exchanges, range } from "../../state";
import { useWidth } from "../../use-width";
import { describeColumn, findModelSpans, makeColumns } from "./columns";
import { ChosenColumn, SelectedRange, Viewport } from "./overlay";
import { exchangeAt, handleKey, placeOf, PointerHandler } from "./pointer";
import { makeScale, type Scale, xOfExchange } from "./scale";
import { Strip } from "./strip";

type ScaleProps = { scale: ReadonlySignal<Scale> };
/** The exchange under the pointer. */
type PointedProps = { pointed: Signal<number | undefined> };

export function Timeline() {
  const width = useSignal(0);
  const pointed = useSignal<number | undefined>(undefined);
  const element = useWidth((now) => (width.value = Math.floor(now)));
  const scale = useComputed(() => makeScale(width.value, exchanges.value.length));
  return (
    <section class="timeline" aria-label="Exchanges over time">
      <div class="timeline-container" ref={element}>
        <Control scale={scale} pointed={pointed} />
        <Tooltip scale={scale} pointed={pointed} />
      </div>
    </section>
  );
}

function Control({ scale, pointed }: ScaleProps & PointedProps) {
  const pointer = useMemo(() => new PointerHandler(), []);
  const all = exchanges.value;
  const nth = chosenIndex.value;
  const selected = range.value;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!handleKey(event)) return;
    event.preventDefault();
    pointed.value = chosenIndex.value;
  };
  const onPointerMove = (event: PointerEvent) => {
    pointed.value = Math.floor(exchangeAt(placeOf(event).x, scale.value));
    pointer.move(event, scale.value);
  };
  const hideTooltip = () => (pointed.value = undefined);
  const [column] = makeColumns(all.slice(nth, nth + 1), 1);
  const description = column ? describeColumn(all, { ...column, from: nth, to: nth + 1 }) : "";
  const selection = selected ? `, selected: ${formatNumber(selected[0] + 1)}–${formatNumber(selected[1] + 1)}` : "";
  return (
    <div
      class="timeline-control"
      role="slider"
      tabIndex={0}
      aria-label="Exchanges over time"
      aria-description="Arrows move, Shift extends a selection, Escape clears it."
      aria-valuemin={1}
      aria-valuemax={all.length}
      aria-valuenow={nth + 1}
      aria-valuetext={description + selection}
      onKeyDown={onKeyDown}
      onBlur={hideTooltip}
      onPointerDown={(event) => pointer.down(event, scale.value)}
      onPointerMove={onPointerMove}
      onPointerUp={() => pointer.up()}
      onPointerCancel={() => pointer.up()}
      onPointerLeave={hideTooltip}
    >
      <Drawing scale={scale} />
    </div>
  );
}

function Drawing({ scale }: ScaleProps) {
  const { width, height } = scale.value;
  const count = exchanges.value.length;
  if (!width) return <svg height={height} />;
  return (
    <svg width={width} height={height} aria-hidden="true">
      <ChosenColumn scale={scale.value} />
      <Columns scale={scale} />
      <SelectedRange scale={scale.value} count={count} />
      <Viewport scale={scale.value} count={count} />
    </svg>
  );
}

function Columns({ scale }: ScaleProps) {
  const all = exchanges.value;
  const drawn = scale.value;
  const columns = makeColumns(all, drawn.exchangesPerColumn);
  const thoughts = columns.reduce((sum, { thoughts }) => sum + thoughts.length, 0);
  return (
    <>
      <Strip scale={drawn} columns={columns} spans={findModelSpans(all)} count={all.length} />
      {drawn.width - xOfExchange(drawn, all.length) > 280 && (
        <>
          <text class="timeline-sum" x={drawn.width} y={drawn.thoughtsBottom - 10}>{plural(all.length, "exchange")}, {plural(thoughts, "thought")}</text>
          <text class="timeline-sum" x={drawn.width} y={drawn.thoughtsBottom + 8}>Click to choose, drag to select</text>
        </>
      )}
    </>
  );
}

/** The tooltip: describes the exchange under the pointer. */
function Tooltip({ scale, pointed }: ScaleProps & PointedProps) {
  const nth = pointed.value;
  if (nth === undefined || nth >= exchanges.value.length) return null;
  const { exchangesPerColumn, columnWidth, width } = scale.value;
  const from = Math.floor(nth / exchangesPerColumn) * exchangesPerColumn;
  const [pointedColumn] = makeColumns(exchanges.value.slice(from, from + exchangesPerColumn), exchangesPerColumn);
  if (!pointedColumn) return null;
  const x = xOfExchange(scale.value, from) + columnWidth / 2;
  const isLeft = x < width / 2;
  return (
    <div class="timeline-tooltip" aria-hidden="true" style={isLeft ? { left: `${Math.max(0, x - 12)}px` } : { right: `${Math.max(0, width - x - 12)}px` }}>
      {describeColumn(exchanges.value, { ...pointedColumn, from, to: from + pointedColumn.to })}
    </div>
  );
}
