/**
 * Messages of other windows: who opened or frames the page may hand it a transcript. From whom it came is shown; nothing is ever answered but that
 * the page is ready, which everyone may know.
 */
import { words } from "../words";
import { openTranscript } from "./transcript";

/** Called once the core runs. */
export function takeMessages(): void {
  addEventListener("message", ({ data, origin }: MessageEvent<unknown>) => {
    const content = contentOf(data);
    if (content) void openTranscript(content.name, content.content, { way: "message", origin });
  });
  // Whoever it is: there is nothing in it that is not for everyone.
  for (const other of [window.opener as Window | null, window.parent]) if (other && other !== window) other.postMessage({ type: "rethought:ready" }, "*");
}

/** What a message brings, if it has the one shape that is known. */
function contentOf(data: unknown): { name: string; content: Blob | string } | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { type, name, text, bytes, blob } = data as Record<string, unknown>;
  if (type !== "rethought:open") return undefined;
  const content = typeof text === "string" ? text : blob instanceof Blob ? blob : bytes instanceof ArrayBuffer || ArrayBuffer.isView(bytes) ? new Blob([bytes as BlobPart]) : undefined;
  return content === undefined ? undefined : { name: typeof name === "string" && name ? name : words.opener.unnamed, content };
}
