/** Find: the browser's own sees only the rows that are drawn. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Close, Sign } from "../../buttons";
import { bytesOf } from "../../bytes";
import { grouped } from "../../figures";
import { find, firstFrom, MOST } from "../../wire/find";
import { sliced } from "../../slices";
import { filled, words } from "../../words";
import { body, found, goTo, looked, NOTHING, tool } from "./shown";

export function Finder() {
  const field = useRef<HTMLInputElement>(null);
  const [text, exact, busy] = [useSignal(""), useSignal(false), useSignal(false)];
  // At once: the next key is meant for the field.
  useLayoutEffect(() => field.current?.select(), []);
  useEffect(() => () => void (found.value = NOTHING), []);
  const bytes = body.value;
  useEffect(() => {
    const needle = bytesOf(text.value);
    found.value = NOTHING;
    busy.value = false;
    if (!bytes || !needle.length) return undefined;
    const [places, from]: [number[], number] = [[], looked.peek() ?? 0];
    busy.value = true;
    return sliced(find(bytes, needle, exact.value, places), (last) => {
      busy.value = !last;
      const { current } = found.peek();
      found.value = { places, size: needle.length, current };
      // The first from where one was, as soon as it is known; else, in the end, the first of all.
      const next = firstFrom(places, from);
      if (current < 0 && places.length && (next < places.length || last)) stepTo(next < places.length ? next : 0);
    });
  }, [text.value, exact.value, bytes]);

  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") stepBy(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") tool.value = undefined;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="wire-tool" role="search" onKeyDown={press}>
      <input ref={field} type="search" class="mono" value={text.value} aria-label={words.wire.find} placeholder={words.wire.find} spellcheck={false} autocomplete="off" onInput={(event) => (text.value = event.currentTarget.value)} />
      <label class="wire-exact" title={words.wire.exact}>
        <input type="checkbox" checked={exact.value} onChange={(event) => (exact.value = event.currentTarget.checked)} />
        <span>{words.wire.cases}</span>
      </label>
      <span class="wire-count soft" role="status">
        {countOf(text.value, busy.value)}
      </span>
      <Sign sign="↑" name={words.wire.previous} act={() => stepBy(-1)} />
      <Sign sign="↓" name={words.wire.next} act={() => stepBy(1)} />
      <Close act={() => (tool.value = undefined)} />
    </div>
  );
}

function countOf(text: string, busy: boolean): string {
  const { places, current } = found.value;
  if (!text) return "";
  if (!places.length) return busy ? words.wire.searching : words.wire.none;
  const count = `${grouped(places.length)}${places.length >= MOST ? "+" : busy ? " …" : ""}`;
  return filled(words.wire.count, current + 1, count);
}

/** Goes to the next or previous match; after the last comes the first. */
export function stepBy(by: 1 | -1): void {
  const { places, current } = found.value;
  if (places.length) stepTo((current + by + places.length) % places.length);
}

function stepTo(nth: number): void {
  const { places, size } = found.value;
  const start = places[nth] as number;
  found.value = { places, size, current: nth };
  goTo({ start, end: start + size });
}
