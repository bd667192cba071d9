// The inspector as one html document. The package ships its script and style; wasm and cards are those of the package, so nothing is in it twice.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/** A page with a longer transcript in it takes gigabytes of a browser. */
export const MOST_BYTES = 128 << 20;

/** Reads the page once; returns a function that gives it as pieces, with a transcript `{name, bytes, path}` or with `{data}` inside if there is one. */
export function inspectorPage() {
  const [head, tail] = cut(read("inspector/page.html", "utf8"), "{{blocks}}");
  const [middle, end] = cut(tail, DATA);
  const blocks = [
    block("wasm", read("wasm/rethought.wasm")),
    block("cards", exportedText("cards/index.js")),
    block("known", read("inspector/known.json")),
    block("examples", read("inspector/examples.json")),
  ];
  const start = `${head}${blocks.join("\n")}${middle}`;
  const [open, close] = cut(DATA, "><");
  return (given) => [given?.data ? askingServer(start) : start, `${open}>`, given ? escaped(given.data ?? dataOf(given)) : "", `<${close}${end}`];
}

/** The policy that the page carries: the server sends the same as a header. */
export const policyOf = (pieces) => /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(pieces[0])[1];

/** The place of the transcript, empty in the page as it is shipped. */
const DATA = '<script type="application/json" id="data"></script>';

/** The page for a list of files: it asks the server that it came from for them, and no other address. */
function askingServer(start) {
  return replaced(replaced(start, "connect-src 'none'", "connect-src 'self'"), "Its content security policy forbids every connection.", "Its content security policy allows only the local server that it came from.");
}

function replaced(text, old, next) {
  const at = text.indexOf(old);
  if (at < 0) throw new Error(`The inspector has no ${old}. Install the package again.`);
  return text.slice(0, at) + next + text.slice(at + old.length);
}

/** JSON in which no text can end the element, since every `<` is an escape. */
const escaped = (data) => JSON.stringify(data).replaceAll("<", "\\u003c");

/** The transcript as data. Bytes that are not text, such as gzip, are base64. `path` is the name by which a command finds it. */
const dataOf = ({ name, bytes, path }) => ({ name, ...(path === undefined ? {} : { path }), ...contentOf(bytes) });

function contentOf(bytes) {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: bytes.toString("base64") };
  }
}

/** A part as the script of the page expects it: gzip as base64. */
function block(id, bytes) {
  const packed = gzipSync(bytes, { level: 9 });
  // The tenth byte names the system that packed it: without it the page is the same on every machine.
  packed[9] = 255;
  return `<script type="application/octet-stream" id="${id}">${packed.toString("base64")}</script>`;
}

/** The string that a module of the package exports. */
function exportedText(name) {
  const module = read(name, "utf8");
  return JSON.parse(module.slice(module.indexOf('"'), module.lastIndexOf('"') + 1));
}

const read = (name, encoding) => readFileSync(new URL(`../${name}`, import.meta.url), encoding);

function cut(text, mark) {
  const at = text.lastIndexOf(mark);
  if (at < 0) throw new Error(`The inspector has no ${mark}. Install the package again.`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
