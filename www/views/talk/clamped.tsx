/** A text of which the first lines are shown, and the rest when it is asked for. It is only ever a text node. */
import "./clamped.css";
import { useState } from "preact/hooks";
import { sizeOf } from "../../figures";
import { filled, words } from "../../words";
import { letters } from "./view";

/** How many lines are shown at first. */
const LINES = 6;
/** How many letters a second look shows: a page of a million takes long to lay out. */
const MORE = 200_000;

export function Clamped({ text, mono = false, size = text.length }: { text: string; mono?: boolean; size?: number }) {
  const [looks, setLooks] = useState(0);
  const short = shortened(text, Math.floor(letters.value * (mono ? 0.85 : 1)));
  const shown = looks === 0 ? short : looks === 1 ? text.slice(0, MORE) : text;
  const more = looks === 0 && text.length > MORE ? words.talk.more_of : words.talk.all_of;
  return (
    <div class={mono ? "clamped mono" : "clamped"}>
      <div class="clamped-text" dir="auto">
        {shown}
        {shown.length < text.length && "…"}
      </div>
      {short.length < text.length && (
        <button class="clamped-more" aria-expanded={looks > 0} onClick={() => setLooks(shown.length < text.length ? looks + 1 : 0)}>
          {shown.length < text.length ? filled(more, sizeOf(size)) : words.talk.less}
        </button>
      )}
    </div>
  );
}

/** As much of a text as there is room for; all of it, if hardly more would be left out than the button takes. */
function shortened(text: string, width: number): string {
  return cut(text, width, LINES + 2).length === text.length ? text : cut(text, width, LINES).trimEnd();
}

function cut(text: string, width: number, lines: number): string {
  let [at, room] = [0, lines];
  while (at < text.length) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    const takes = Math.max(1, Math.ceil((end - at) / width));
    if (takes > room) return text.slice(0, at + room * width);
    [at, room] = [end + 1, room - takes];
  }
  return text;
}
