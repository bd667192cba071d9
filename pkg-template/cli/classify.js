// rethought classify: a provider's error, and the rule that would have told.
import { classify as name, explain } from "../node.js";
import { inputs, oneOf } from "./usage.js";

export function classify(files, values, print) {
  const format = oneOf(values.format, "format", ["text", "json"]);
  let found = 0;
  for (const { file, bytes } of inputs(files)) {
    const told = name(bytes, values.wire);
    found += told ? 1 : 0;
    print(format === "json" ? JSON.stringify(told ?? null, null, 2) : textOf(told, file));
  }
  return found ? 1 : 0;
}

function textOf(told, file) {
  if (!told) return `${file}: not about reasoning, thinking or the order of tools`;
  const { rule, message, pointer, others } = told;
  const { summary, fix } = explain(rule);
  const lines = [`${file}: ${rule}`, `  ${summary}`, `  said   ${message}`, ...(pointer ? [`  where  ${pointer}`] : []), `  to do  ${fix.replace(/\n/g, "\n         ")}`];
  return [...lines, ...(others.length ? [`  or     ${others.join(", ")}`] : [])].join("\n");
}
