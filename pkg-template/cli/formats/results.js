// The results of a SARIF document, as plain rows.
import { severityOf } from "../../report/words.js";

const SEVERITIES = { error: "reject", warning: "degrade", note: "advice" };

/** The results of the document, each `{file, line, column, pointer, rule, level, severity, message, more, fix}`, in order. */
export const rowsOf = ({ runs: [run] }) => run.results.map(rowOf);

/** The files that were checked, and the sentences about those that were not. */
export const filesOf = ({ runs: [run] }) => run.artifacts.map(({ location }) => decodeURIComponent(location.uri));
export const failuresOf = ({ runs: [run] }) => (run.invocations ?? []).flatMap(({ toolExecutionNotifications }) => toolExecutionNotifications.map(({ message }) => message.text));

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
    fix: fixes && `fix (${properties.safety}): ${fixes[0].description.text}`,
  };
}

/** The place of a row: `file:line:column`. */
export const placeOf = ({ file, line, column }) => [file, line, column].filter((part) => part !== undefined).join(":");
