/**
 * This very page as one file, with a transcript inside. Script, style and blocks are written as they stand in the document, so that the hashes of
 * the policy stay true; what was drawn since is not in it.
 */
import { head, shell } from "../shell";

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
