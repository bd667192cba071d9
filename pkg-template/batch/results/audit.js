// The result of `audit --ndjson`: the verdict on a request, its findings, and the thoughts of its answer.
import { audit } from "../../start/node.js";
import { fatesIn, isAnswered, turnOf } from "../answer.js";
import { errorText } from "../record.js";
import { aboutOf, findingsText, jsonMember, requestOf } from "./members.js";

/**
 * Returns the function that makes the members of a result, as JSON without brackets. `sessions` are the ledgers of consecutive lines, if these are
 * wanted.
 *
 * @throws {InputError} if an option is unknown.
 */
export function auditResult({ options, severities, texts, target }, sessions) {
  // Throws if no request can be judged with these options.
  audit("{}", { wire: "openai-chat", ...target }, options);
  return (exchange, target, tally) => {
    const request = requestOf(exchange);
    const ledger = sessions?.ledgerFor(exchange);
    const report = audit(request.source, target, ledger ? { ...options, ledger } : options);
    const findings = report.findings.filter(({ severity }) => severities.includes(severity));
    tally.count({ verdict: report.verdict, findings });
    return `${aboutOf(report, exchange, target)},"verdict":"${report.verdict}","findings":${findingsText(findings, texts)}${answerText(exchange, { ...target, wire: report.wire }, tally, sessions)}`;
  };
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
