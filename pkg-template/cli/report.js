// rethought report: results and summaries of any number of files as one summary, as a page, Markdown or JSON.
import { realpathSync } from "node:fs";
import { basename, extname } from "node:path";
import { htmlOf } from "../batch/summary/html.js";
import { markdownOf } from "../batch/summary/markdown.js";
import { readSource } from "../batch/summary/read-source.js";
import { empty, writeSummary } from "../batch/summary/summary.js";
import { viewOf } from "../batch/summary/view.js";
import { examplesPage } from "./examples-page.js";
import { printBytes, printJsonText, printText, startProgress, stopProgress, warn } from "./output.js";
import { writeFileWhole } from "../doctor/files/replace-file.js";
import { inputsOf } from "./inputs.js";
import { unwritable } from "../text/unreadable.js";
import { Usage } from "./usage.js";

const ENDINGS = { ".json": "json", ".ndjson": "json", ".md": "markdown" };
/** So many notes are printed; a folder of thousands of files may have one for each. */
const MOST_NOTES = 20;

export async function report(words, values, { endings }) {
  const { output, before, examples, raw } = values;
  const format = values.format ?? ENDINGS[extname(output ?? "")] ?? "html";
  const { inputs } = inputsOf(words, { endings });
  // A word that names no file is read as a path, so that the summary lists it among what could not be read.
  const paths = inputs.map(({ path }) => path);
  checkCall({ format, output, before, examples, raw, paths });
  const notes = new Notes();
  const now = await readAll(paths, notes, new Map(inputs.filter(({ error }) => error).map(({ path, error }) => [path, error.message])));
  const then = before && (await readAll(before, notes));
  notes.close();
  if (format === "json") write(output, `${JSON.stringify(writeSummary(now))}\n`, printJsonText);
  else {
    const page = examples && (await examplesPage(now, examples, { output, isRaw: raw }));
    const view = viewOf(now, { before: then, title: titleOf(paths, before), opened: page?.opened });
    if (format === "markdown") write(output, markdownOf(view), printText);
    else write(output, htmlOf(view, page?.note), (text) => printBytes(Buffer.from(text)));
  }
  return notes.hasFailed ? 2 : 0;
}

function checkCall({ format, output, before, examples, raw, paths }) {
  if (format === "html" && output === undefined && process.stdout.isTTY) throw new Usage("An HTML report needs a file. Add: --output report.html");
  if (format === "json" && (before || examples)) throw new Usage("--before and --examples are allowed with html and markdown only");
  if (examples && output === undefined) throw new Usage("--examples needs --output, because it writes a second page beside the report");
  if (raw && !examples) throw new Usage("--raw is allowed with --examples only");
  const inputs = [...paths, ...(before ?? []), ...(examples ?? [])];
  if (inputs.filter((path) => path === "-").length > 1) throw new Usage("- (standard input) can be named once");
  if (output !== undefined && inputs.some((path) => path !== "-" && isSame(path, output))) throw new Usage(`--output names ${output}, which is also read`);
}

function isSame(path, other) {
  try {
    return realpathSync(path) === realpathSync(other);
  } catch {
    return false;
  }
}

/** The summary of several files. `refused` has the sentences about words that name no file. Throws if there are no results in any of them. */
async function readAll(paths, notes, refused = new Map()) {
  const summary = empty();
  let isOurs = false;
  const progress = startProgress();
  for (const [nth, path] of paths.entries()) {
    progress.show(() => `${nth} of ${paths.length} files  ${path}`);
    const source = await readSource(path, summary);
    notes.add(refused.has(path) ? { ...source, notes: [refused.get(path)] } : source);
    isOurs ||= source.hasOurs;
  }
  stopProgress();
  if (!isOurs) throw new Error(`${paths.length === 1 ? "The file has" : "The files have"} no results, so no report was written.`);
  return summary;
}

class Notes {
  hasFailed = false;
  #printed = 0;
  #left = 0;

  add({ name, state, failure, notes }) {
    if (failure || state === "unread") this.hasFailed = true;
    for (const text of notes) {
      if (this.#printed++ < MOST_NOTES) warn(`${name}: ${text}`);
      else this.#left++;
    }
  }

  close() {
    if (this.#left) warn(`${this.#left} more notes`);
  }
}

const nameOf = (paths) => (paths.length > 1 ? `${paths.length} files` : paths[0] === "-" ? "stdin" : basename(paths[0]));

const titleOf = (paths, before) => `Report of ${nameOf(paths)}${before ? ` against ${nameOf(before)}` : ""}`;

function write(output, text, print) {
  if (output === undefined) print(text);
  else
    try {
      writeFileWhole(output, [Buffer.from(text)]);
    } catch (cause) {
      throw new Error(`${output} cannot be written: ${unwritable(cause)}`, { cause });
    }
}
