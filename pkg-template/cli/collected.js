// The findings of lines, collected for one report on all of them.
import { explain, version } from "../start/node.js";
import { ruleAddress } from "../report/rule-address.js";
import { uriOf as referenceOf } from "../report/uri.js";
import { verdictOf } from "../report/words.js";

const LEVELS = { reject: "error", degrade: "warning", advice: "note" };

/** Collects the records of a filter. All findings are kept in memory until the document is made. */
export class Collector {
  findings = [];
  #failures = [];
  #paths;

  constructor(paths) {
    this.#paths = paths;
  }

  /** Takes the lines of results. A batch has whole lines. */
  add(bytes) {
    for (const line of bytes.toString().split("\n")) if (line) this.#take(JSON.parse(line));
  }

  /** Takes an input that was not read. */
  refuse(path, sentence) {
    this.#failures.push({ path, text: `${nameOf(path)}: ${sentence}` });
  }

  #take({ file, line, error, missing, verdict, reason, findings = [] }) {
    const fault = error?.message ?? missing ?? (verdict === "unknown" ? verdictOf({ verdict, reason }) : undefined);
    if (fault !== undefined) this.#failures.push({ path: file, line, text: `${nameOf(file)}:${line}: ${fault}` });
    for (const finding of findings) this.findings.push({ ...finding, path: file, line });
  }

  /** The findings as SARIF: each at its line. */
  document() {
    const ids = [...new Set(this.findings.map(({ rule }) => rule))];
    const rules = ids.map(ruleOf);
    const results = this.findings.map((finding) => ({ ...resultOf(finding), ruleIndex: ids.indexOf(finding.rule) }));
    const artifacts = this.#paths.map((path) => ({ location: { uri: uriOf(path) } }));
    const run = { tool: { driver: { name: "rethought", semanticVersion: version(), rules } }, ...this.#invocations(), artifacts, results };
    return { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  }

  #invocations() {
    const toolExecutionNotifications = this.#failures.map(({ path, line, text }) => ({ level: "error", message: { text }, locations: [placeOf(path, line)] }));
    return this.#failures.length ? { invocations: [{ executionSuccessful: false, toolExecutionNotifications }] } : {};
  }
}

function resultOf({ rule, severity, evidence, pointer, message, why, upstream, digest, path, line }) {
  return {
    ruleId: rule,
    level: LEVELS[severity],
    message: { text: [message, why, upstream && `The provider answers: ${upstream}`].filter(Boolean).join("\n") },
    locations: [{ ...placeOf(path, line), logicalLocations: [{ fullyQualifiedName: pointer }] }],
    partialFingerprints: { "rethought/v1": `${rule}:${digest}` },
    properties: { evidence },
  };
}

const placeOf = (path, line) => ({ physicalLocation: { artifactLocation: { uri: uriOf(path) }, ...(line === undefined ? {} : { region: { startLine: line } }) } });

function ruleOf(id) {
  const { summary, what, severity, evidence, since, tier } = explain(id);
  const address = ruleAddress(id);
  return { id, ...(address ? { helpUri: address } : {}), shortDescription: { text: summary }, fullDescription: { text: what }, defaultConfiguration: { level: LEVELS[severity] }, properties: { evidence, since, tier } };
}

const nameOf = (path) => (path === "-" ? "stdin" : path);
const uriOf = (path) => referenceOf(nameOf(path));
