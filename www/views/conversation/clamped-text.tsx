/** A text that shows its first lines, and the rest on demand. It is always a text node, never markup. */
import "./clamped-text.css";
import { useState } from "preact/hooks";
import { formatSize } from "../../format";
import { lettersPerLine } from "./navigation";

/** The number of lines shown at first. */
const FIRST_LINES = 6;
/** The number of characters that the first expansion shows. A million characters take long to lay out. */
const FIRST_EXPANSION = 200_000;

export function ClampedText({ text, mono = false }: { text: string; mono?: boolean }) {
  const [expansions, setExpansions] = useState(0);
  const short = shortenText(text, Math.floor(lettersPerLine.value * (mono ? 0.85 : 1)));
  const shown = expansions === 0 ? short : expansions === 1 ? text.slice(0, FIRST_EXPANSION) : text;
  const isCut = shown.length < text.length;
  const showsAllNext = expansions > 0 || text.length <= FIRST_EXPANSION;
  return (
    <div class={mono ? "clamped mono" : "clamped"}>
      <div class="clamped-text" dir="auto">
        {shown}
        {isCut && "…"}
      </div>
      {short.length < text.length && (
        <button class="clamped-more" aria-expanded={expansions > 0} onClick={() => setExpansions(isCut ? expansions + 1 : 0)}>
          {isCut ? `${showsAllNext ? "show all" : "show more of"} ${formatSize(text.length)}` : "show less"}
        </button>
      )}
    </div>
  );
}

/** Cuts a text after the first lines. A text that is only two lines longer stays whole: the button would take as much space. */
function shortenText(text: string, width: number): string {
  return cutAfterLines(text, width, FIRST_LINES + 2).length === text.length ? text : cutAfterLines(text, width, FIRST_LINES).trimEnd();
}

function cutAfterLines(text: string, width: number, lines: number): string {
  let at = 0;
  let room = lines;
  while (at < text.length) {
    const lineBreak = text.indexOf("\n", at);
    const end = lineBreak < 0 ? text.length : lineBreak;
    const wrappedLines = Math.max(1, Math.ceil((end - at) / width));
    if (wrappedLines > room) return text.slice(0, at + room * width);
    at = end + 1;
    room -= wrappedLines;
  }
  return text;
}
