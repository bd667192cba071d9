// Finds the lines of examples in the audited files.
import { basename } from "node:path";
import { printableRecord } from "../../text/printable.js";
import { idOfLine } from "../line.js";
import { rawId } from "./example.js";
import { readLines } from "./read-lines.js";

/** An id anywhere in a line, as it is written. Batches of the providers call it `custom_id`. */
const ID = /"(?:custom_)?id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g;

/** Finds the lines of examples in files. Resolves to a map from examples to lines; a line longer than `longest` counts as not found. */
export async function findExamples(paths, examples, longest) {
  const found = new Map();
  const ids = grouped(examples.filter((example) => rawId(example) !== undefined), (example) => printableRecord(rawId(example)));
  for (const path of paths) {
    const placed = examples.filter((example) => rawId(example) === undefined && isFrom(example, path, paths));
    const [bytes, lines] = ["byte", "line"].map((name) => grouped(placed, (example) => example[name]));
    await readLines(path, (text, byte, line) => {
      if (text === undefined || text.length > longest) return;
      for (const example of [...(bytes.get(byte) ?? []), ...(lines.get(line) ?? [])]) if (isAt(example, byte, line)) found.set(example, text);
      for (const example of withIdOf(text, ids)) if (!found.has(example)) found.set(example, text);
    });
  }
  return found;
}

const isAt = ({ byte, line }, atByte, atLine) => (byte ?? atByte) === atByte && (line ?? atLine) === atLine;

/** Returns true if an example without an id may come from the file: it names the file, or it names none and there is only one. */
const isFrom = ({ file }, path, paths) => (file === undefined ? paths.length === 1 : file === path || basename(file) === basename(path));

function grouped(list, keyOf) {
  const groups = new Map();
  for (const each of list) {
    const group = groups.get(keyOf(each));
    if (group) group.push(each);
    else groups.set(keyOf(each), [each]);
  }
  return groups;
}

/** Returns the examples of a line, by its id. It reads the line only if a wanted id is anywhere in it: most lines contain other ids. */
function withIdOf(text, examples) {
  if (!examples.size) return [];
  for (const [, raw] of text.matchAll(ID)) if (examples.has(printableRecord(raw))) return examples.get(printableRecord(idOfLine(Buffer.from(text)) ?? "")) ?? [];
  return [];
}
