// rethought fix: repairs requests.
import { readFileSync } from "node:fs";
import { repair } from "../start/node.js";
import { verdictOf } from "../report/words.js";
import { printable } from "../text/printable.js";
import { withConfig } from "./config.js";
import { eachFile } from "./files.js";
import { note, printBytes, printJsonText, printText, warn } from "./output.js";
import { replaceFile } from "../doctor/files/replace-file.js";
import { requestOf } from "./request.js";
import { noteOldTables } from "./tables-age.js";
import { auditOptionsOf, checkTarget } from "./target.js";
import { Usage } from "./usage.js";

export async function fix(words, given, { endings }) {
  if (given.write && given.diff) throw new Usage("--diff and --write exclude each other");
  if (given.write && !words.length) throw new Usage("--write needs a file");
  if (given.write && words.includes("-")) throw new Usage("--write needs a file (got -, standard input)");
  const { values, target: configured, exclude, folder } = await withConfig(given);
  const options = { ...auditOptionsOf(values), allow: values.allow ?? [] };
  await checkTarget(values, options, configured);
  const say = values.quiet ? () => {} : note;
  const { exitCode } = await eachFile(words, { endings, exclude, root: folder, isQuiet: values.quiet }, (input) => {
    const { file, path, bytes } = input;
    if (values.write && path !== file) throw new Error("a file in an archive, and archives are not written. Unpack the archive, and name its files.");
    const { request, target, offset } = requestOf(input, values, { configured, command: "fix" });
    const repaired = repair(request, target, options);
    if (values.diff) printText(diffOf(repaired.applied, request, printable(file)));
    else if (values.write && repaired.applied.length) replaceFile(path, [bytes.subarray(0, offset), repaired.request, bytes.subarray(offset + request.length)], () => refuseChanged(path, bytes));
    else if (!values.write) (values.raw ? printBytes : printJsonText)(values.raw ? repaired.request : new TextDecoder().decode(repaired.request));
    for (const { rule, pointer, safety } of repaired.applied.flatMap((step) => step.mended)) say(`${file}: fixed ${rule} at ${pointer || "/"} (${safety})`);
    const left = repaired.report.findings;
    for (const { rule, pointer, fix } of left) say(`${file}: left ${rule} at ${pointer || "/"}${fix ? ` (its fix is ${fix.safety}: --allow ${fix.safety})` : ""}`);
    // No rule fits the request: nothing to fix is no clean bill.
    const failure = repaired.report.verdict === "unknown" ? verdictOf(repaired.report) : undefined;
    if (failure) warn(`${file}: ${failure}`);
    return { found: left.length, failure };
  });
  if (!values.quiet) noteOldTables(options);
  return exitCode;
}

/** @throws {Error} if a file is no longer what the repair was made of. */
function refuseChanged(path, before) {
  if (!readFileSync(path).equals(before)) throw new Error("the file changed during the repair, so it was not written");
}

/** Each edit with the old text, the new text, and a little around them. */
function diffOf(applied, request, file) {
  const lines = [];
  let text = Buffer.from(request);
  for (const { mended, edits } of applied) {
    lines.push(`# ${file}: ${mended.map(({ rule, pointer }) => `${rule} at ${printable(pointer) || "/"}`).join(", ")}`);
    for (const { start, end, text: come } of edits) {
      const around = (from, to) => printable(text.subarray(Math.max(0, from), to).toString().replace(/[\t\r\n]/g, " "));
      lines.push(`@ byte ${start}: …${around(start - 30, start)}⟨⟩${around(end, end + 30)}…`);
      if (end > start) lines.push(`- ${shown(text.subarray(start, end).toString())}`);
      if (come) lines.push(`+ ${shown(come)}`);
    }
    for (const { start, end, text: come } of [...edits].reverse()) text = Buffer.concat([text.subarray(0, start), Buffer.from(come), text.subarray(end)]);
  }
  return lines.join("\n") || `# ${file}: nothing to fix`;
}

/** Text of an edit: its lines are indented. */
const shown = (text) => text.split(/\r?\n/).map(printable).join("\n  ");
