/** The edits of a repair: the bytes that are removed, and the text that replaces them. */
import { useEffect, useState } from "preact/hooks";
import type { FileEdit } from "rethought/slim/sessions";
import { decodeText } from "../../bytes";
import { formatNumber, plural } from "../../format";

const MAX_EDITS = 20;
/** The number of bytes of an edit to show. */
const MAX_SHOWN = 400;

export function Edits({ edits, file }: { edits: readonly FileEdit[]; file: Blob }) {
  return (
    <details>
      <summary>{plural(edits.length, "edit")}</summary>
      <ul class="doctor-list">
        {edits.slice(0, MAX_EDITS).map((edit) => (
          <li key={edit.offset}>
            <Edit edit={edit} file={file} />
          </li>
        ))}
      </ul>
      {edits.length > MAX_EDITS && <p class="soft">and {formatNumber(edits.length - MAX_EDITS)} more</p>}
    </details>
  );
}

function Edit({ edit: { line, offset, length, text }, file }: { edit: FileEdit; file: Blob }) {
  const [before, setBefore] = useState("");
  useEffect(() => {
    let isShown = true;
    file
      .slice(offset, offset + Math.min(length, MAX_SHOWN))
      .arrayBuffer()
      .then(
        (bytes) => isShown && setBefore(cutText(decodeText(new Uint8Array(bytes)), length)),
        () => undefined,
      );
    return () => {
      isShown = false;
    };
  }, [offset, file]);
  return (
    <div class="doctor-edit">
      <span class="soft">
        Line {formatNumber(line)}, byte {formatNumber(offset)}, {plural(length, "byte")}
      </span>
      <pre class="mono">
        <del>{before || " "}</del>
        <ins>{text ? cutText(text, text.length) : "(removed)"}</ins>
      </pre>
    </div>
  );
}

const cutText = (text: string, length: number): string => (length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
