/** Go to: a JSON pointer, or the number of a byte. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Close } from "../../buttons";
import { reasonOf } from "../../reason";
import { core } from "../../state";
import { filled, words } from "../../words";
import { body, goTo, tool } from "./shown";

export function GoTo() {
  const field = useRef<HTMLInputElement>(null);
  const trouble = useSignal("");
  useLayoutEffect(() => field.current?.focus(), []);
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    tool.value = undefined;
  };
  const go = (event: Event) => {
    event.preventDefault();
    trouble.value = reached(field.current?.value.trim() ?? "");
    if (!trouble.value) tool.value = undefined;
  };
  return (
    <form class="wire-tool" onKeyDown={press} onSubmit={go}>
      <input ref={field} class="mono" aria-label={words.wire.goto} placeholder={words.wire.goto} aria-invalid={!!trouble.value} aria-describedby="wire-trouble" spellcheck={false} autocomplete="off" />
      <button>{words.wire.go}</button>
      <Close act={() => (tool.value = undefined)} />
      <span id="wire-trouble" class="wire-trouble" role="status">
        {trouble.value}
      </span>
    </form>
  );
}

/** Goes there; or says why not. */
function reached(text: string): string {
  const [bytes, started] = [body.peek(), core.peek()];
  if (!bytes || !started) return "";
  const byte = /^(0x[\da-f]+|[\d,_ ]+)$/i.test(text) ? Number(text.replace(/[,_ ]/g, "")) : Number.NaN;
  if (byte < bytes.length) return goTo({ start: byte, end: byte + 1 }), "";
  if (byte >= bytes.length) return filled(words.wire.beyond, bytes.length);
  try {
    const { start, end } = started.locate(bytes, decodeURI(text.replace(/^#/, "")));
    goTo({ start, end });
    return "";
  } catch (error) {
    return reasonOf(error);
  }
}
