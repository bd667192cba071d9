// A report in the forms that people and programs read.
import { InputError } from "./errors.js";
import { bytesOf } from "./input.js";
import { github } from "./report/github.js";
import { sarif } from "./report/sarif.js";
import { text } from "./report/text.js";

const json = (report) => `${JSON.stringify(report, null, 2)}`;
const FORMS = { text, json, github, sarif: (report, given) => JSON.stringify(sarif(report, given), null, 2) };

export function render(report, request, { format = "text", file, explain } = {}) {
  if (!Object.hasOwn(FORMS, format)) throw new InputError(`format knows ${Object.keys(FORMS).join(", ")}, not ${String(format)}`, { code: "E_INPUT", pointer: "/format" });
  return FORMS[format](report, { bytes: bytesOf(request, "request"), file, explain });
}
