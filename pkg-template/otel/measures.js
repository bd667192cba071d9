// The measures of a guard: which instruments there are, and what each event adds to them. OpenTelemetry and `/metrics` of the proxy both read this table.

/** The boundaries in seconds that the GenAI conventions of OpenTelemetry name for the duration of an operation. */
const OPERATION_SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
/** The boundaries for work of the guard and of a store, which takes milliseconds. */
const WORK_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const histogram = (description, boundaries) => ({ kind: "histogram", unit: "s", description, boundaries });
const counter = (unit, description) => ({ kind: "counter", unit: `{${unit}}`, description });
const gauge = (unit, description) => ({ kind: "gauge", unit, description });

/** The instruments by name. A gauge has the last value. */
export const INSTRUMENTS = {
  "gen_ai.client.operation.duration": histogram("Time until a provider has answered", OPERATION_SECONDS),
  "rethought.audits": counter("audit", "Audited requests, by verdict"),
  "rethought.audit.duration": histogram("How long an audit took", WORK_SECONDS),
  "rethought.held.duration": histogram("How long a request was held before it was sent", WORK_SECONDS),
  "rethought.findings": counter("finding", "Findings of audits before sending, by rule"),
  "rethought.repairs": counter("fix", "Applied fixes, by rule"),
  "rethought.refusals": counter("request", "Requests that a provider refused or a guard blocked, by rule"),
  "rethought.predictions": counter("prediction", "Predictions about requests that were sent, right and wrong"),
  "rethought.recorded": counter("answer", "Recorded answers"),
  "rethought.errors": counter("error", "Failures of the guard itself, by code"),
  "rethought.store.duration": histogram("How long a call to the store took", WORK_SECONDS),
  "rethought.store.errors": counter("error", "Calls to the store that failed"),
  "rethought.queue.answers": gauge("{answer}", "Answers that are not in the store yet"),
  "rethought.queue.bytes": gauge("By", "Bytes of answers that wait for the store"),
  "rethought.queue.dropped": gauge("{answer}", "Answers that were dropped because too many waited"),
};

/** The names of providers in the conventions, by the ends of hosts. Other hosts are named by themselves. */
const PROVIDERS = {
  "anthropic.com": "anthropic",
  "openai.com": "openai",
  "openai.azure.com": "azure.ai.openai",
  "services.ai.azure.com": "azure.ai.inference",
  "generativelanguage.googleapis.com": "gcp.gemini",
  "aiplatform.googleapis.com": "gcp.vertex_ai",
  "amazonaws.com": "aws.bedrock",
  "cohere.com": "cohere",
  "mistral.ai": "mistral_ai",
  "deepseek.com": "deepseek",
  "groq.com": "groq",
  "x.ai": "x_ai",
  "perplexity.ai": "perplexity",
};

/** Returns the attributes of an operation in the GenAI conventions. */
export function operationOf({ wire, url, model }) {
  const { hostname, port, protocol } = new URL(url);
  const known = Object.keys(PROVIDERS).find((end) => hostname === end || hostname.endsWith(`.${end}`) || hostname.endsWith(`-${end}`));
  return withoutNothing({
    "gen_ai.operation.name": wire.startsWith("gemini-") ? "generate_content" : "chat",
    "gen_ai.provider.name": PROVIDERS[known] ?? hostname,
    "gen_ai.request.model": model,
    "server.address": hostname,
    "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
  });
}

/** The measurements that each kind of event adds: `[instrument, value, attributes]` for each. */
export const MEASURES = {
  report: ({ report, wire, ms }) => [
    ["rethought.audits", 1, { "rethought.verdict": report.verdict, "rethought.wire": wire }],
    ["rethought.audit.duration", ms / 1000, { "rethought.wire": wire }],
    ...report.findings.map(({ rule, severity }) => ["rethought.findings", 1, { "rethought.rule": rule, "rethought.severity": severity, "rethought.wire": wire }]),
  ],
  repaired: ({ applied, isDryRun }) => applied.flatMap(({ mended }) => mended.map(({ rule }) => ["rethought.repairs", 1, { "rethought.rule": rule, "rethought.dry_run": isDryRun }])),
  refused: (event) => [["rethought.refusals", 1, refusalOf(event)], ...(event.blocked ? [] : predictionOf(event.predicted ? "refused" : "accepted", "refused"))],
  answered: ({ report, status, error, ms, held, ...about }) => [
    ["gen_ai.client.operation.duration", ms / 1000, withoutNothing({ ...operationOf(about), "error.type": error ?? (status >= 400 ? String(status) : undefined) })],
    ["rethought.held.duration", held / 1000, { "rethought.wire": about.wire }],
    ...(status >= 200 && status < 300 ? predictionOf(PREDICTED[report?.verdict], "accepted") : []),
  ],
  recorded: ({ wire }) => [["rethought.recorded", 1, { "rethought.wire": wire }]],
  error: ({ error }) => [["rethought.errors", 1, { "error.type": codeOf(error) }]],
  store: ({ operation, ms, error, queue }) => [
    ["rethought.store.duration", ms / 1000, { "rethought.operation": operation }],
    ...(error === undefined ? [] : [["rethought.store.errors", 1, { "rethought.operation": operation, "error.type": codeOf(error) }]]),
    ["rethought.queue.answers", queue.answers, {}],
    ["rethought.queue.bytes", queue.bytes, {}],
    ["rethought.queue.dropped", queue.dropped, {}],
  ],
};

/** Returns the attributes of a refusal. */
export function refusalOf({ classified, report, predicted, blocked }) {
  const rule = classified?.rule ?? report.findings.find(({ severity }) => severity === "reject")?.rule ?? "unknown";
  return { "rethought.rule": rule, "rethought.predicted": predicted, "rethought.blocked": blocked };
}

/** The prediction of a verdict. An unknown one predicts nothing. */
const PREDICTED = { rejected: "refused", "likely rejected": "refused", degraded: "accepted", accepted: "accepted" };

function predictionOf(predicted, outcome) {
  if (predicted === undefined) return [];
  return [["rethought.predictions", 1, { "rethought.predicted": predicted, "rethought.outcome": outcome, "rethought.correct": predicted === outcome }]];
}

/** The code of an error. Its message may contain what was sent. */
const codeOf = (error) => String(error?.code ?? error?.name ?? "unknown");

const withoutNothing = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
