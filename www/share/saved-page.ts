/**
 * The page as one file with a transcript inside. Script, style and blocks are copied unchanged, because the hashes of the content security
 * policy must still match. The elements that the views drew are left out.
 */
import { documentHead, shell } from "../shell";

/** Returns the parts of the file. `view` is the place that the saved page opens at. */
export function buildSavedPage(name: string, lines: readonly string[], view: string): string[] {
  const scripts = [...document.querySelectorAll("body > script:not(#data)")].map((script) => `${script.outerHTML}\n`);
  const start = `<!doctype html>\n<html lang="en">\n${documentHead}\n<body>\n<div id="app">${shell}</div>\n`;
  // The data element is copied without its content. Its tag is not written out here, so that the script of the page never contains it.
  const block = (document.getElementById("data")?.cloneNode(false) as Element).outerHTML;
  const end = block.indexOf(">") + 1;
  const inside = [`{"name":${escapeJson(name)},"view":${escapeJson(view)},"text":"`, ...lines.map((line) => escapeJson(line).slice(1, -1)), '"}'];
  return [start, ...scripts, block.slice(0, end), ...inside, `${block.slice(end)}\n</body>\n</html>\n`];
}

/** Writes a JSON string without `<`, so that no text can end the script element. */
const escapeJson = (text: string): string => JSON.stringify(text).replaceAll("<", "\\u003c");
