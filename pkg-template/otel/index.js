// `rethought/otel`: the hooks of a guard that report to OpenTelemetry. The caller provides `@opentelemetry/api`; this package does not need it. No
// text is ever reported.
import { InputError } from "../errors/index.js";

/** The maximum number of events of a span. A counter counts all. */
const MOST_EVENTS = 32;

export function guardTelemetry(api) {
  if (typeof api?.trace?.getActiveSpan !== "function") throw new InputError("api is that of @opentelemetry/api", { code: "E_INPUT", pointer: "/api" });
  const meter = api.metrics?.getMeter?.("rethought");
  const findings = meter?.createCounter("rethought.findings", { description: "Findings of audits before sending, by rule", unit: "{finding}" });
  const refusals = meter?.createCounter("rethought.refusals", { description: "Requests that a provider refused or a guard blocked, by rule", unit: "{request}" });
  /** The span of each call, by the report on the sent request: the span is no longer active when the answer arrives. */
  const spans = new WeakMap();
  const setOn = (span, name, value) => value !== undefined && span?.setAttribute(name, value);
  return {
    onReport({ report, wire, conversation }) {
      const span = api.trace.getActiveSpan();
      if (span) spans.set(report, span);
      setOn(span, "rethought.verdict", report.verdict);
      setOn(span, "gen_ai.conversation.id", conversation);
      for (const [nth, { rule, severity, pointer }] of report.findings.entries()) {
        findings?.add(1, { "rethought.rule": rule, "rethought.severity": severity, "rethought.wire": wire });
        if (nth < MOST_EVENTS) span?.addEvent("rethought.finding", { "rethought.rule": rule, "rethought.severity": severity, "rethought.pointer": pointer });
      }
    },
    onRepaired({ before, report, applied }) {
      const span = spans.get(before);
      if (span) spans.set(report, span);
      setOn(span, "rethought.repairs", applied.length);
    },
    onRefused({ report, status, classified, predicted, blocked }) {
      const rule = classified?.rule ?? report.findings.find(({ severity }) => severity === "reject")?.rule ?? "unknown";
      refusals?.add(1, { "rethought.rule": rule, "rethought.predicted": predicted, "rethought.blocked": blocked });
      spans.get(report)?.addEvent("rethought.refusal", { "rethought.rule": rule, "rethought.predicted": predicted, "rethought.blocked": blocked, "http.response.status_code": status });
    },
    onRecorded({ report, response }) {
      setOn(spans.get(report), "gen_ai.response.id", response);
    },
  };
}
