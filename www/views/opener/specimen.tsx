/** What the page does, in four lines of the first example: what was received, sent back and answered, and what rethought says. It stands in the shell, and stays. */
import { useLayoutEffect, useRef } from "preact/hooks";

const figure = document.querySelector(".specimen");

export function Specimen() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (figure) place.current?.replaceChildren(figure);
  }, []);
  return <div ref={place} />;
}
