/** The line of a fate. Each fate has its own line and its own end, so that it is recognised without its colour. */
import "./fate-line.css";
import { FATE_TONES, type Fate } from "./fates";

/** The height of a thought, and the width of the area for lines, in pixels. */
export const SLOT = 46;
export const GUTTER = 84;
/** The end of the stub of a dropped thought. */
const STUB = 48;

interface Props {
  fate: Fate;
  /** The number of the thought in its row. The lines of all lead to the top of the row. */
  nth: number;
  isPointed?: boolean;
  /** Called when the pointer enters the line. A sample has neither this nor a word. */
  onPoint?: () => void;
}

export function FateLine({ fate, nth, isPointed = false, onPoint }: Props) {
  const from = nth * SLOT + SLOT / 2;
  const to = SLOT / 2;
  const path = fate === "elided" ? `M2 ${from}H${STUB}` : from === to ? `M2 ${from}H${GUTTER - 9}` : `M2 ${from}C${GUTTER / 2} ${from} ${GUTTER / 3} ${to} ${GUTTER - 9} ${to}`;
  return (
    <g class="fate-line" data-fate={fate} data-tone={FATE_TONES[fate]} data-pointed={isPointed} onPointerEnter={onPoint}>
      <path class="fate-line-around" d={path} />
      <path class="fate-line-path" d={path} />
      <path class="fate-line-end" d={endOf(fate, fate === "elided" ? from : to)} />
      {onPoint && (
        <text x="5" y={from + 14}>
          {fate}
        </text>
      )}
    </g>
  );
}

/** A cross at a stub, an empty square for a placeholder, and an arrow for everything that arrives. */
function endOf(fate: Fate, y: number): string {
  if (fate === "elided") return `M${STUB + 1} ${y - 4}l8 8m0-8l-8 8`;
  if (fate === "placeholder") return `M${GUTTER - 9} ${y - 3.5}h7v7h-7Z`;
  return `M${GUTTER - 1} ${y}l-8-4v8Z`;
}

/** The line of a fate by itself, for a list. */
export function FateSample({ fate }: { fate: Fate }) {
  return (
    <svg class="fate-sample" width="28" height="14" viewBox={fate === "elided" ? `29 16 28 14` : `${GUTTER - 28} 16 28 14`} aria-hidden="true">
      <FateLine fate={fate} nth={0} />
    </svg>
  );
}
