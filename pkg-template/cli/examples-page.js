// The page with the examples of a report: the inspector with their lines inside, written beside the report.
import { basename } from "node:path";
import { findExamples } from "../batch/summary/find-examples.js";
import { transcriptOf } from "../batch/summary/transcript.js";
import { inspectorPage } from "./inspector-page.js";
import { note } from "./output.js";
import { writeFileWhole } from "../doctor/files/replace-file.js";

/** The longest line that is shown. */
const LONGEST = 2 << 20;

/** Writes the page. Resolves to `opened(example, rule)`, the address that opens an example at the finding of a rule, and a note for the report; to nothing if no example was found. */
export async function examplesPage(summary, paths, { output, isRaw }) {
  const wanted = inTurns(summary.rules.entries().map(([rule, { examples }]) => examples.list.map(({ example }) => ({ rule, example }))));
  const found = await findExamples(paths, wanted.map(({ example }) => example), LONGEST);
  const { bytes, places } = transcriptOf(linesOf(wanted, found), { isRaw });
  const placesOf = (example) => places.get(found.get(example)) ?? [];
  const missing = wanted.filter(({ example }) => !placesOf(example).length).length;
  if (missing) note(`rethought: ${missing} of ${wanted.length} examples are not in the files of --examples, or are too long to be shown`);
  if (!places.size) return undefined;
  const name = `${output.replace(/\.\w+$/, "")}.examples.html`;
  writeFileWhole(name, inspectorPage()({ name: `Examples of ${basename(output)}`, bytes }).map((piece) => Buffer.from(piece)));
  note(`rethought: ${name} has the lines of ${places.size} example${places.size === 1 ? "" : "s"}${isRaw ? ", with all that was sent" : ", without secrets that were recognised"}`);
  const address = encodeURIComponent(basename(name));
  return {
    opened(example, rule) {
      const all = placesOf(example);
      const { number, rules } = all.find(({ rules }) => rules.includes(rule)) ?? all[0] ?? {};
      return number && `${address}#exchange=${number}${rules.includes(rule) ? `&finding=${rules.indexOf(rule) + 1}` : ""}`;
    },
    note: `The examples are in ${basename(name)}: keep it beside this file.`,
  };
}

/** The first of every list, then the second of every list, and so on: where there is no room for all, each rule has one. */
function inTurns(lists) {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, nth) => lists.flatMap((list) => list.slice(nth, nth + 1))).flat();
}

/** The lines, each once, with the rules that it is an example of. */
function linesOf(wanted, found) {
  const lines = new Map();
  for (const { rule, example } of wanted) {
    const text = found.get(example);
    if (text === undefined) continue;
    if (!lines.has(text)) lines.set(text, { text, example, rules: [] });
    lines.get(text).rules.push(rule);
  }
  return [...lines.values()];
}
