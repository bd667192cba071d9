// A report in the forms that people and programs read.
import { InputError } from "../errors/index.js";
import { bodyOf, bytesOfSource } from "../text/input.js";
import { listed } from "../text/listed.js";
import { optionsFrom } from "../text/options.js";
import { printableJson } from "../text/printable.js";
import { github } from "./github.js";
import { sarif } from "./sarif.js";
import { text } from "./text.js";

const FORMS = {
  text,
  github,
  json: (report) => printableJson(JSON.stringify(report, null, 2)),
  sarif: (report, given) => printableJson(JSON.stringify(sarif(report, given), null, 2)),
};

export function render(report, request, options) {
  const { format = "text", file, explain, color, width } = optionsFrom(options, ["format", "file", "explain", "color", "width"]);
  if (typeof format !== "string" || !Object.hasOwn(FORMS, format)) throw wrong(`format must be ${listed(Object.keys(FORMS))} (got ${typeof format === "string" ? format : typeof format})`, "/format");
  if (file !== undefined && typeof file !== "string") throw wrong("file must be a string", "/file");
  if (explain !== undefined && typeof explain !== "function") throw wrong("explain must be the function explain of the package", "/explain");
  if (color !== undefined && typeof color !== "boolean") throw wrong("color must be true or false", "/color");
  if (width !== undefined && !(Number.isSafeInteger(width) && width >= NARROWEST)) throw wrong(`width must be a whole number of at least ${NARROWEST}`, "/width");
  checkReport(report);
  return FORMS[format](report, { bytes: bytesOfSource(bodyOf(request, "request").source, "request"), file, explain, color, width });
}

/** In fewer columns no sentence can be read. */
const NARROWEST = 20;

/** A report may come from a file or from another version: what the formats read of it is checked. */
function checkReport(report) {
  if (!Array.isArray(report?.findings) || !isRecord(report.checks) || !Object.values(report.checks).every(isText)) throw wrong("report must be the report of an audit");
  for (const [nth, finding] of report.findings.entries()) {
    if (!isRecord(finding) || !isFinding(finding)) throw wrong("report must be the report of an audit", `/findings/${nth}`);
  }
}

function isFinding(finding) {
  const { related, upstream, fix } = finding;
  const isFix = fix === undefined || (isText(fix?.title) && isText(fix.safety) && Array.isArray(fix.edits) && fix.edits.every((edit) => isText(edit?.text) && isRange(edit)));
  return TEXTS.every((name) => isText(finding[name])) && isPlace(finding) && Array.isArray(related) && related.every(isPlace) && (upstream === undefined || isText(upstream)) && isFix;
}

const TEXTS = ["rule", "severity", "evidence", "message", "why"];
const isText = (value) => typeof value === "string";
const isRecord = (value) => typeof value === "object" && value !== null;
const isRange = ({ start, end }) => Number.isSafeInteger(start) && Number.isSafeInteger(end);
const isPlace = (place) => isText(place?.pointer) && isRange(place);
const wrong = (message, pointer) => new InputError(message, { code: "E_INPUT", pointer });
