// One SARIF document for several files: tools that take SARIF read one document, and one run of one tool in it.
import { uriOf } from "../report/uri.js";

/** Merges documents of one run each into the first. A file that failed becomes a notification of the run. */
export function mergedSarif(outcomes) {
  const documents = outcomes.flatMap(({ result }) => (result ? [result] : []));
  const failures = outcomes.filter(({ error, failure }) => error ?? failure);
  const runs = documents.map(({ runs }) => runs[0]);
  const rules = [...new Map(runs.flatMap(({ tool }) => tool.driver.rules).map((rule) => [rule.id, rule])).values()];
  const numbers = new Map(rules.map(({ id }, nth) => [id, nth]));
  const run = {
    ...(runs[0] ?? EMPTY),
    tool: { driver: { ...(runs[0] ?? EMPTY).tool.driver, rules } },
    ...(failures.length ? { invocations: [invocationOf(failures)] } : {}),
    artifacts: runs.flatMap(({ artifacts }) => artifacts),
    results: runs.flatMap(({ results }) => results).map((result) => ({ ...result, ruleIndex: numbers.get(result.ruleId) })),
  };
  return { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", ...documents[0], runs: [run] };
}

/** The run of no file at all: all of them failed. */
const EMPTY = { tool: { driver: { name: "rethought", rules: [] } }, columnKind: "utf16CodeUnits" };

function invocationOf(failures) {
  const toolExecutionNotifications = failures.map(({ file, error, failure }) => ({
    level: "error",
    message: { text: `${file}: ${error?.message ?? failure}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }],
  }));
  return { executionSuccessful: false, toolExecutionNotifications };
}
