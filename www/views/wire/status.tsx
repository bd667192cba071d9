/** The line below the text: pointer, kind and bytes of the value at the cursor. */
import "./status.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Place } from "rethought/slim/json";
import { formatNumber } from "../../format";
import { copyText } from "../../share/export";
import { core } from "../../state";
import { body, cursor, side, valueAtCursor } from "./state";

/** A larger body is read only on request: reading it takes longer than a frame. */
const MAX_READ = 2 << 20;

export function Status() {
  const place = useSignal<Place | undefined>(undefined);
  const isCopied = useSignal(false);
  const bytes = body.value;
  const at = cursor.value;
  const read = () => {
    if (bytes && at !== undefined) place.value = findPlace(bytes, at, side.peek() === "stream");
    valueAtCursor.value = place.value && { start: place.value.start, end: place.value.end };
  };
  useEffect(() => {
    isCopied.value = false;
    place.value = undefined;
    valueAtCursor.value = undefined;
    if (bytes && bytes.length <= MAX_READ) read();
  }, [bytes, at]);
  const here = place.value;
  const copy = async () => {
    isCopied.value = await copyText(here?.pointer ?? "");
  };
  return (
    <p class="wire-status" aria-live="polite">
      {at === undefined ? (
        <span class="soft">Click into the text to see its JSON pointer.</span>
      ) : (
        <>
          {here && <code class="wire-pointer">{here.pointer || "(the whole body)"}</code>}
          {here && <span class="chip">{here.kind}</span>}
          <span class="soft wire-bytes">{here ? `bytes ${formatNumber(here.start)} to ${formatNumber(here.end)}` : `byte ${formatNumber(at)}`}</span>
          {!here && bytes && bytes.length > MAX_READ && (
            <button class="plain" onClick={read}>
              Show pointer
            </button>
          )}
          {here && !!navigator.clipboard && (
            <button class="plain" onClick={copy}>
              {isCopied.value ? "Copied" : "Copy pointer"}
            </button>
          )}
        </>
      )}
    </p>
  );
}

/** Finds the value at a byte: in the body, or in the event of a stream that holds the byte. */
function findPlace(bytes: Uint8Array, at: number, isStream: boolean): Place | undefined {
  try {
    if (!isStream) return core.peek()?.placeAt(bytes, at);
    const from = bytes.lastIndexOf(0x0a, at) + 1;
    const start = bytes.indexOf(0x7b, from);
    const end = bytes.indexOf(0x0a, start);
    if (start < 0 || at < start) return undefined;
    const found = core.peek()?.placeAt(bytes.subarray(start, end < 0 ? bytes.length : end), at - start);
    return found && { ...found, start: found.start + start, end: found.end + start };
  } catch {
    return undefined;
  }
}
