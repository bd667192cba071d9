/** Lines in the gutter: from a thought to what it hangs on, and from an answer to where it is in the next request. */
import "./ties.css";
import { useSignalEffect } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { chosen } from "../../state";
import { laid } from "./view";

interface Tie {
  readonly tone: string;
  readonly x: number;
  readonly from: number;
  readonly to: number;
}

/** More are no help to anyone. */
const MOST = 120;
/** The middle of the first line of a part. */
const LINE = 15;

export function Ties() {
  const [ties, setTies] = useState<readonly Tie[]>([]);
  const [svg, frame] = [useRef<SVGSVGElement>(null), useRef(0)];
  const draw = () => {
    const whole = svg.current?.parentElement;
    if (whole) setTies(found(whole));
  };
  useSignalEffect(() => {
    void [laid.value, chosen.value];
    cancelAnimationFrame(frame.current);
    // After the frame, when everything has its place: earlier it would have to be laid out twice.
    frame.current = requestAnimationFrame(() => setTimeout(draw));
  });
  return (
    <svg class="ties" ref={svg} aria-hidden="true">
      {ties.map(({ tone, x, from, to }, nth) => {
        const lane = x - (tone === "hangs" ? 8 : 12 + (nth % 4) * 4);
        const bend = Math.min(5, Math.abs(to - from) / 2) * Math.sign(to - from);
        const wide = Math.abs(bend);
        return (
          <g key={nth} data-tone={tone}>
            <path d={`M${x - 3} ${from}H${lane + wide}Q${lane} ${from} ${lane} ${from + bend}V${to - bend}Q${lane} ${to} ${lane + wide} ${to}H${x - 5}`} />
            <path class="tie-end" d={`M${x - 2} ${to}l-5-3v6Z`} />
          </g>
        );
      })}
    </svg>
  );
}

/** The lines between what is in the document, by where it is now. */
function found(whole: Element): Tie[] {
  const ends = new Map<string, Element>();
  for (const element of whole.querySelectorAll<HTMLElement>("[data-name]")) ends.set(element.dataset["name"] ?? "", element);
  const base = whole.getBoundingClientRect();
  const ties: Tie[] = [];
  for (const element of whole.querySelectorAll<HTMLElement>('[data-ties]:not([data-ties=""])'))
    for (const tie of (element.dataset["ties"] ?? "").split("\n")) {
      const cut = tie.lastIndexOf(" ");
      const end = ends.get(tie.slice(0, cut));
      if (!end || ties.length >= MOST) continue;
      const [one, other] = [element.getBoundingClientRect(), end.getBoundingClientRect()];
      ties.push({ tone: tie.slice(cut + 1), x: Math.round(Math.min(one.left, other.left) - base.left), from: Math.round(one.top - base.top) + LINE, to: Math.round(other.top - base.top) + LINE });
    }
  // Those that hang are drawn last, so that the others have lanes of their own.
  return ties.sort((one, other) => Number(one.tone === "hangs") - Number(other.tone === "hangs"));
}
