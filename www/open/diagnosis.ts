/** Diagnoses a file as `rethought doctor` does: what happened, what the provider will say to the next request, and the edits that repair the file. */
import type { Diagnosis } from "rethought/slim/sessions";
import { encodeText } from "../bytes";
import type { Core } from "../core/core";
import { yieldToBrowser } from "../slices";
import { readChunks } from "./chunks";

/** The bytes that are read at once, so that the page stays usable. */
const PIECE_BYTES = 64 << 10;

/** Resolves to the diagnosis, or to `undefined` as soon as `isWanted` is false. Rejects if the file cannot be read. */
export async function diagnoseFile(core: Core, blob: Blob, isWanted: () => boolean): Promise<Diagnosis | undefined> {
  const left = new Error("The diagnosis is not wanted any more.");
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const { bytes } of readChunks(blob)) {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        yield bytes.subarray(at, at + PIECE_BYTES);
        await yieldToBrowser();
        if (!isWanted()) throw left;
      }
    }
  }
  try {
    return await core.diagnose(pieces);
  } catch (error) {
    if (error === left) return undefined;
    throw error;
  }
}

/** An unpacked file with the edits of its diagnosis: every other byte stays. */
export function repairedFile(blob: Blob, { edits }: Diagnosis): Blob {
  const parts: BlobPart[] = [];
  let at = 0;
  for (const { offset, length, text } of [...edits].sort((one, other) => one.offset - other.offset)) {
    parts.push(blob.slice(at, offset), encodeText(text) as Uint8Array<ArrayBuffer>);
    at = offset + length;
  }
  return new Blob([...parts, blob.slice(at)]);
}

/** The file itself, or what it is packed from. */
export async function unpackedFile(blob: Blob): Promise<Blob> {
  const parts: BlobPart[] = [];
  for await (const { bytes, done } of readChunks(blob)) {
    if (!parts.length && bytes.length === done) return blob;
    parts.push(bytes as Uint8Array<ArrayBuffer>);
  }
  return new Blob(parts);
}
