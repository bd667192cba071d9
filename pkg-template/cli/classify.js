// rethought classify: a provider's error, and the rule that would have found its cause.
import { classify as classified, explain } from "../start/node.js";
import { printable } from "../text/printable.js";
import { eachFile, printOutcomes } from "./files.js";
import { printText } from "./output.js";
import { oneOf } from "./usage.js";

export function classify(files, values) {
  const format = oneOf(values.format, "format", ["text", "json"]);
  const { outcomes, exitCode } = eachFile(files, ({ file, bytes }) => {
    const found = classified(bytes, values.wire);
    if (format === "text") printText(textOf(found, printable(file)));
    return { found: found ? 1 : 0, result: found ?? null };
  });
  if (format === "json") printOutcomes(files, outcomes, "classified");
  return exitCode;
}

function textOf(found, file) {
  if (!found) return `${file}: not about reasoning, thinking or the order of tools`;
  const { rule, message, pointer, code, meaning, others } = found;
  const said = [`  said   ${printable(message)}`, ...(pointer ? [`  where  ${printable(pointer)}`] : []), ...(meaning ? [`  code   ${code}: ${meaning}`] : [])];
  if (rule === undefined) return [`${file}: ${code}, which no rule predicts`, ...said].join("\n");
  const { summary, fix } = explain(rule);
  const lines = [`${file}: ${rule}`, `  ${summary}`, ...said, `  to do  ${fix.replace(/\n/g, "\n         ")}`];
  return [...lines, ...(others.length ? [`  or     ${others.join(", ")}`] : [])].join("\n");
}
