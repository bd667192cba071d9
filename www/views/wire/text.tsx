/** The text of a body, byte for byte, laid out in lines. */
import "./text.css";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type ByteRange, decodeText } from "../../bytes";
import { formatNumber } from "../../format";
import { Lines } from "../../wire/lines";
import { byteAt, selectedRange } from "../../wire/selection";
import { HexLine } from "./hex";
import { Line } from "./line";
import { cursor, highlights, matches, side, unfolded } from "./state";
import { useRows, useScrollGoal } from "./use-rows";
import { ROW_HEIGHT, useWindow } from "./use-window";

/** The number of lines that stay in the document because the selection covers them. */
const MAX_SELECTED_ROWS = 600;

const NAMES = { request: "Text of the request", answer: "Text of the answer", stream: "Text of the stream, as received" } as const;

export function Text({ body }: { body: Uint8Array }) {
  const [width, setWidth] = useState(0);
  const ruler = useRef<HTMLSpanElement>(null);
  // The width changes in steps of four letters, so that resizing the page does not lay out the text at every pixel.
  const onWidth = (pixels: number) => {
    const letterWidth = (ruler.current?.offsetWidth ?? 0) / 20 || 7.25;
    const gutter = (digitsOf(body) + 4) * letterWidth + ROW_HEIGHT;
    setWidth(Math.max(32, Math.min(160, Math.floor((pixels - gutter) / letterWidth / 4) * 4)));
  };
  return (
    <div class="wire-sheet">
      <span ref={ruler} class="wire-ruler" aria-hidden="true">
        {"0".repeat(20)}
      </span>
      <TextRows key={side.value} body={body} width={width} onWidth={onWidth} />
    </div>
  );
}

/** Returns the number of characters of the largest offset. */
const digitsOf = (body: Uint8Array): number => Math.max(3, formatNumber(body.length).length);

function TextRows({ body, width, onWidth }: { body: Uint8Array; width: number; onWidth: (pixels: number) => void }) {
  const rows = useRows(body, width);
  const lines = useMemo(() => new Lines(rows, unfolded.value), [rows, rows.length, unfolded.value]);
  const count = rows.binary ? Math.ceil(body.length / 16) : lines.length;
  const window = useWindow(count);
  const heldSelection = useRef<ByteRange | undefined>(undefined);
  const isAllSelected = useRef(false);
  useLayoutEffect(() => {
    if (window.width) onWidth(window.width);
  }, [window.width, body]);
  useScrollGoal(rows, lines, count, window.reveal);
  useEffect(() => {
    const holdSelection = () => (heldSelection.current = window.ref.current ? selectedRange(window.ref.current) : undefined);
    document.addEventListener("selectionchange", holdSelection);
    return () => document.removeEventListener("selectionchange", holdSelection);
  }, []);

  const onCopy = (event: ClipboardEvent) => {
    const range = isAllSelected.current ? { start: 0, end: body.length } : window.ref.current && !rows.binary && selectedRange(window.ref.current);
    if (!range) return;
    event.preventDefault();
    event.clipboardData?.setData("text/plain", decodeText(body, range.start, range.end));
  };
  const onClick = (event: MouseEvent) => {
    const byte = getSelection()?.isCollapsed === false ? undefined : byteAt(event.clientX, event.clientY);
    if (byte !== undefined) cursor.value = byte;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    isAllSelected.current = (event.ctrlKey || event.metaKey) && (event.key === "a" || (isAllSelected.current && event.key !== "Escape"));
    if (!isAllSelected.current || event.key !== "a") return;
    event.preventDefault();
    getSelection()?.selectAllChildren(event.currentTarget as Element);
  };

  // Selected lines stay in the document. The browser loses a selection whose elements are removed.
  let { from, to } = window;
  if (heldSelection.current && !rows.binary) {
    const first = lines.at(heldSelection.current.start);
    const last = lines.at(heldSelection.current.end);
    if (Math.max(to, last + 1) - Math.min(from, first) < MAX_SELECTED_ROWS) {
      from = Math.min(from, first);
      to = Math.max(to, last + 1);
    }
  }
  const shownLines = Array.from({ length: Math.max(0, to - from) }, (_, nth) => from + nth);
  const style = { height: `${window.height}px`, "--digits": `${digitsOf(body)}ch` };
  return (
    <div
      ref={window.ref}
      class="wire-text"
      data-done={rows.covered === body.length || rows.binary}
      data-lines={lines.length}
      tabIndex={0}
      role="group"
      aria-label={NAMES[side.value]}
      onScroll={window.onScroll}
      onCopy={onCopy}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onPointerDown={() => (isAllSelected.current = false)}
    >
      <div class="wire-whole" style={style}>
        <div class="wire-lines" style={{ transform: `translateY(${window.top - (window.from - from) * ROW_HEIGHT}px)` }}>
          {shownLines.map((nth) =>
            rows.binary ? <HexLine key={nth} body={body} nth={nth} matches={matches.value} /> : <Line key={nth} lines={lines} nth={nth} highlights={highlights.value} matches={matches.value} unfolded={unfolded.value} />,
          )}
        </div>
      </div>
    </div>
  );
}
