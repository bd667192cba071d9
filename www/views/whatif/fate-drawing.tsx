/** The fates as lines: from each thought of the request to its place in the converted one. Only the visible rows are in the document. */
import "./fate-drawing.css";
import { type Signal, useSignal } from "@preact/signals";
import type { Part } from "rethought/slim";
import { plural } from "../../format";
import { Icon, THOUGHT_PATHS } from "../../icons";
import { chosenIndex } from "../../state";
import { type ScrollTarget, VirtualList } from "../../virtual-list";
import { firstLetters } from "../conversation/attachment";
import { goToBytes } from "../conversation/navigation";
import { KIND_NAMES } from "../conversation/thought";
import { FateLine, GUTTER, SLOT } from "./fate-line";
import { FATE_TONES, type FatedThought, type FateRow } from "./fates";

/** The height of the drawing, in pixels. A longer one scrolls. */
const MAX_HEIGHT = 9 * SLOT;

/** The thought whose reason is shown. */
type PointedProps = { pointed: Signal<FatedThought | undefined> };

export function FateDrawing({ rows }: { rows: readonly FateRow[] }) {
  const pointed = useSignal<FatedThought | undefined>(undefined);
  const visibleRange = useSignal<readonly [number, number]>([0, 0]);
  const layoutCount = useSignal(0);
  const scrollTarget = useSignal<ScrollTarget | undefined>(undefined);
  const heightOf = (nth: number) => Math.max(1, rows[nth]?.thoughts.length ?? 0) * SLOT;
  let height = 0;
  for (let nth = 0; nth < rows.length && height < MAX_HEIGHT; nth++) height += heightOf(nth);
  return (
    <div class="fate-drawing">
      <p class="fate-heads" aria-hidden="true">
        <span>Thoughts of the request</span>
        <span>Converted request</span>
      </p>
      <div class="fate-rows" style={{ height: `${Math.min(height, MAX_HEIGHT)}px` }}>
        <VirtualList
          key={rows}
          label="Parts of the converted request, with their thoughts"
          from={0}
          to={rows.length}
          estimate={heightOf}
          renderRow={(nth) => <Row row={rows[nth] as FateRow} nth={nth} count={rows.length} pointed={pointed} />}
          visibleRange={visibleRange}
          layoutCount={layoutCount}
          scrollTarget={scrollTarget}
        />
      </div>
      <Reason pointed={pointed} />
    </div>
  );
}

function Row({ row: { part, thoughts }, nth, count, pointed }: { row: FateRow; nth: number; count: number } & PointedProps) {
  const place = part ? describePart(part) : "";
  return (
    <article class="fate-row" aria-posinset={nth + 1} aria-setsize={count} aria-label={`${place || "The end"}, ${plural(thoughts.length, "thought")}`}>
      <ul>
        {thoughts.map((thought, nth) => (
          <li key={nth}>
            <Thought thought={thought} pointed={pointed} />
          </li>
        ))}
      </ul>
      <svg width={GUTTER} height={Math.max(1, thoughts.length) * SLOT} aria-hidden="true">
        {thoughts.map((thought, nth) => (
          <FateLine key={nth} fate={thought.fate} nth={nth} isPointed={pointed.value === thought} onPoint={() => (pointed.value = thought)} />
        ))}
      </svg>
      {part && (
        <p class="fate-part" data-kind={part.kind}>
          <span dir="auto">{place}</span>
          <Pointer pointer={part.pointer} />
        </p>
      )}
    </article>
  );
}

/** A thought of the request, with a link to its bytes. */
function Thought({ thought, pointed }: { thought: FatedThought } & PointedProps) {
  const { kind, fate, reason, pointer, to, part } = thought;
  const point = () => (pointed.value = thought);
  return (
    <button class="fate-thought" data-tone={FATE_TONES[fate]} onFocus={point} onPointerEnter={point} onClick={() => goToBytes(chosenIndex.value, "request", part)}>
      <span dir="auto">
        <Icon path={THOUGHT_PATHS[kind]} /> {part?.thought?.text?.slice(0, SHOWN_LETTERS) || KIND_NAMES[kind]}
      </span>
      <Pointer pointer={pointer} />
      <span class="unseen">
        {" "}
        ({KIND_NAMES[kind]}) {fate}
        {to !== undefined && `, to ${to}`}: {reason}
      </span>
    </button>
  );
}

const Pointer = ({ pointer }: { pointer: string }) => (
  <span class="mono soft">
    <span dir="ltr">{pointer}</span>
  </span>
);

function Reason({ pointed }: PointedProps) {
  const thought = pointed.value;
  return (
    <p class="fate-reason" aria-hidden="true">
      {thought ? (
        <>
          <span class="mono">{thought.pointer}</span> <strong>{thought.fate}</strong>: {thought.reason}
        </>
      ) : (
        <span class="soft">Point at a thought, or focus it with Tab, to see the reason.</span>
      )}
    </p>
  );
}

/** The number of characters of a text to show. */
const SHOWN_LETTERS = 120;

function describePart(part: Part): string {
  const { kind, call, text, thought } = part;
  if (kind === "call") return `calls ${call?.name ?? ""}`;
  if (kind === "result") return `result of ${call?.name ?? call?.id ?? "a call"}`;
  if (kind === "thought") return thought?.text?.slice(0, SHOWN_LETTERS) || KIND_NAMES[thought?.kind ?? "unknown"];
  return (kind === "text" && text?.slice(0, SHOWN_LETTERS)) || firstLetters(part).slice(0, SHOWN_LETTERS);
}
