// rethought audit: what is wrong with requests.
import { audit as judge, explain, render } from "../node.js";
import { requestOf } from "./request.js";
import { inputs, oneOf, optionsOf } from "./usage.js";

const LEVELS = ["advice", "degrade", "reject"];

export function audit(files, values, print) {
  const format = oneOf(values.format, "format", ["text", "json", "sarif", "github"]);
  const level = LEVELS.indexOf(oneOf(values.level, "level", LEVELS));
  let found = 0;
  for (const { file, bytes } of inputs(files)) {
    const { request, target, offset } = requestOf(bytes, values);
    const report = moved(judge(request, target, optionsOf(values)), offset);
    report.findings = report.findings.filter(({ severity }) => LEVELS.indexOf(severity) >= level);
    found += report.findings.length;
    print(render(report, bytes, { format, file, explain }));
  }
  return found ? 1 : 0;
}

/** A report whose places are meant in the file, and not in the request that stands somewhere in it. */
function moved(report, offset) {
  const move = (place) => ({ ...place, start: place.start + offset, end: place.end + offset });
  const findings = report.findings.map((finding) => {
    const fix = finding.fix && { ...finding.fix, edits: finding.fix.edits.map(move) };
    return { ...move(finding), related: finding.related.map(move), ...(fix ? { fix } : {}) };
  });
  return { ...report, findings };
}
