/** Ways out of the page that are the same everywhere: the clipboard, and a file. */

/** Whether a text is on the clipboard now: there is none without a secure origin, and a permission may be refused. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Saves a file. */
export function download(name: string, parts: readonly BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob(parts as BlobPart[], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  // Not at once: the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A name that every file system takes. */
export const fileName = (name: string, ending: string): string =>
  `${name.replace(/\.(?:rethought\.html|html|gz|ndjson|jsonl|json|har|ya?ml|txt|sse)$/gi, "").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[.-]+|-+$/g, "").slice(0, 80) || "transcript"}${ending}`;
