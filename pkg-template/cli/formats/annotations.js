// GitHub's annotations of a document, a line each. `render` writes those of one request; these are of lines of a file, which have no columns.
import { printable } from "../../text/printable.js";
import { rowsOf } from "./results.js";

const COMMANDS = { error: "error", warning: "warning", note: "notice" };

export function annotationsOf(document) {
  return rowsOf(document).map(annotationOf).join("\n");
}

function annotationOf({ file, line, level, rule, pointer, message, more }) {
  const place = { file, line, title: `${rule} at ${pointer || "/"}` };
  const members = Object.entries(place).map(([name, value]) => `${name}=${encoded(printable(String(value)), /[%:,]/g)}`);
  return `::${COMMANDS[level]} ${members.join(",")}::${[message, ...more].map((text) => encoded(printable(text), /%/g)).join("%0A")}`;
}

const encoded = (text, letters) => text.replace(letters, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
