// Spans: those of an OTLP export, and spans one by one, as SDKs and Phoenix write them.
import { attributesOf, firstOf } from "./attributes.js";
import { callOf, OTHER } from "./observed-call.js";

/** The names under which tracers keep what is looked for, the surest first. */
const NAMES = {
  provider: ["gen_ai.provider.name", "llm.provider", "gen_ai.system", "llm.system"],
  host: ["server.address"],
  url: ["url.full", "http.url"],
  model: ["gen_ai.request.model", "llm.model_name", "langfuse.observation.model.name", "gen_ai.response.model"],
  session: ["gen_ai.conversation.id", "session.id", "langfuse.session.id"],
  status: ["http.response.status_code"],
  input: ["input.value", "langfuse.observation.input", "gen_ai.prompt"],
  output: ["output.value", "langfuse.observation.output", "gen_ai.completion"],
};
/** The operations of `gen_ai.operation.name` that ask a model. */
const ASKING = ["chat", "generate_content", "text_completion"];

/** The members of a span that name it, one of which it has, and those by which spans and exports of them are told. */
const OWN = ["traceId", "trace_id", "spanId", "span_id", "context"];
export const SPAN = ["resourceSpans", "resource_spans", "attributes", ...OWN];

/** True if a line is a span, by its members. */
export const isSpan = (members) => members.has("attributes") && OWN.some((name) => members.has(name));

/** The spans of an OTLP export. */
export function spansIn({ resourceSpans, resource_spans = resourceSpans }) {
  const scopes = listOf(resource_spans).flatMap((resource) => listOf(resource?.scopeSpans ?? resource?.scope_spans));
  return scopes.flatMap((scope) => listOf(scope?.spans));
}

const listOf = (value) => (Array.isArray(value) ? value : []);

/** The call that a span is of. */
export function spanCall(span) {
  const attributes = { ...eventsOf(span), ...attributesOf(span.attributes) };
  if (!isAsking(attributes)) return OTHER;
  const found = Object.fromEntries(Object.entries(NAMES).map(([what, names]) => [what, firstOf(attributes, names)]));
  return callOf({ ...found, id: span.spanId ?? span.span_id ?? span.context?.span_id, time: timeOf(span), why: whyOf(attributes) });
}

/** Older conventions keep contents in events of a span. */
function eventsOf({ events }) {
  return Object.assign({}, ...listOf(events).map((event) => attributesOf(event?.attributes)));
}

function isAsking(attributes) {
  const kind = attributes["openinference.span.kind"] ?? attributes["langfuse.observation.type"];
  if (kind !== undefined) return /^(llm|generation)$/i.test(kind);
  const operation = attributes["gen_ai.operation.name"];
  return operation === undefined ? firstOf(attributes, NAMES.model) !== undefined : ASKING.includes(operation);
}

/** Nanoseconds since 1970 as a time; a time that is written out as it is. */
function timeOf({ startTimeUnixNano, start_time_unix_nano: nanos = startTimeUnixNano, startTime, start_time: told = startTime }) {
  if (/^\d{16,19}$/.test(nanos)) return new Date(Number(String(nanos).slice(0, -6))).toISOString();
  return typeof told === "string" ? told : undefined;
}

/** What a span holds that has no request in it. */
function whyOf(attributes) {
  const has = (begin) => Object.keys(attributes).some((name) => name.startsWith(begin));
  if (has("gen_ai.input.messages")) return "the request: gen_ai.input.messages has the words of its messages, and neither signatures nor encrypted reasoning";
  if (has("llm.input_messages.")) return "the request: input.value is not its body, and the messages in llm.input_messages are not as they were sent";
  if (has("gen_ai.prompt.")) return "the request: gen_ai.prompt has the words of its messages, and neither signatures nor encrypted reasoning";
  return "the request: the span has no content; most tracers record it only if they are told to";
}
