/** Lines in the gutter: from a thought to the part that it is attached to, and from an answer to its place in a later request. */
import "./connectors.css";
import { useSignalEffect } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { chosenIndex } from "../../state";
import { layoutCount } from "./navigation";

interface Connector {
  readonly tone: string;
  readonly x: number;
  readonly from: number;
  readonly to: number;
}

/** More lines than these would confuse. */
const MAX_CONNECTORS = 120;
/** The distance from the top of a part to the middle of its first line, in pixels. */
const FIRST_LINE = 15;
/** The tone of a connector between a thought and its attachment. All other tones are those of a fate. */
const ATTACHED = "attached";

export function Connectors() {
  const [connectors, setConnectors] = useState<readonly Connector[]>([]);
  const svg = useRef<SVGSVGElement>(null);
  const frame = useRef(0);
  const update = () => {
    const list = svg.current?.parentElement;
    if (list) setConnectors(findConnectors(list));
  };
  useSignalEffect(() => {
    void layoutCount.value;
    void chosenIndex.value;
    cancelAnimationFrame(frame.current);
    // The timeout waits until the frame is laid out. Measuring earlier would force a second layout.
    frame.current = requestAnimationFrame(() => setTimeout(update));
  });
  return (
    <svg class="connectors" ref={svg} aria-hidden="true">
      {connectors.map(({ tone, x, from, to }, nth) => {
        const lane = x - (tone === ATTACHED ? 8 : 12 + (nth % 4) * 4);
        const bend = Math.min(5, Math.abs(to - from) / 2) * Math.sign(to - from);
        const radius = Math.abs(bend);
        return (
          <g key={nth} data-tone={tone}>
            <path d={`M${x - 3} ${from}H${lane + radius}Q${lane} ${from} ${lane} ${from + bend}V${to - bend}Q${lane} ${to} ${lane + radius} ${to}H${x - 5}`} />
            <path class="connector-end" d={`M${x - 2} ${to}l-5-3v6Z`} />
          </g>
        );
      })}
    </svg>
  );
}

/** Finds the connectors between elements of the list: `data-connectors` names the other ends, `data-name` is the name of an end. */
function findConnectors(list: Element): Connector[] {
  const ends = new Map<string, Element>();
  for (const element of list.querySelectorAll<HTMLElement>("[data-name]")) ends.set(element.dataset["name"] ?? "", element);
  const origin = list.getBoundingClientRect();
  const connectors: Connector[] = [];
  for (const element of list.querySelectorAll<HTMLElement>('[data-connectors]:not([data-connectors=""])'))
    for (const connector of (element.dataset["connectors"] ?? "").split("\n")) {
      const space = connector.lastIndexOf(" ");
      const end = ends.get(connector.slice(0, space));
      if (!end || connectors.length >= MAX_CONNECTORS) continue;
      const fromBox = element.getBoundingClientRect();
      const toBox = end.getBoundingClientRect();
      connectors.push({
        tone: connector.slice(space + 1),
        x: Math.round(Math.min(fromBox.left, toBox.left) - origin.left),
        from: Math.round(fromBox.top - origin.top) + FIRST_LINE,
        to: Math.round(toBox.top - origin.top) + FIRST_LINE,
      });
    }
  // Attachments come last, so that the other connectors get different lanes.
  return connectors.sort((one, other) => Number(one.tone === ATTACHED) - Number(other.tone === ATTACHED));
}
