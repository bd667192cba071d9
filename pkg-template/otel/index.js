// `rethought/otel`: the hooks of a guard that report to OpenTelemetry. The caller provides `@opentelemetry/api`; this package does not need it. No
// text is ever reported.
import { InputError } from "../errors/index.js";
import { optionsFrom } from "../text/options.js";
import { INSTRUMENTS, MEASURES, operationOf, refusalOf } from "./measures.js";

/** The maximum number of events of a span. A counter counts all. */
const MOST_EVENTS = 32;
/** The number of `SpanKind.CLIENT` and of `SpanStatusCode.ERROR` in `@opentelemetry/api`. */
const [CLIENT, ERROR] = [2, 2];

export function guardTelemetry(api, options) {
  const { spans = false } = optionsFrom(options, ["spans"]);
  if (typeof api?.trace?.getActiveSpan !== "function") throw new InputError("api is that of @opentelemetry/api", { code: "E_INPUT", pointer: "/api" });
  if (typeof spans !== "boolean") throw new InputError("spans must be true or false", { code: "E_INPUT", pointer: "/spans" });
  const measure = measuring(api.metrics?.getMeter?.("rethought"));
  const traced = new TracedCalls(spans ? ownSpans(api) : activeSpans(api));
  return {
    onReport(event) {
      measure("report", event);
      traced.report(event);
    },
    onRepaired(event) {
      measure("repaired", event);
      traced.repaired(event);
    },
    onRefused(event) {
      measure("refused", event);
      traced.refused(event);
    },
    onAnswered(event) {
      measure("answered", event);
      traced.answered(event);
    },
    onRecorded(event) {
      measure("recorded", event);
      traced.recorded(event);
    },
    onStore(event) {
      measure("store", event);
    },
    onError(error) {
      measure("error", { error });
    },
  };
}

/** Returns a function that adds the measures of an event to instruments. Each instrument is made when it is first used. */
function measuring(meter) {
  const made = new Map();
  const instrumentOf = (name) => {
    if (!made.has(name)) made.set(name, instrument(meter, name));
    return made.get(name);
  };
  return (kind, event) => {
    if (!meter) return;
    for (const [name, value, attributes] of MEASURES[kind](event)) instrumentOf(name)(value, attributes);
  };
}

/** Returns the function that adds a value to an instrument. A meter without that kind of instrument measures nothing. */
function instrument(meter, name) {
  const { kind, unit, description, boundaries } = INSTRUMENTS[name];
  if (kind === "counter") {
    const counter = meter.createCounter?.(name, { description, unit });
    return (value, attributes) => counter?.add(value, attributes);
  }
  if (kind === "histogram") {
    const histogram = meter.createHistogram?.(name, { description, unit, advice: { explicitBucketBoundaries: boundaries } });
    return (value, attributes) => histogram?.record(value, attributes);
  }
  const level = meter.createUpDownCounter?.(name, { description, unit });
  let last = 0;
  return (value) => {
    level?.add(value - last);
    last = value;
  };
}

/** The span of the program that is active. The program ends it. */
const activeSpans = (api) => ({ begin: () => api.trace.getActiveSpan(), end: () => false });

/** A span of its own for each answer of a provider, by the GenAI conventions. It is a child of the span that is active. */
function ownSpans(api) {
  if (typeof api.trace.getTracer !== "function") throw new InputError("spans needs an api with trace.getTracer", { code: "E_INPUT", pointer: "/spans" });
  const tracer = api.trace.getTracer("rethought");
  return {
    begin: ({ wire, url }) => {
      const attributes = operationOf({ wire, url });
      return tracer.startSpan(attributes["gen_ai.operation.name"], { kind: CLIENT, attributes });
    },
    end(span, { wire, url, model, response, status, error, isCut }) {
      const attributes = operationOf({ wire, url, model });
      for (const [name, value] of Object.entries(attributes)) span.setAttribute(name, value);
      if (model !== undefined) span.updateName?.(`${attributes["gen_ai.operation.name"]} ${model}`);
      const fault = error ?? (status >= 400 ? String(status) : isCut ? "cut" : undefined);
      if (response !== undefined) span.setAttribute("gen_ai.response.id", response);
      if (status !== undefined) span.setAttribute("http.response.status_code", status);
      if (fault !== undefined) {
        span.setAttribute("error.type", fault);
        span.setStatus?.({ code: ERROR });
      }
      span.end?.();
      return true;
    },
  };
}

/** The spans of calls, by the report on the sent request: the span of the program is no longer active when the answer arrives. */
class TracedCalls {
  #spans;
  #byReport = new WeakMap();

  constructor(spans) {
    this.#spans = spans;
  }

  report({ report, wire, url, conversation }) {
    const span = this.#spans.begin({ wire, url });
    if (!span) return;
    this.#byReport.set(report, span);
    span.setAttribute("rethought.verdict", report.verdict);
    if (conversation !== undefined) span.setAttribute("gen_ai.conversation.id", conversation);
    for (const { rule, severity, pointer } of report.findings.slice(0, MOST_EVENTS)) span.addEvent("rethought.finding", { "rethought.rule": rule, "rethought.severity": severity, "rethought.pointer": pointer });
  }

  /** A request that is repaired after a refusal is sent once more, and has a span of its own. */
  repaired({ before, report, applied, isDryRun, wire, url }) {
    const span = this.#byReport.get(before) ?? this.#spans.begin({ wire, url });
    if (span && !isDryRun) this.#byReport.set(report, span);
    span?.setAttribute(isDryRun ? "rethought.repairs.possible" : "rethought.repairs", applied.length);
  }

  refused(event) {
    const span = this.#byReport.get(event.report);
    span?.addEvent("rethought.refusal", { ...refusalOf(event), "http.response.status_code": event.status });
    if (event.blocked) this.answered(event);
  }

  answered(event) {
    const span = event.report && this.#byReport.get(event.report);
    if (span && this.#spans.end(span, event)) this.#byReport.delete(event.report);
  }

  recorded({ report, response }) {
    if (response !== undefined) this.#byReport.get(report)?.setAttribute("gen_ai.response.id", response);
  }
}
