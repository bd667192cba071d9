// The measures of a proxy in the text format of Prometheus.
import { INSTRUMENTS, MEASURES, operationOf } from "../otel/measures.js";

/** The maximum number of combinations of attributes of one metric: clients choose the names of models. More are added up in one. */
const MOST_SERIES = 1000;
const OVERFLOW = { "otel.metric.overflow": true };
const UNITS = { s: "seconds", By: "bytes" };

/** The instruments of the proxy itself. */
const OWN = {
  "rethought.proxy.requests": { kind: "counter", unit: "{request}", description: "Answered HTTP requests, by status" },
  "rethought.proxy.connections": { kind: "gauge", unit: "{connection}", description: "Open connections of clients" },
  "process.resident_memory": { kind: "gauge", unit: "By", description: "Resident memory" },
  "process.start_time": { kind: "gauge", unit: "s", description: "Start of the process, in seconds since 1970" },
};
const ALL = { ...INSTRUMENTS, ...OWN };

export class ProxyMetrics {
  /** The series of each instrument, by the text of their attributes. */
  #series = new Map(Object.keys(ALL).map((name) => [name, new Map()]));

  /** The hooks of a guard that measure its events. */
  get hooks() {
    const measured = (kind) => (event) => this.#take(MEASURES[kind](event));
    return { onReport: measured("report"), onRepaired: measured("repaired"), onRefused: measured("refused"), onAnswered: measured("answered"), onRecorded: measured("recorded"), onStore: measured("store") };
  }

  /** Measures a failure of the guard itself. */
  addError(error) {
    this.#take(MEASURES.error({ error }));
  }

  /** Measures a converted call, which no guard sees. */
  addConverted({ wire, url, model, verdict, rules, status, ms }) {
    this.#take([
      ["rethought.audits", 1, { "rethought.verdict": verdict, "rethought.wire": wire }],
      ...rules.map((rule) => ["rethought.findings", 1, { "rethought.rule": rule, "rethought.wire": wire }]),
      ["gen_ai.client.operation.duration", ms / 1000, { ...operationOf({ wire, url, model }), ...(status >= 400 ? { "error.type": String(status) } : {}) }],
    ]);
  }

  /** Counts an answered request. */
  addRequest(status) {
    this.#add("rethought.proxy.requests", 1, { "http.response.status_code": status });
  }

  setConnections(count) {
    this.#add("rethought.proxy.connections", count, {});
  }

  /** Returns all metrics as text. */
  text() {
    this.#add("process.resident_memory", process.memoryUsage.rss(), {});
    this.#add("process.start_time", Math.round(Date.now() / 1000 - process.uptime()), {});
    return [...this.#series].filter(([, series]) => series.size).map(([name, series]) => metricText(name, [...series.values()])).join("");
  }

  #take(measures) {
    for (const measure of measures) this.#add(...measure);
  }

  #add(name, value, attributes) {
    const series = this.#series.get(name);
    const key = labelsOf(attributes);
    if (!series.has(key) && series.size >= MOST_SERIES) return void addTo(seriesOf(series, labelsOf(OVERFLOW), name), value, name);
    addTo(seriesOf(series, key, name), value, name);
  }
}

function seriesOf(series, labels, name) {
  const { boundaries = [] } = ALL[name];
  if (!series.has(labels)) series.set(labels, { labels, value: 0, count: 0, buckets: boundaries.map(() => 0) });
  return series.get(labels);
}

function addTo(one, value, name) {
  const { kind, boundaries = [] } = ALL[name];
  if (kind === "gauge") return void (one.value = value);
  one.value += value;
  one.count++;
  boundaries.forEach((most, nth) => value <= most && one.buckets[nth]++);
}

/** Returns the lines of one metric. Names follow the rules by which OpenTelemetry exports to Prometheus. */
function metricText(name, series) {
  const { kind, unit, description, boundaries = [] } = ALL[name];
  const plain = name.replaceAll(".", "_");
  const suffix = UNITS[unit] === undefined || plain.endsWith(`_${UNITS[unit]}`) ? "" : `_${UNITS[unit]}`;
  const full = `${plain}${suffix}${kind === "counter" ? "_total" : ""}`;
  const head = `# HELP ${full} ${description}\n# TYPE ${full} ${kind}\n`;
  if (kind !== "histogram") return head + series.map(({ labels, value }) => `${full}${braced(labels)} ${value}\n`).join("");
  const lines = ({ labels, value, count, buckets }) => [
    ...boundaries.map((most, nth) => `${full}_bucket${braced(labels, `le="${most}"`)} ${buckets[nth]}\n`),
    `${full}_bucket${braced(labels, 'le="+Inf"')} ${count}\n`,
    `${full}_sum${braced(labels)} ${value}\n`,
    `${full}_count${braced(labels)} ${count}\n`,
  ];
  return head + series.flatMap(lines).join("");
}

const labelsOf = (attributes) => Object.entries(attributes).map(([name, value]) => `${name.replaceAll(".", "_")}="${escapedLabel(String(value))}"`).join(",");

const braced = (...labels) => {
  const given = labels.filter(Boolean).join(",");
  return given ? `{${given}}` : "";
};

/** A name that a client chose may be long, or have a line feed or a quotation mark in it. */
const escapedLabel = (text) => text.slice(0, 200).replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
