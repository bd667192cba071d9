// The results of a SARIF document, as plain rows.
import { ruleAddress } from "../../report/rule-address.js";
import { severityOf } from "../../report/words.js";

const SEVERITIES = { error: "reject", warning: "degrade", note: "advice" };

/** The results of the document, each `{file, line, column, pointer, rule, level, severity, message, more, address, fix}`, in order. */
export const rowsOf = ({ runs: [run] }) => run.results.map(rowOf);

/** What was not checked: files and lines, each `{file, line, text}`. */
export const failuresOf = ({ runs: [run] }) => (run.invocations ?? []).flatMap(({ toolExecutionNotifications }) => toolExecutionNotifications.map(failureOf));

/** The files that were checked completely, and those with findings. */
export function checkedFilesOf(document) {
  const { artifacts } = document.runs[0];
  const [failed, found] = [failuresOf(document), rowsOf(document)].map((rows) => new Set(rows.map(({ file }) => file)));
  return artifacts.map(({ location }) => decodeURIComponent(location.uri)).filter((file) => found.has(file) || !failed.has(file));
}

function failureOf({ message, locations: [location] }) {
  const { artifactLocation, region } = location.physicalLocation;
  return { file: decodeURIComponent(artifactLocation.uri), line: region?.startLine, text: message.text };
}

function rowOf({ ruleId: rule, level, message, locations: [location], properties, fixes }) {
  const { artifactLocation, region } = location.physicalLocation;
  const [head, ...more] = message.text.split("\n");
  return {
    file: decodeURIComponent(artifactLocation.uri),
    line: region.startLine,
    column: region.startColumn,
    pointer: location.logicalLocations[0].fullyQualifiedName,
    rule,
    level,
    severity: severityOf({ severity: SEVERITIES[level], evidence: properties.evidence }),
    message: head,
    more: more.filter(Boolean),
    address: ruleAddress(rule),
    fix: fixes && `fix (${properties.safety}): ${fixes[0].description.text}`,
  };
}

/** The place of a row: `file:line:column`. */
export const placeOf = ({ file, line, column }) => [file, line, column].filter((part) => part !== undefined).join(":");
