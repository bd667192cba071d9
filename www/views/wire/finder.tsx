/** Search in the text. The search of the browser sees only the lines that are in the document. */
import "./tool.css";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { CloseButton, IconButton } from "../../buttons";
import { encodeText } from "../../bytes";
import { formatNumber } from "../../format";
import { runInSlices } from "../../slices";
import { wireTool } from "../../state";
import { findBytes, firstMatchFrom, MAX_MATCHES } from "../../wire/find";
import { body, cursor, goToBytes, matches, NO_MATCHES } from "./state";

export function Finder() {
  const field = useRef<HTMLInputElement>(null);
  const text = useSignal("");
  const isExact = useSignal(false);
  const isSearching = useSignal(false);
  // A layout effect, so that the field has the focus before the next key.
  useLayoutEffect(() => field.current?.select(), []);
  useEffect(
    () => () => {
      matches.value = NO_MATCHES;
    },
    [],
  );
  const bytes = body.value;
  useEffect(() => {
    const needle = encodeText(text.value);
    matches.value = NO_MATCHES;
    isSearching.value = false;
    if (!bytes || !needle.length) return undefined;
    const places: number[] = [];
    const from = cursor.peek() ?? 0;
    isSearching.value = true;
    return runInSlices(findBytes(bytes, needle, isExact.value, places), (isDone) => {
      isSearching.value = !isDone;
      const { current } = matches.peek();
      matches.value = { places, size: needle.length, current };
      // The view shows the first match after the cursor as soon as it is found. If there is none, it shows the first of all in the end.
      const next = firstMatchFrom(places, from);
      if (current < 0 && places.length && (next < places.length || isDone)) goToMatch(next < places.length ? next : 0);
    });
  }, [text.value, isExact.value, bytes]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") stepMatch(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") wireTool.value = undefined;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="wire-tool" role="search" onKeyDown={onKeyDown}>
      <input ref={field} type="search" class="mono" value={text.value} aria-label="Find in these bytes" placeholder="Find in these bytes" spellcheck={false} autocomplete="off" onInput={(event) => (text.value = event.currentTarget.value)} />
      <label class="wire-exact" title="Match case">
        <input type="checkbox" checked={isExact.value} onChange={(event) => (isExact.value = event.currentTarget.checked)} />
        <span>Aa</span>
      </label>
      <span class="wire-count soft" role="status">
        {describeCount(text.value, isSearching.value)}
      </span>
      <IconButton icon="↑" name="Previous match" onClick={() => stepMatch(-1)} />
      <IconButton icon="↓" name="Next match" onClick={() => stepMatch(1)} />
      <CloseButton onClick={() => (wireTool.value = undefined)} />
    </div>
  );
}

function describeCount(text: string, isSearching: boolean): string {
  const { places, current } = matches.value;
  if (!text) return "";
  if (!places.length) return isSearching ? "looking …" : "not found";
  const count = `${formatNumber(places.length)}${places.length >= MAX_MATCHES ? "+" : isSearching ? " …" : ""}`;
  return `${formatNumber(current + 1)} of ${count}`;
}

/** Shows the next or the previous match. The first follows the last. */
export function stepMatch(by: 1 | -1): void {
  const { places, current } = matches.value;
  if (places.length) goToMatch((current + by + places.length) % places.length);
}

function goToMatch(nth: number): void {
  const { places, size } = matches.value;
  const start = places[nth] as number;
  matches.value = { places, size, current: nth };
  goToBytes({ start, end: start + size });
}
