/** Gives a body out of the page: into the clipboard, or as a file. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { textOf } from "../../bytes";
import { copied, download } from "../../share/handing";
import { words } from "../../words";

export function Handover({ label, body, file }: { label: string; body: Uint8Array; file: string }) {
  const state = useSignal<"copied" | "by hand" | undefined>(undefined);
  // What was copied was another body.
  useEffect(() => void (state.value = undefined), [body]);
  const copy = async () => {
    state.value = (await copied(textOf(body))) ? "copied" : "by hand";
  };
  return (
    <div class="handover" role="group" aria-label={label}>
      <span>{label}</span>
      <button data-verb="copy" onClick={copy}>
        {words.audit.mending.copy}
      </button>
      <button data-verb="download" onClick={() => download(file, [body as Uint8Array<ArrayBuffer>], "application/json")}>
        {words.audit.mending.download}
      </button>
      <span class="soft" role="status">
        {state.value === "copied" && words.audit.mending.copied}
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
      <textarea ref={place} readOnly aria-label={label} value={textOf(body)} />
    </>
  );
}
