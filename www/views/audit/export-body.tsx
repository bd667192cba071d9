/** Buttons that copy a request, or download it as a file with its target. */
import "./export-body.css";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Target } from "rethought/slim";
import { decodeText } from "../../bytes";
import { copyText, downloadFile } from "../../share/export";
import { requestFile } from "../../share/request-file";
import { core } from "../../state";

interface Props {
  label: string;
  body: Uint8Array;
  /** The target to write into the file. Without one the file is the body alone. */
  target?: Target;
  file: string;
}

export function ExportBody({ label, body, target, file }: Props) {
  const state = useSignal<"copied" | "by hand" | undefined>(undefined);
  // A new body is not copied yet.
  useEffect(() => {
    state.value = undefined;
  }, [body]);
  const copy = async () => {
    state.value = (await copyText(decodeText(body))) ? "copied" : "by hand";
  };
  return (
    <div class="export-body" role="group" aria-label={label}>
      <span>{label}</span>
      <button data-verb="copy" onClick={copy}>
        Copy
      </button>
      <button data-verb="download" onClick={() => downloadFile(file, target ? requestFile(core.value, target, body) : [body as Uint8Array<ArrayBuffer>], "application/json")}>
        Download
      </button>
      <span class="soft" role="status">
        {state.value === "copied" && "Copied"}
      </span>
      {state.value === "by hand" && <ManualCopy label={label} body={body} />}
    </div>
  );
}

function ManualCopy({ label, body }: { label: string; body: Uint8Array }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <>
      <p>The browser does not allow the page to copy. The text is selected: copy it from here.</p>
      <textarea ref={field} readOnly aria-label={label} value={decodeText(body)} />
    </>
  );
}
