// The calls that judge a request, an answer or an error, and those that show the result.
import { broken } from "../findings.mjs";
import { body, bytesOf, list, messages, same, TARGET, text } from "./inputs.mjs";

export function audits({ audit, auditReplay, AuditLog, canRewrite, classify, explain, logView, persistent, redact, render, repair, verifyLog }) {
  const read = (report) => JSON.stringify(report);
  const reported = (turns) => {
    const request = bytesOf(broken(turns));
    const report = audit(request, TARGET);
    read(report);
    return same([report, request]);
  };
  const rendered = ["text", "json", "sarif", "github"].map((format) => [`render ${format}`, 1_500, reported, ([report, request]) => render(report, request, { format, explain })]);
  const written = (count) => {
    const log = new AuditLog();
    return same(Array.from({ length: count }, (_, nth) => log.append({ nth }, TIME)));
  };
  return [
    ["audit, clean", 250_000, body, (body) => audit(body, TARGET)],
    ["audit, clean, a string", 250_000, text, (body) => audit(body, TARGET)],
    ["audit, findings", 1_500, faulty, (body) => audit(body, TARGET)],
    ["audit, findings, all read", 1_500, faulty, (body) => read(audit(body, TARGET))],
    ["repair, clean", 250_000, body, (body) => repair(body, TARGET)],
    ["repair, findings, safe", 1_500, faulty, (body) => repair(body, TARGET)],
    ["repair, findings, all", 1_500, faulty, (body) => repair(body, TARGET, { allow: ["unsafe", "placeholder"] })],
    ["canRewrite, one way", 50_000, body, (body) => canRewrite(body, [1, 3], TARGET, { by: "drop" })],
    ["auditReplay", 500, list((nth) => ({ type: "reasoning.text", text: `${nth}`, signature: "QUJD", format: "anthropic-claude-v1" })), (items) => auditReplay(items, "required-with-tools", true)],
    ["classify", 500_000, (size) => same('{"error":{"message":"Invalid `signature` in `thinking` block"}}\n'.repeat(size / 64)), (error) => classify(error)],
    ...rendered,
    ["redact", 100_000, text, (body) => redact(body)],
    ["logView", 100_000, messages, (body) => logView(body)],
    ["persistent", 250_000, messages, (body) => persistent(body)],
    ["AuditLog.append", 100_000, text, (record) => new AuditLog().append(record, TIME)],
    ["verifyLog", 1_000, written, (lines) => verifyLog(lines)],
  ];
}

const TIME = "2026-11-16T00:00:00Z";
const faulty = (turns) => same(bytesOf(broken(turns)));
