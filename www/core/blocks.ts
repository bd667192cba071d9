/** Blocks of data at the end of the document, after the script: gzip, written as base64. Nothing is fetched. */
import { StartError } from "./start-error";

/** The name of each block for people, for the error that says it is missing. */
const BLOCK_NAMES = {
  wasm: "WebAssembly",
  cards: "catalogue of rules",
  known: "catalogue of rules",
  examples: "list of examples",
} as const;

/** Returns the bytes of a block; throws a `StartError` if the block is missing or damaged. Call `waitForDocument` first. */
export async function unpackBlock(id: keyof typeof BLOCK_NAMES): Promise<ArrayBuffer> {
  try {
    const binary = atob(document.getElementById(id)?.textContent ?? "");
    const packed = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return await new Response(stream).arrayBuffer();
  } catch {
    throw new StartError("incomplete", BLOCK_NAMES[id]);
  }
}

/** Resolves when the document is parsed to its end, with all its blocks. */
export function waitForDocument(): Promise<void> {
  if (document.readyState !== "loading") return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("DOMContentLoaded", () => resolve(), { once: true }));
}
