// The result of `audit --ndjson`: the verdict on a request, its findings, and the thoughts of its answer.
import { audit } from "../../start/node.js";
import { fatesIn, isAnswered, turnOf } from "../answer.js";
import { digestOf, keyOf } from "../known.js";
import { errorText } from "../record.js";
import { aboutOf, findingsText, jsonMember, requestOf, verdictText } from "./members.js";

/**
 * Makes the function that gives the members of a result, as JSON without brackets. `sessions` are the ledgers of lines that follow one another, if these are wanted.
 * `failing` are the severities that are counted for the exit code, `known` the keys of a baseline. If results are collected, findings have a digest of their text.
 *
 * @throws {InputError} if an option is unknown.
 */
export function auditResult({ options, severities, texts, target, failing = [], known, isCollected }, sessions) {
  // Throws if no request can be judged with these options.
  audit("{}", { wire: "openai-chat", ...target }, options);
  return (exchange, target, tally, { file }) => {
    const request = requestOf(exchange);
    const ledger = sessions?.ledgerFor(exchange);
    const report = audit(request.source, target, ledger ? { ...options, ledger } : options);
    const listed = report.findings.filter(({ severity }) => severities.includes(severity));
    const findings = known || isCollected ? newFindings(listed, request.source, { known, file }) : listed;
    tally.count({ verdict: report.verdict, findings });
    tally.failing += findings.filter(({ severity }) => failing.includes(severity)).length;
    return `${aboutOf(report, exchange, target)}${verdictText(report)},"findings":${findingsText(findings, texts || isCollected)}${answerText(exchange, { ...target, wire: report.wire }, tally, sessions)}`;
  };
}

/** The findings that the baseline does not list, each with a digest of its text. Lines differ from day to day, so the place of a finding does not count. */
function newFindings(findings, source, { known, file }) {
  if (!findings.length) return findings;
  const bytes = Buffer.from(source);
  const named = findings.map((finding) => ({ ...finding, digest: digestOf(bytes.subarray(finding.start, finding.end)) }));
  return known ? named.filter(({ rule, digest }) => !known.keys.has(keyOf({ rule, file: known.names[file], digest }))) : named;
}

/**
 * Returns the members about the answer, which is on the wire of its request. If the answer cannot be read, the verdict on the request stays, and the
 * record has the reason.
 */
function answerText(exchange, target, tally, sessions) {
  if (exchange.fault !== undefined) return unreadText("response", { code: "E_INPUT", message: exchange.fault }, tally);
  let [text, reading] = ["", "request"];
  try {
    if (sessions) text += jsonMember("fates", sessions.fatesIn(exchange, target));
    if (!isAnswered(exchange)) return text;
    reading = exchange.stream === undefined ? "response" : "stream";
    text += `,"thoughts":${turnOf(exchange, target).thoughts.length}`;
    if (sessions) sessions.record(exchange, target);
    else if (exchange.next) {
      reading = "next";
      text += jsonMember("fates", fatesIn(exchange, target));
    }
    return text;
  } catch (error) {
    return text + unreadText(reading, error, tally);
  }
}

function unreadText(name, error, tally) {
  tally.unread++;
  return `,"unread":{"${name}":${errorText(error)}}`;
}
