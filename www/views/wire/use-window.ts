/** A window on very many rows of one height. Only the rows in view are elements, and the scroller stays below the height that browsers support. */
import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";

/** The height of a row in pixels, as the style sets it. */
export const ROW_HEIGHT = 20;
/** The largest height of the scroller. Firefox supports 17.9 million pixels, Chromium 33.5. */
const MAX_HEIGHT = 15_000_000;
/** The number of rows drawn above and below the view. */
const OVERSCAN = 12;

export interface RowWindow {
  readonly ref: { current: HTMLDivElement | null };
  readonly from: number;
  readonly to: number;
  /** The top of the first row in the scroller, and the height of the scroller. */
  readonly top: number;
  readonly height: number;
  /** The width of the scroller. */
  readonly width: number;
  readonly onScroll: () => void;
  /** Scrolls so that the rows are in view, or as many of them as fit. */
  readonly reveal: (first: number, last: number) => void;
}

export function useWindow(count: number): RowWindow {
  const ref = useRef<HTMLDivElement>(null);
  // Above the largest height, small scrolls move by pixels and large ones in proportion. `shift` is the distance between the two.
  const scroll = useRef({ last: 0, shift: 0 });
  const [view, setView] = useState({ top: 0, height: 0, width: 0 });
  const fullHeight = count * ROW_HEIGHT;
  const height = Math.min(fullHeight, MAX_HEIGHT);

  const updateView = useCallback(() => {
    const box = ref.current;
    if (!box) return;
    const top = Math.max(0, Math.min(fullHeight - box.clientHeight, box.scrollTop + scroll.current.shift));
    setView((old) => (old.top === top && old.height === box.clientHeight && old.width === box.clientWidth ? old : { top, height: box.clientHeight, width: box.clientWidth }));
  }, [fullHeight]);

  const onScroll = useCallback(() => {
    const box = ref.current;
    if (!box) return;
    const now = box.scrollTop;
    const room = height - box.clientHeight;
    const isFar = Math.abs(now - scroll.current.last) > box.clientHeight || now <= 0 || now >= room - 1;
    if (now !== scroll.current.last && isFar) scroll.current.shift = fullHeight > height && room > 0 ? (now * (fullHeight - box.clientHeight)) / room - now : 0;
    scroll.current.last = now;
    updateView();
  }, [fullHeight, height, updateView]);

  const reveal = useCallback(
    (first: number, last: number) => {
      const box = ref.current;
      if (!box) return;
      const top = box.scrollTop + scroll.current.shift;
      if (first * ROW_HEIGHT - top >= ROW_HEIGHT && (last + 3) * ROW_HEIGHT - top <= box.clientHeight) return;
      const wanted = Math.max(0, Math.min(fullHeight - box.clientHeight, first * ROW_HEIGHT - box.clientHeight / 3));
      box.scrollTop = fullHeight > height ? (wanted * (height - box.clientHeight)) / (fullHeight - box.clientHeight) : wanted;
      scroll.current.last = box.scrollTop;
      scroll.current.shift = fullHeight > height ? wanted - box.scrollTop : 0;
      updateView();
    },
    [fullHeight, height, updateView],
  );

  useLayoutEffect(() => {
    if (!ref.current) return undefined;
    const observer = new ResizeObserver(updateView);
    observer.observe(ref.current);
    updateView();
    return () => observer.disconnect();
  }, [updateView]);

  const from = Math.max(0, Math.floor(view.top / ROW_HEIGHT) - OVERSCAN);
  const to = Math.min(count, Math.ceil((view.top + view.height) / ROW_HEIGHT) + OVERSCAN);
  return { ref, from, to, top: from * ROW_HEIGHT - scroll.current.shift, height, width: view.width, onScroll, reveal };
}
