/** A folded value, usually a handle: shown by its key, its length and its digest. */
import "./fold.css";
import { useEffect, useState } from "preact/hooks";
import { formatNumber } from "../../format";
import { type ByteRange, decodeText } from "../../bytes";
import { core } from "../../state";
import type { Piece } from "../../wire/highlights";
import { unfolded } from "./state";

export function FoldedValue({ body, piece }: { body: Uint8Array; piece: Piece }) {
  const { start, end, look, match } = piece;
  const digest = useDigest(body, start, end);
  const label = `⟨${findKey(body, start)}, ${formatNumber(end - start)} bytes, sha-256 ${digest ? digest.slice(0, 8) : ""}…⟩`;
  return (
    <button class={`wire-fold ${look} ${match}`} data-at={start} data-end={end} data-digest={digest} aria-expanded={false} title={`SHA-256 of the string as JSON, with its quotes, as digest() of the package gives it: ${digest}`} onClick={() => toggle(start)}>
      {label}
    </button>
  );
}

export function FoldAgain({ fold: { start, end } }: { fold: ByteRange }) {
  return (
    <button class="wire-fold" aria-expanded={true} onClick={() => toggle(start)}>
      ⟨fold {formatNumber(end - start)} bytes⟩
    </button>
  );
}

function toggle(start: number): void {
  const open = new Set(unfolded.value);
  if (!open.delete(start)) open.add(start);
  unfolded.value = open;
}

/** The key of the value; "string" for an element of a list. */
function findKey(body: Uint8Array, start: number): string {
  const before = decodeText(body, Math.max(0, start - 64), start - 1);
  const name = /"([^"\\]{1,32})"\s*:\s*$/.exec(before)?.[1];
  return name ?? "string";
}

/** Returns the digest of the string, equal to `digest` of the package. The browser computes it in the background, but only in secure contexts. */
function useDigest(body: Uint8Array, start: number, end: number): string {
  const [digest, setDigest] = useState("");
  useEffect(() => {
    let isWanted = true;
    computeDigest(body.slice(start - 1, end + 1)).then((hex) => isWanted && setDigest(hex));
    return () => {
      isWanted = false;
    };
  }, [body, start, end]);
  return digest;
}

async function computeDigest(string: Uint8Array<ArrayBuffer>): Promise<string> {
  // The digest is that of the canonical JSON text. It differs from the bytes if the string has an escape.
  if (!globalThis.crypto?.subtle || string.includes(0x5c)) return core.peek()?.digest(string) ?? "";
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", string));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
