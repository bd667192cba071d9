/** What stands at the byte that was clicked or gone to. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Place } from "rethought/slim/json";
import { copied } from "../../share/handing";
import { core } from "../../state";
import { filled, words } from "../../words";
import { body, looked, side, value } from "./shown";

/** Past this the whole body is read only when that is asked for: it takes longer than a frame. */
const READ = 2 << 20;

export function Status() {
  const [place, isCopied] = [useSignal<Place | undefined>(undefined), useSignal(false)];
  const [bytes, at] = [body.value, looked.value];
  const read = () => {
    if (bytes && at !== undefined) place.value = placeIn(bytes, at, side.peek() === "stream");
    value.value = place.value && { start: place.value.start, end: place.value.end };
  };
  useEffect(() => {
    [isCopied.value, place.value, value.value] = [false, undefined, undefined];
    if (bytes && bytes.length <= READ) read();
  }, [bytes, at]);
  const here = place.value;
  const copy = async () => {
    isCopied.value = await copied(here?.pointer ?? "");
  };
  return (
    <p class="wire-status" aria-live="polite">
      {at === undefined ? (
        <span class="soft">{words.wire.hint}</span>
      ) : (
        <>
          {here && <code class="wire-pointer">{here.pointer || words.wire.root}</code>}
          {here && <span class="chip">{here.kind}</span>}
          <span class="soft wire-bytes">{here ? filled(words.wire.bytes, here.start, here.end) : filled(words.wire.byte, at)}</span>
          {!here && bytes && bytes.length > READ && (
            <button class="plain" onClick={read}>
              {words.wire.read}
            </button>
          )}
          {here && !!navigator.clipboard && (
            <button class="plain" onClick={copy}>
              {isCopied.value ? words.wire.copied : words.wire.copyPointer}
            </button>
          )}
        </>
      )}
    </p>
  );
}

/** The value at a byte: of the body, or of the event of a stream that it is in. */
function placeIn(bytes: Uint8Array, at: number, isStream: boolean): Place | undefined {
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
