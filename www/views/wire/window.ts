/** A window on very many rows of one height: only those in sight are elements, and the scroller never grows beyond what browsers can scroll. */
import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";

/** The height of a row in pixels: `--row` at a root of 16 pixels is not relied on. */
export const ROW = 20;
/** Firefox ends at 17.9 million pixels, Chromium at 33.5. */
const TALLEST = 15_000_000;
/** Rows drawn beyond what is in sight. */
const BEYOND = 12;

export interface Window {
  readonly ref: { current: HTMLDivElement | null };
  readonly from: number;
  readonly to: number;
  /** Where the first of them stands in the scroller, and how tall that is. */
  readonly top: number;
  readonly height: number;
  /** How wide it is. */
  readonly width: number;
  readonly scrolled: () => void;
  /** Scrolls so that rows are in sight, or as many of them as there is room for. */
  readonly reveal: (first: number, last: number) => void;
}

export function useWindow(count: number): Window {
  const ref = useRef<HTMLDivElement>(null);
  // Beyond the tallest, what is scrolled by hand goes pixel by pixel and what is dragged goes by proportion: `shift` is what lies between.
  const place = useRef({ last: 0, shift: 0 });
  const [view, setView] = useState({ top: 0, height: 0, width: 0 });
  const whole = count * ROW;
  const tall = Math.min(whole, TALLEST);

  const look = useCallback(() => {
    const box = ref.current;
    if (!box) return;
    const top = Math.max(0, Math.min(whole - box.clientHeight, box.scrollTop + place.current.shift));
    setView((old) => (old.top === top && old.height === box.clientHeight && old.width === box.clientWidth ? old : { top, height: box.clientHeight, width: box.clientWidth }));
  }, [whole]);

  const scrolled = useCallback(() => {
    const box = ref.current;
    if (!box) return;
    const [now, room] = [box.scrollTop, tall - box.clientHeight];
    const far = Math.abs(now - place.current.last) > box.clientHeight || now <= 0 || now >= room - 1;
    if (now !== place.current.last && far) place.current.shift = whole > tall && room > 0 ? (now * (whole - box.clientHeight)) / room - now : 0;
    place.current.last = now;
    look();
  }, [whole, tall, look]);

  const reveal = useCallback(
    (first: number, last: number) => {
      const box = ref.current;
      if (!box) return;
      const top = box.scrollTop + place.current.shift;
      if (first * ROW - top >= ROW && (last + 3) * ROW - top <= box.clientHeight) return;
      const wanted = Math.max(0, Math.min(whole - box.clientHeight, first * ROW - box.clientHeight / 3));
      box.scrollTop = whole > tall ? (wanted * (tall - box.clientHeight)) / (whole - box.clientHeight) : wanted;
      place.current.last = box.scrollTop;
      place.current.shift = whole > tall ? wanted - box.scrollTop : 0;
      look();
    },
    [whole, tall, look],
  );

  useLayoutEffect(() => {
    if (!ref.current) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(ref.current);
    look();
    return () => observer.disconnect();
  }, [look]);

  const from = Math.max(0, Math.floor(view.top / ROW) - BEYOND);
  const to = Math.min(count, Math.ceil((view.top + view.height) / ROW) + BEYOND);
  return { ref, from, to, top: from * ROW - place.current.shift, height: tall, width: view.width, scrolled, reveal };
}
