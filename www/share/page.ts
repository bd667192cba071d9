/**
 * This very page as one file, with a transcript inside. Script, style and blocks are written as they stand in the document, so that the hashes of
 * the policy stay true; what was drawn since is not in it.
 */

// Looked at when the script begins: the page as it came.
const head = document.head.outerHTML;
const shell = document.getElementById("app")?.innerHTML ?? "";

/** The parts of the file. `view` is where it opens. */
export function pageWith(name: string, lines: readonly string[], view: string): string[] {
  const scripts = [...document.querySelectorAll("body > script:not(#data)")].map((script) => `${script.outerHTML}\n`);
  const start = `<!doctype html>\n<html lang="en">\n${head}\n<body>\n<div id="app">${shell}</div>\n`;
  // As it stands in the document too, but empty: it is written nowhere else, so that whoever looks for it finds it once.
  const block = (document.getElementById("data")?.cloneNode(false) as Element).outerHTML;
  const end = block.indexOf(">") + 1;
  const inside = [`{"name":${escaped(name)},"view":${escaped(view)},"text":"`, ...lines.map((line) => escaped(line).slice(1, -1)), '"}'];
  return [start, ...scripts, block.slice(0, end), ...inside, `${block.slice(end)}\n</body>\n</html>\n`];
}

/** No text can end the element: JSON may write every `<` as an escape. */
const escaped = (text: string): string => JSON.stringify(text).replaceAll("<", "\\u003c");

/** Saves a file. */
export function download(name: string, parts: readonly string[], type: string): void {
  const address = URL.createObjectURL(new Blob(parts as string[], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A name that every file system takes. */
export const fileName = (name: string, ending: string): string =>
  `${name.replace(/\.(?:rethought\.html|html|gz|ndjson|jsonl|json|har|ya?ml|txt|sse)$/gi, "").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[.-]+|-+$/g, "").slice(0, 80) || "transcript"}${ending}`;
