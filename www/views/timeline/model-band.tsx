/** The lane of models: a label where the model changes, and a line where a conversation begins. */
import type { ModelSpan } from "./columns";
import { type Scale, xOfExchange } from "./scale";

/** Shortens a label to the available width. The issuer is left out before the model is cut. */
function shortenLabel(label: string, room: number): string {
  const model = label.length > room ? (label.split(" · ")[0] ?? "") : label;
  return model.length > room ? `${model.slice(0, room - 1)}…` : model;
}

/** The width of a letter in the lane of models. */
const LETTER_WIDTH = 6.6;

export function ModelBand({ scale, spans, count }: { scale: Scale; spans: readonly ModelSpan[]; count: number }) {
  /** The end of the last label, and the last tick. */
  let labelEnd = 0;
  let lastTick = 0;
  // If there are very many conversations, some get no tick.
  const areFew = spans.length < scale.width / 24;
  const end = Math.max(xOfExchange(scale, count), scale.width);
  return (
    <>
      {spans.map(({ from, label, startsConversation, labelEnd: nextLabel }) => {
        const x = Math.round(xOfExchange(scale, from));
        const room = Math.floor(((nextLabel < count ? xOfExchange(scale, nextLabel) : end) - x - 8) / LETTER_WIDTH);
        const shown = x >= labelEnd && room > 3 ? shortenLabel(label, room) : "";
        if (shown) labelEnd = x + shown.length * LETTER_WIDTH;
        const hasTick = x > lastTick + 1 && (areFew || label !== "");
        if (hasTick) lastTick = x;
        if (!hasTick && !shown) return null;
        const tickTop = label ? 3 : scale.bandBottom;
        const tickBottom = startsConversation ? scale.thoughtsBottom : scale.bandBottom - 2;
        return (
          <g key={from}>
            {hasTick && <path class="timeline-tick" data-begins={startsConversation} d={`M${x + 0.5} ${tickTop}V${tickBottom}`} />}
            {shown && (
              <text class="timeline-model" x={x + 5} y={scale.bandBottom / 2 - 0.5}>
                {shown}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}
