// The only way out of the command line: standard output and standard error, nothing but printable text on either.
import { printable, printableAnnotations, printableJson, printableLines } from "../text/printable.js";
import { painted, ProgressLine, widthOf, wrapped } from "./terminal.js";

/** The line of progress, which makes way for all other output. */
let progress;

/** Starts a line of progress on standard error. Whoever starts it stops it. */
export function startProgress(options) {
  return (progress = new ProgressLine(options));
}

export function stopProgress() {
  progress?.clear();
  progress = undefined;
}

/** Prints text of several lines. Values in it that come from elsewhere have gone through `printable`, or a line feed in them would begin a line. */
export function printText(text) {
  write(printableLines(text));
}

/** Prints text of our own, which may have colours. Values in it that come from elsewhere have gone through `printable`. */
export function printOwn(text) {
  write(text);
}

/** Prints annotations: the lines begin with commands to the CI, which are ours. */
export function printAnnotations(text) {
  write(printableAnnotations(text));
}

/** Prints a value as JSON. */
export function printJson(value) {
  write(printableJson(JSON.stringify(value, null, 2)));
}

/** Prints JSON that is already written, without changing its value. */
export function printJsonText(json) {
  write(printableJson(json));
}

/** Prints bytes as they are, for a program that reads them. */
export function printBytes(bytes) {
  progress?.clear();
  process.stdout.write(bytes);
}

/** Prints one line to standard error, where it does not mix with the result. */
export function note(line) {
  progress?.clear();
  process.stderr.write(`${printable(line)}\n`);
}

/** Prints an error: one line of standard error that begins with our name. */
export function warn(sentence) {
  progress?.clear();
  const text = `rethought: ${printable(sentence)}`;
  // A terminal would break lines inside words.
  const lines = process.stderr.isTTY ? text.split("\n").map((line) => wrapped(line, widthOf(process.stderr))).join("\n") : text;
  process.stderr.write(`${lines.replace("rethought:", painted("red", "rethought:", process.stderr))}\n`);
}

function write(text) {
  progress?.clear();
  if (text) process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}
