/** How wide an element is, told whenever that changes. */
import { useEffect, useRef } from "preact/hooks";

export function useWidth(told: (width: number) => void): { current: HTMLDivElement | null } {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => told(entry?.contentRect.width ?? 0));
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return place;
}
