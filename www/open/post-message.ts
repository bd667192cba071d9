/**
 * Transcripts from other windows: a window that opened or frames the page may send one with `postMessage`. The page shows the origin of the sender.
 * Its only reply is that it is ready.
 */
import { openTranscript } from "./transcript";

/** Called once the core runs. */
export function listenForMessages(): void {
  addEventListener("message", ({ data, origin }: MessageEvent<unknown>) => {
    const transcript = parseMessage(data);
    if (transcript) void openTranscript(transcript.name, transcript.content, { kind: "message", origin });
  });
  // The message contains nothing private, so any origin may receive it.
  for (const other of [window.opener as Window | null, window.parent]) if (other && other !== window) other.postMessage({ type: "rethought:ready" }, "*");
}

/** The transcript in a message, if the message has the documented shape. */
function parseMessage(data: unknown): { name: string; content: Blob | string } | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { type, name, text, bytes, blob } = data as Record<string, unknown>;
  if (type !== "rethought:open") return undefined;
  const content = typeof text === "string" ? text : blob instanceof Blob ? blob : bytes instanceof ArrayBuffer || ArrayBuffer.isView(bytes) ? new Blob([bytes as BlobPart]) : undefined;
  return content === undefined ? undefined : { name: typeof name === "string" && name ? name : "Transcript", content };
}
