/** What only its issuer can read, told by its name, its length and its digest. */
import { useEffect, useState } from "preact/hooks";
import { textOf } from "../../bytes";
import { core } from "../../state";
import type { Piece } from "../../wire/pieces";
import type { Stretch } from "../../wire/rows";
import { filled, words } from "../../words";
import { unfolded } from "./shown";

export function Folded({ body, piece }: { body: Uint8Array; piece: Piece }) {
  const { start, end, look, found } = piece;
  const digest = useDigest(body, start, end);
  const label = filled(words.wire.folded, nameOf(body, start), end - start, digest ? digest.slice(0, 8) : "");
  return (
    <button class={`wire-fold ${look} ${found}`} data-at={start} data-end={end} data-digest={digest} aria-expanded={false} title={filled(words.wire.digest, digest)} onClick={() => toggle(start)}>
      {label}
    </button>
  );
}

export function Unfolded({ fold: { start, end } }: { fold: Stretch }) {
  return (
    <button class="wire-fold" aria-expanded={true} onClick={() => toggle(start)}>
      {filled(words.wire.unfolded, end - start)}
    </button>
  );
}

function toggle(start: number): void {
  const open = new Set(unfolded.value);
  if (!open.delete(start)) open.add(start);
  unfolded.value = open;
}

/** The key before a string, if it has one. */
function nameOf(body: Uint8Array, start: number): string {
  const before = textOf(body, Math.max(0, start - 64), start - 1);
  const name = /"([^"\\]{1,32})"\s*:\s*$/.exec(before)?.[1];
  return name ?? words.wire.blob;
}

/** What `digest` of the package says of the string. The browser's own does not hold the page up, but is not there in every context. */
function useDigest(body: Uint8Array, start: number, end: number): string {
  const [digest, setDigest] = useState("");
  useEffect(() => {
    let wanted = true;
    digestOf(body.slice(start - 1, end + 1)).then((hex) => wanted && setDigest(hex));
    return () => void (wanted = false);
  }, [body, start, end]);
  return digest;
}

async function digestOf(string: Uint8Array<ArrayBuffer>): Promise<string> {
  // With an escape in it, its canonical text is another than its bytes.
  if (!globalThis.crypto?.subtle || string.includes(0x5c)) return core.peek()?.digest(string) ?? "";
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", string));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
