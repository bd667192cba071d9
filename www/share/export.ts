/** Exports data from the page: to the clipboard, or as a file. */

/** Copies a text. Returns `false` if the browser did not allow it: it needs a secure origin and may need a permission. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function downloadFile(name: string, parts: readonly BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob(parts as BlobPart[], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  // The browser reads the address after the click, so it has to stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Makes a file name that every file system accepts. */
export const fileName = (name: string, ending: string): string =>
  `${name.replace(/\.(?:rethought\.html|html|gz|ndjson|jsonl|json|har|ya?ml|txt|sse)$/gi, "").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[.-]+|(?<!-)-+$/g, "").slice(0, 80) || "transcript"}${ending}`;
