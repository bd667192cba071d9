// rethought fix: requests, mended.
import { renameSync, writeFileSync } from "node:fs";
import { repair } from "../node.js";
import { requestOf } from "./request.js";
import { inputs, optionsOf, Usage } from "./usage.js";

export function fix(files, values, print) {
  if (values.write && !files.length) throw new Usage("--write needs a file");
  let left = 0;
  for (const { file, path, bytes } of inputs(files)) {
    const { request, target, offset } = requestOf(bytes, values);
    const mended = repair(request, target, { ...optionsOf(values), allow: values.allow ?? [] });
    left += mended.report.findings.length;
    if (values.diff) print(diffOf(mended.applied, request, file));
    else if (!values.write) print(new TextDecoder().decode(mended.request));
    else if (mended.applied.length) save(path, [bytes.subarray(0, offset), mended.request, bytes.subarray(offset + request.length)]);
    const done = mended.applied.flatMap((step) => step.mended);
    for (const { rule, pointer, safety } of done) process.stderr.write(`${file}: mended ${rule} at ${pointer || "/"} (${safety})\n`);
    for (const { rule, pointer, fix } of mended.report.findings) process.stderr.write(`${file}: left ${rule} at ${pointer || "/"}${fix ? ` (its fix is ${fix.safety}: --allow ${fix.safety})` : ""}\n`);
  }
  return left ? 1 : 0;
}

/** The whole file is written beside the old one and then takes its name: there is never half of it. */
function save(path, pieces) {
  const beside = `${path}.${process.pid}.part`;
  writeFileSync(beside, Buffer.concat(pieces));
  renameSync(beside, path);
}

/** What went and what came, an edit each, with the text around it. */
function diffOf(applied, request, file) {
  const lines = [];
  let text = Buffer.from(request);
  for (const { mended, edits } of applied) {
    lines.push(`# ${file}: ${mended.map(({ rule, pointer }) => `${rule} at ${pointer || "/"}`).join(", ")}`);
    for (const { start, end, text: come } of edits) {
      const around = (from, to) => text.subarray(Math.max(0, from), to).toString().replaceAll("\n", " ");
      lines.push(`@ byte ${start}: …${around(start - 30, start)}⟨⟩${around(end, end + 30)}…`);
      if (end > start) lines.push(`- ${text.subarray(start, end).toString()}`);
      if (come) lines.push(`+ ${come}`);
    }
    for (const { start, end, text: come } of [...edits].reverse()) text = Buffer.concat([text.subarray(0, start), Buffer.from(come), text.subarray(end)]);
  }
  return lines.join("\n") || `# ${file}: nothing to mend`;
}
