// The lines that examples were made of, looked up in the files that were audited.
import { basename } from "node:path";
import { idOfLine } from "../exchange-of-line.js";
import { rawId } from "./example.js";
import { readLines } from "./read-lines.js";

/** An id anywhere in a line, as it is written. Batches of the providers call it `custom_id`. */
const ID = /"(?:custom_)?id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g;

/** Finds the lines of examples in files. Resolves to a map from examples to lines; a line longer than `longest` counts as not found. */
export async function findExamples(paths, examples, longest) {
  const found = new Map();
  const ids = new Map();
  for (const example of examples) {
    const raw = rawId(example);
    if (raw !== undefined) ids.set(raw, [...(ids.get(raw) ?? []), example]);
  }
  for (const path of paths) {
    const placed = examples.filter((example) => rawId(example) === undefined && isFrom(example, path, paths));
    const [bytes, lines] = ["byte", "line"].map((name) => grouped(placed, name));
    await readLines(path, (text, byte, line) => {
      if (text === undefined || text.length > longest) return;
      for (const example of [...(bytes.get(byte) ?? []), ...(lines.get(line) ?? [])]) if (isAt(example, byte, line)) found.set(example, text);
      for (const raw of idsIn(text, ids)) for (const example of ids.get(raw)) if (!found.has(example)) found.set(example, text);
    });
  }
  return found;
}

const isAt = ({ byte, line }, atByte, atLine) => (byte ?? atByte) === atByte && (line ?? atLine) === atLine;

/** True if an example without an id may come from the file: it names it, or no file is named and there is only one. */
const isFrom = ({ file }, path, paths) => (file === undefined ? paths.length === 1 : file === path || basename(file) === basename(path));

function grouped(list, name) {
  const groups = new Map();
  for (const each of list) groups.set(each[name], [...(groups.get(each[name]) ?? []), each]);
  return groups;
}

/** The id of a line, if it is one of those that are looked for. Most lines have other ids inside, so the place is only looked at for a hit. */
function idsIn(text, ids) {
  if (!ids.size) return [];
  for (const [, raw] of text.matchAll(ID)) if (ids.has(raw) && idOfLine(Buffer.from(text)) === raw) return [raw];
  return [];
}
