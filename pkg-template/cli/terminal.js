// The terminal: whether it shows colours, how wide it is, and one line of progress on it.

/** Colours by their meaning. */
const CODES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39], cyan: [36, 39] };
const MIN_WIDTH = 40;
const MAX_WIDTH = 120;
/** The width of what is not a terminal. */
const USUAL_WIDTH = 80;

let when = "auto";

/** Sets what `--color` asks for. */
export function useColor(word = "auto") {
  when = word;
}

/** True if a stream gets colours. */
export function hasColor(stream = process.stdout) {
  if (when !== "auto") return when === "always";
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return Boolean(stream.isTTY) && TERM !== "dumb";
}

/** A text in a colour, if the stream shows colours. The text is printable already. */
export function painted(color, text, stream = process.stdout) {
  if (!text || !hasColor(stream)) return text;
  const [on, off] = CODES[color];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** The columns for texts: those of the terminal, within what is readable. */
export function widthOf(stream = process.stdout) {
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, stream.columns || USUAL_WIDTH));
}

/** Words in lines of a width. Every line but the first begins with `indent`. */
export function wrapped(text, width, indent = "") {
  const lines = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + 1 + word.length > width) [lines[lines.length], line] = [line, `${indent}${word}`];
    else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join("\n");
}

/** One line of standard error that says how far long work is. It shows on a terminal only, and not for work that ends soon. */
export class ProgressLine {
  #isOn;
  #begin = Date.now();
  #last = 0;
  #isShown = false;

  constructor({ isQuiet = false } = {}) {
    this.#isOn = Boolean(process.stderr.isTTY) && !isQuiet;
  }

  /** Shows the text that `describe` gives, unless one was shown just now. */
  show(describe) {
    const now = Date.now();
    if (!this.#isOn || now - this.#begin < PATIENCE || now - this.#last < EVERY) return;
    this.#last = now;
    this.#isShown = true;
    process.stderr.write(`\r\u001b[K${describe().slice(0, widthOf(process.stderr) - 1)}`);
  }

  /** Removes the line, so that other text can be printed. */
  clear() {
    if (this.#isShown) process.stderr.write("\r\u001b[K");
    this.#isShown = false;
  }
}

/** Milliseconds before the first line, and between two. */
const [PATIENCE, EVERY] = [400, 100];
