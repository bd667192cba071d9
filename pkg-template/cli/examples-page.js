// The page with the examples of a report: the inspector with their lines inside, written beside the report.
import { basename } from "node:path";
import { findExamples } from "../batch/summary/find-examples.js";
import { transcriptOf } from "../batch/summary/transcript.js";
import { inspectorPage } from "./inspector-page.js";
import { note } from "./output.js";
import { writeFileWhole } from "./replace-file.js";

/** The longest line that is shown. */
const LONGEST = 2 << 20;

/** Writes the page. Resolves to `opened(example, rule)`, the address that opens an example at the finding of a rule, and a note for the report; to nothing if no example was found. */
export async function examplesPage(summary, paths, { output, isRaw }) {
  const examples = inTurns([...summary.rules.entries(), ...summary.errors.entries()].map(([, { examples }]) => examples.list.map(({ example }) => example)));
  const found = await findExamples(paths, examples, LONGEST);
  const { bytes, places } = transcriptOf(uniqueLines(examples, found), { isRaw });
  const placesOf = (example) => places.get(found.get(example)) ?? [];
  const missing = examples.filter((example) => !placesOf(example).length).length;
  if (missing) note(`rethought: ${missing} of ${examples.length} examples are not in the files of --examples, or are too long to be shown`);
  if (!places.size) return undefined;
  const name = `${output.replace(/\.\w+$/, "")}.examples.html`;
  writeFileWhole(name, inspectorPage()({ name: `Examples of ${basename(output)}`, bytes }).map((piece) => Buffer.from(piece)));
  note(`rethought: ${name} has the lines of ${places.size} examples${isRaw ? ", with all that was sent" : ", without secrets that were recognised"}`);
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

/** The lines, each once, however many rules it is an example of. */
function uniqueLines(examples, found) {
  const lines = new Map();
  for (const example of examples) if (found.has(example) && !lines.has(found.get(example))) lines.set(found.get(example), example);
  return [...lines].map(([text, example]) => ({ text, example }));
}
