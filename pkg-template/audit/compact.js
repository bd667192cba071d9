// A report in the size of a log line.
import { InputError } from "../errors/index.js";

export function compact(report) {
  if (!Array.isArray(report?.findings)) throw new InputError("report must be the report of an audit", { code: "E_INPUT" });
  const { wire, model, verdict, reason, findings, omitted } = report;
  const members = { wire, model: model?.given, verdict, reason, findings: findings.map(({ rule, severity, pointer, message }) => ({ rule, severity, pointer, message })), omitted };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
