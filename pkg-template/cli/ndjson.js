// --ndjson of audit, fix, convert and decode: a filter over lines, for programs and engines that scale it.
import { availableParallelism } from "node:os";
import { filter } from "../batch/filter.js";
import { LEVELS } from "./audit.js";
import { conversionOf } from "./convert.js";
import { oneOf, optionsOf, targetOf, Usage } from "./usage.js";

/** The options of the commands that are about files and not about lines. */
const OF_FILES = ["format", "write", "diff", "raw", "ledger"];
/** The longest text that the package reads. */
const LONGEST = 1 << 26;

export async function ndjson(command, files, values) {
  const stray = OF_FILES.find((name) => values[name] !== undefined);
  if (stray) throw new Usage(`--${stray} is not allowed with --ndjson`);
  const jobs = values.sessions ? 1 : wholeNumber(values.jobs, "jobs", availableParallelism(), 1024);
  if (values.sessions && values.jobs !== undefined && values.jobs !== "1") throw new Usage(`--sessions reads lines in order, so --jobs must be 1 (got ${values.jobs})`);
  const maxLine = wholeNumber(values["max-line"], "max-line", LONGEST, LONGEST);
  await filter(files.length ? files : ["-"], { command, jobs, maxLine, sessions: values.sessions ?? false, texts: values.texts ?? false, ...settingsOf(command, values) });
  return 0;
}

function settingsOf(command, values) {
  const options = optionsOf(values);
  if (command === "convert") return { options, ...conversionOf(values) };
  if (command === "fix") options.allow = values.allow ?? [];
  return { options, target: targetOf(values), severities: LEVELS.slice(LEVELS.indexOf(oneOf(values.level, "level", LEVELS))) };
}

function wholeNumber(word, name, usual, most) {
  const number = Number(word ?? usual);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new Usage(`--${name} must be a whole number from 1 to ${most} (got ${word})`);
}
