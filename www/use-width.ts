/** Reports the width of an element whenever it changes. */
import { useEffect, useRef } from "preact/hooks";

export function useWidth(onWidth: (width: number) => void): { current: HTMLDivElement | null } {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => onWidth(entry?.contentRect.width ?? 0));
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return element;
}
