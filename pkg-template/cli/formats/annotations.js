// GitHub's annotations of a document, a line each. `render` writes those of one request; these are of lines of a file, which have no columns.
import { printable } from "../../text/printable.js";
import { failuresOf, rowsOf } from "./results.js";

const COMMANDS = { error: "error", warning: "warning", note: "notice" };

export function annotationsOf(document) {
  return [...rowsOf(document).map(annotationOf), ...failuresOf(document).map(failureOf)].join("\n");
}

const annotationOf = ({ file, line, level, rule, pointer, message, more, address }) => written(COMMANDS[level], { file, line, title: `${rule} at ${pointer || "/"}` }, [message, ...more, address].filter(Boolean));

const failureOf = ({ file, line, text }) => written("error", { file, ...(line === undefined ? {} : { line }), title: "not checked" }, [text]);

function written(command, place, texts) {
  const members = Object.entries(place).map(([name, value]) => `${name}=${encoded(printable(String(value)), /[%:,]/g)}`);
  return `::${command} ${members.join(",")}::${texts.map((text) => encoded(printable(text), /%/g)).join("%0A")}`;
}

const encoded = (text, letters) => text.replace(letters, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
