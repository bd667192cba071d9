/** The text of a body, in rows: as it is, byte for byte, only laid out. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { textOf } from "../../bytes";
import { grouped } from "../../figures";
import { words } from "../../words";
import { Lines } from "../../wire/lines";
import { Rows, type Stretch } from "../../wire/rows";
import { byteAt, selected } from "../../wire/selection";
import { sliced } from "../../slices";
import { Hex } from "./hex";
import { Line } from "./line";
import { found, goal, handlesOf, looked, marks, side, unfolded } from "./shown";
import { ROW, useWindow } from "./window";

/** How many rows stay elements because a selection reaches over them. */
const HELD = 600;

/** What is laid out only after the view around it is there; anything smaller never shows itself empty. */
const LARGE = 1 << 20;

export function Text({ body }: { body: Uint8Array }) {
  const [width, setWidth] = useState(0);
  const ruler = useRef<HTMLSpanElement>(null);
  // In steps, so that a page being resized is not laid out anew at each pixel.
  const measured = (pixels: number) => {
    const letter = (ruler.current?.offsetWidth ?? 0) / 20 || 7.25;
    const gutter = (digitsOf(body) + 4) * letter + ROW;
    setWidth(Math.max(32, Math.min(160, Math.floor((pixels - gutter) / letter / 4) * 4)));
  };
  return (
    <div class="wire-sheet">
      <span ref={ruler} class="wire-ruler" aria-hidden="true">
        {"0".repeat(20)}
      </span>
      <Laid key={side.value} body={body} width={width} measured={measured} />
    </div>
  );
}

const digitsOf = (body: Uint8Array): number => Math.max(3, grouped(body.length).length);

function Laid({ body, width, measured }: { body: Uint8Array; width: number; measured: (pixels: number) => void }) {
  const rows = useRows(body, width);
  const open = unfolded.value;
  const lines = useMemo(() => new Lines(rows, open), [rows, rows.length, open]);
  const count = rows.binary ? Math.ceil(body.length / 16) : lines.length;
  const window = useWindow(count);
  const held = useRef<Stretch | undefined>(undefined);
  const all = useRef(false);
  useLayoutEffect(() => {
    if (window.width) measured(window.width);
  }, [window.width, body]);
  useGoal(rows, lines, count, window.reveal);
  useEffect(() => {
    const hold = () => (held.current = window.ref.current ? selected(window.ref.current) : undefined);
    document.addEventListener("selectionchange", hold);
    return () => document.removeEventListener("selectionchange", hold);
  }, []);

  const copy = (event: ClipboardEvent) => {
    const what = all.current ? { start: 0, end: body.length } : window.ref.current && !rows.binary && selected(window.ref.current);
    if (!what) return;
    event.preventDefault();
    event.clipboardData?.setData("text/plain", textOf(body, what.start, what.end));
  };
  const click = (event: MouseEvent) => {
    const byte = getSelection()?.isCollapsed === false ? undefined : byteAt(event.clientX, event.clientY);
    if (byte !== undefined) looked.value = byte;
  };
  const press = (event: KeyboardEvent) => {
    all.current = (event.ctrlKey || event.metaKey) && (event.key === "a" || (all.current && event.key !== "Escape"));
    if (!all.current || event.key !== "a") return;
    event.preventDefault();
    getSelection()?.selectAllChildren(event.currentTarget as Element);
  };

  // What is selected stays, or the browser would forget it.
  let { from, to } = window;
  if (held.current && !rows.binary) {
    const [first, last] = [lines.at(held.current.start), lines.at(held.current.end)];
    if (Math.max(to, last + 1) - Math.min(from, first) < HELD) [from, to] = [Math.min(from, first), Math.max(to, last + 1)];
  }
  const seen = Array.from({ length: Math.max(0, to - from) }, (_, nth) => from + nth);
  const style = { height: `${window.height}px`, "--digits": `${digitsOf(body)}ch` };
  return (
    <div
      ref={window.ref}
      class="wire-text"
      data-done={rows.covered === body.length || rows.binary}
      data-lines={lines.length}
      tabIndex={0}
      role="group"
      aria-label={words.wire.text[side.value]}
      onScroll={window.scrolled}
      onCopy={copy}
      onClick={click}
      onKeyDown={press}
      onPointerDown={() => (all.current = false)}
    >
      <div class="wire-whole" style={style}>
        <div class="wire-lines" style={{ transform: `translateY(${window.top - (window.from - from) * ROW}px)` }}>
          {seen.map((nth) =>
            rows.binary ? <Hex key={nth} body={body} nth={nth} found={found.value} /> : <Line key={nth} lines={lines} nth={nth} marks={marks.value} found={found.value} open={open} />,
          )}
        </div>
      </div>
    </div>
  );
}

/** The rows of a body, more of them after each slice. */
function useRows(body: Uint8Array, width: number): Rows {
  const [, tell] = useState(0);
  const rows = useMemo(() => new Rows(body, width, width ? handlesOf(body) : []), [body, width]);
  useLayoutEffect(() => (width ? sliced(rows.build(), () => tell((count) => count + 1), body.length > LARGE) : undefined), [rows]);
  return rows;
}

/** Goes to where another view, the find or a pointer leads, as soon as there are rows of it. */
function useGoal(rows: Rows, lines: Lines, count: number, reveal: (first: number, last: number) => void): void {
  const at = goal.value;
  const done = useRef<Stretch | undefined>(undefined);
  useLayoutEffect(() => {
    if (!at || at === done.current) return;
    if (rows.binary) {
      done.current = at;
      return reveal(at.start >> 4, at.end >> 4);
    }
    // Not before the rows that there are by now have been drawn.
    if (count !== lines.length || (rows.covered <= at.start && rows.covered < rows.body.length)) return;
    // A fold that the stretch lies in opens; one that lies in it may stay.
    const shut = rows.folds.find(({ start, end }) => start <= at.start && at.end <= end);
    if (shut && !unfolded.peek().has(shut.start)) {
      unfolded.value = new Set([...unfolded.peek(), shut.start]);
      return;
    }
    done.current = at;
    reveal(lines.at(at.start), lines.at(Math.max(at.start, at.end - 1)));
  });
}
