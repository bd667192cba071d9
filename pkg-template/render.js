// A report in the forms that people and programs read.
import { InputError } from "./errors.js";
import { bodyOf, bytesOfSource } from "./input.js";
import { ownOption } from "./options.js";
import { github } from "./report/github.js";
import { sarif } from "./report/sarif.js";
import { text } from "./report/text.js";

const json = (report) => `${JSON.stringify(report, null, 2)}`;
const FORMS = { text, json, github, sarif: (report, given) => JSON.stringify(sarif(report, given), null, 2) };

export function render(report, request, options) {
  const [format = "text", file, explain] = ["format", "file", "explain"].map((name) => ownOption(options, name));
  if (!Object.hasOwn(FORMS, format)) throw wrong(`format knows ${Object.keys(FORMS).join(", ")}, not ${String(format)}`, "/format");
  if (file !== undefined && typeof file !== "string") throw wrong("file must be a string", "/file");
  if (!Array.isArray(report?.findings) || typeof report.checks !== "object") throw wrong("report must be what audit gave");
  return FORMS[format](report, { bytes: bytesOfSource(bodyOf(request, "request").source, "request"), file, explain });
}

const wrong = (message, pointer) => new InputError(message, { code: "E_INPUT", pointer });
