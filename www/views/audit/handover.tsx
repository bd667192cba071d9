/** Gives a body out of the page: into the clipboard, or as a file. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { words } from "../../words";

export function Handover({ label, body, file }: { label: string; body: Uint8Array; file: string }) {
  const said = words.audit.mending;
  const state = useSignal<"copied" | "by hand" | undefined>(undefined);
  // What was copied was another body.
  useEffect(() => void (state.value = undefined), [body]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new TextDecoder().decode(body));
      state.value = "copied";
    } catch {
      // Absent without a secure origin, and refused where a permission is.
      state.value = "by hand";
    }
  };
  return (
    <div class="handover" role="group" aria-label={label}>
      <span>{label}</span>
      <button data-verb="copy" onClick={copy}>
        {said.copy}
      </button>
      <button data-verb="download" onClick={() => download(body, file)}>
        {said.download}
      </button>
      <span class="soft" role="status">
        {state.value === "copied" && said.copied}
      </span>
      {state.value === "by hand" && <ByHand label={label} body={body} />}
    </div>
  );
}

function ByHand({ label, body }: { label: string; body: Uint8Array }) {
  const place = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    place.current?.focus();
    place.current?.select();
  }, []);
  return (
    <>
      <p>{words.audit.mending.byHand}</p>
      <textarea ref={place} readOnly aria-label={label} value={new TextDecoder().decode(body)} />
    </>
  );
}

function download(body: Uint8Array, file: string): void {
  const address = URL.createObjectURL(new Blob([body as Uint8Array<ArrayBuffer>], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: address, download: file }).click();
  // Not at once: the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
