/** The conversation: every exchange of the selection, with its thoughts and their fates. */
import "./conversation.css";
import { useSignalEffect } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { formatNumber } from "../../format";
import { chosenIndex, exchanges, range, session } from "../../state";
import { useWidth } from "../../use-width";
import { VirtualList } from "../../virtual-list";
import { Connectors } from "./connectors";
import { DetailsReader } from "./details";
import { estimateHeight, ExchangeRow } from "./exchange";
import { inView, layoutCount, lettersPerLine, scrollTarget } from "./navigation";

/** The approximate width of a letter, in pixels. */
const LETTER_WIDTH = 6.7;
/** Below this width the role is above a message instead of beside it. */
const NARROW = 576;
/** The width of everything beside the text of a message. */
const BESIDE_TEXT = { narrow: 46, wide: 150 };

export function Conversation() {
  const open = session.value;
  const count = exchanges.value.length;
  const reader = useMemo(() => open && new DetailsReader(open), [open]);
  const element = useWidth((width) => {
    if (!width) return;
    const beside = width < NARROW ? BESIDE_TEXT.narrow : BESIDE_TEXT.wide;
    lettersPerLine.value = Math.max(24, Math.min(150, Math.floor((width - beside) / LETTER_WIDTH)));
  });
  useSignalEffect(() => {
    // The exchange begins a little below the upper edge, so that the end of the previous one is visible too.
    scrollTarget.value = { nth: chosenIndex.value, offset: 0.12, unlessVisible: true };
  });
  if (!open || !reader) return null;
  const [from, to] = range.value ? [range.value[0], Math.min(count, range.value[1] + 1)] : [0, count];
  const estimate = (nth: number) => {
    const exchange = open.exchanges[nth];
    return exchange ? estimateHeight(exchange) : 0;
  };
  return (
    <div class="conversation-view" ref={element}>
      {range.value && (
        <p class="conversation-range">
          Exchanges {formatNumber(from + 1)}–{formatNumber(to)} of {formatNumber(count)}
          <button class="plain" onClick={() => (range.value = undefined)}>
            Show all
          </button>
        </p>
      )}
      <VirtualList
        key={open}
        label="Conversation"
        from={from}
        to={to}
        estimate={estimate}
        renderRow={(nth) => <ExchangeRow nth={nth} reader={reader} />}
        visibleRange={inView}
        layoutCount={layoutCount}
        scrollTarget={scrollTarget}
      >
        <Connectors />
      </VirtualList>
    </div>
  );
}
