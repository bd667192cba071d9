/** Goes to a JSON pointer or to an offset in bytes. */
import "./tool.css";
import { useSignal } from "@preact/signals";
import { formatNumber } from "../../format";
import { useLayoutEffect, useRef } from "preact/hooks";
import { CloseButton } from "../../buttons";
import { errorMessage } from "../../errors";
import { core, wireTool } from "../../state";
import { body, goToBytes } from "./state";

export function GoTo() {
  const field = useRef<HTMLInputElement>(null);
  const trouble = useSignal("");
  useLayoutEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    wireTool.value = undefined;
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    trouble.value = tryGoTo(field.current?.value.trim() ?? "");
    if (!trouble.value) wireTool.value = undefined;
  };
  return (
    <form class="wire-tool" onKeyDown={onKeyDown} onSubmit={onSubmit}>
      <input ref={field} class="mono" aria-label="JSON pointer or byte: /messages/0, 1024" placeholder="JSON pointer or byte: /messages/0, 1024" aria-invalid={!!trouble.value} aria-describedby="wire-trouble" spellcheck={false} autocomplete="off" />
      <button>Go</button>
      <CloseButton onClick={() => (wireTool.value = undefined)} />
      <span id="wire-trouble" class="wire-trouble" role="status">
        {trouble.value}
      </span>
    </form>
  );
}

/** Goes to the place that a person typed. Returns the reason if that is impossible, or an empty text. */
function tryGoTo(text: string): string {
  const bytes = body.peek();
  const started = core.peek();
  if (!bytes || !started) return "";
  const byte = /^(0x[\da-f]+|[\d,_ ]+)$/i.test(text) ? Number(text.replace(/[,_ ]/g, "")) : Number.NaN;
  if (byte < bytes.length) {
    goToBytes({ start: byte, end: byte + 1 });
    return "";
  }
  if (byte >= bytes.length) return `There are only ${formatNumber(bytes.length)} bytes.`;
  try {
    const { start, end } = started.locate(bytes, decodeURI(text.replace(/^#/, "")));
    goToBytes({ start, end });
    return "";
  } catch (error) {
    return errorMessage(error);
  }
}
