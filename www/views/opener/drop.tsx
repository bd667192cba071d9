/** The place for a transcript, though the whole page takes one. */
import { hovered, pasteClipboard, pickFile } from "../../open/gestures";
import { awaited } from "../../open/source";
import { words } from "../../words";

export function Drop() {
  const { drop, ways, pick, paste, formats } = words.opener;
  return (
    <div class="drop" data-hovered={hovered.value}>
      {awaited.value && <p class="drop-awaited">{words.opener.awaited}</p>}
      <p class="drop-word">{drop}</p>
      <p class="soft">{ways}</p>
      <div class="drop-buttons">
        <button class="primary" onClick={pickFile}>
          {pick}
        </button>
        <button onClick={() => void pasteClipboard()}>{paste}</button>
      </div>
      <p class="drop-formats soft">{formats}</p>
    </div>
  );
}
