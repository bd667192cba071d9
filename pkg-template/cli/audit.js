// rethought audit: what is wrong with requests.
import { audit as auditRequest, explain, render } from "../start/node.js";
import { eachFile, printOutcomes } from "./files.js";
import { printAnnotations, printJson, printText } from "./output.js";
import { requestOf } from "./request.js";
import { mergedSarif } from "./sarif.js";
import { oneOf, optionsOf } from "./usage.js";

/** The severities, the least one first. */
export const LEVELS = ["advice", "degrade", "reject"];
/** Formats that are printed file by file. The others are one document for all files. */
const PRINT = { text: printText, github: printAnnotations };

export function audit(files, values) {
  const format = oneOf(values.format, "format", ["text", "json", "sarif", "github"]);
  const level = LEVELS.indexOf(oneOf(values.level, "level", LEVELS));
  const options = optionsOf(values);
  const { outcomes, exitCode } = eachFile(files, (input) => {
    const { request, target, offset } = requestOf(input, values);
    const report = moved(auditRequest(request, target, options), offset);
    report.findings = report.findings.filter(({ severity }) => LEVELS.indexOf(severity) >= level);
    const show = (form) => render(report, input.bytes, { format: form, file: input.file, explain });
    if (Object.hasOwn(PRINT, format)) PRINT[format](show(format));
    return { found: report.findings.length, result: format === "sarif" ? JSON.parse(show("sarif")) : report };
  });
  if (format === "json") printOutcomes(files, outcomes, "report");
  if (format === "sarif") printSarif(files, outcomes);
  return exitCode;
}

function printSarif(files, outcomes) {
  // A single file that failed leaves nothing to upload.
  if (files.length <= 1 && outcomes[0].error) return;
  printJson(mergedSarif(outcomes));
}

/** A report whose places are counted from the beginning of the file, not of the request inside it. */
function moved(report, offset) {
  const move = (place) => ({ ...place, start: place.start + offset, end: place.end + offset });
  const findings = report.findings.map((finding) => {
    const fix = finding.fix && { ...finding.fix, edits: finding.fix.edits.map(move) };
    return { ...move(finding), related: finding.related.map(move), ...(fix ? { fix } : {}) };
  });
  return { ...report, findings };
}
