// Writes a trace as OTLP in JSON, for a collector of OpenTelemetry: a span for the run and one for each event, named by the conventions for
// generative AI. Texts of people and models are left out unless the caller asks for them, because a collector would keep them.
import { optionsFrom } from "../text/options.js";
import { digest, version } from "../text/text.js";
import { checked, readTrace } from "./trace.js";

/** The kinds of spans and the codes of a status, as OTLP numbers them. */
const KIND = { internal: 1, client: 3 };
const STATUS = { success: 1, error: 2 };
/** The operation of each event that has a name in the conventions. */
const OPERATIONS = { ai_call: "chat", summarization: "chat", reflection: "chat", tool_call: "execute_tool" };

export function traceToOtlp(trace, options) {
  const { content } = optionsFrom(options, ["content"]);
  const session = checked(readTrace(trace));
  const ids = spanIds(session);
  const spans = [runSpan(session, ids, content === true), ...session.events.map((event, nth) => eventSpan(session, event, ids, nth, content === true))];
  const { agent = {} } = session;
  const resource = attributes({ "service.name": agent.name ?? "cognipeer-agent", "service.version": agent.version, "cognipeer.session.id": session.sessionId, "cognipeer.thread.id": session.threadId });
  return { resourceSpans: [{ resource: { attributes: resource }, scopeSpans: [{ scope: { name: "rethought", version: version() }, spans }] }] };
}

/** Returns the ids of a trace. Missing ones are derived from the session's id, so the same trace always has the same ids. */
function spanIds({ sessionId, traceId, rootSpanId, events }) {
  const made = (name, length) => digest(JSON.stringify([sessionId, name])).slice(0, length);
  return { trace: traceId ?? made("trace", 32), root: rootSpanId ?? made("root", 16), spans: events.map(({ spanId, id }, nth) => spanId ?? made(`${nth} ${id}`, 16)) };
}

function runSpan(session, ids, withContent) {
  const { agent = {}, summary, errors, status, startedAt, endedAt } = session;
  const failed = status === "error";
  const values = {
    "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": agent.name, "gen_ai.provider.name": agent.provider, "gen_ai.request.model": agent.model,
    "gen_ai.conversation.id": session.threadId, "error.type": failed ? errors[0]?.type ?? "_OTHER" : undefined,
    "gen_ai.usage.input_tokens": summary.totalInputTokens, "gen_ai.usage.output_tokens": summary.totalOutputTokens, "gen_ai.usage.cache_read.input_tokens": summary.totalCachedInputTokens,
    "cognipeer.session.status": status, "cognipeer.session.duration_ms": session.durationMs, "cognipeer.session.event_count": session.events.length,
    "cognipeer.session.total_bytes_in": summary.totalBytesIn, "cognipeer.session.total_bytes_out": summary.totalBytesOut,
  };
  const events = errors.map((error) => exception(error, error.timestamp ?? startedAt, withContent));
  const message = withContent && failed ? errors.map((error) => error.message).join("; ") : undefined;
  return span({ traceId: ids.trace, spanId: ids.root, parentSpanId: "", name: named("invoke_agent", agent.name), kind: KIND.internal, start: startedAt, end: endedAt ?? startedAt, values, status, message, events });
}

function eventSpan(session, event, ids, nth, withContent) {
  const operation = Object.hasOwn(OPERATIONS, event.type) ? OPERATIONS[event.type] : undefined;
  const isChat = operation === "chat";
  const { error, durationMs, timestamp, status } = event;
  const tool = operation === "execute_tool" ? event.toolDetails?.name ?? event.data?.sections?.find(({ tool }) => tool !== undefined)?.tool ?? event.actor?.name : undefined;
  const values = {
    "gen_ai.operation.name": operation, "gen_ai.provider.name": isChat ? event.provider : undefined, "gen_ai.request.model": isChat ? event.model : undefined,
    "gen_ai.conversation.id": session.threadId, "gen_ai.agent.name": event.actor?.scope === "agent" ? event.actor.name : undefined,
    "gen_ai.tool.name": tool, "gen_ai.tool.call.id": operation === "execute_tool" ? event.toolExecutionId : undefined,
    "gen_ai.usage.input_tokens": event.inputTokens, "gen_ai.usage.output_tokens": event.outputTokens, "gen_ai.usage.cache_read.input_tokens": event.cachedInputTokens,
    "error.type": status === "error" ? "_OTHER" : undefined,
    "cognipeer.event.id": event.id, "cognipeer.event.type": event.type, "cognipeer.event.status": status, "cognipeer.event.sequence": event.sequence,
    "cognipeer.actor.scope": event.actor?.scope, "cognipeer.actor.role": event.actor?.role, "cognipeer.bytes.request": event.requestBytes, "cognipeer.bytes.response": event.responseBytes,
    "cognipeer.retry_of": event.retryOf, "cognipeer.event.label": withContent ? event.label : undefined, ...(withContent && contents(event, operation)),
  };
  const end = new Date(Date.parse(timestamp) + (durationMs ?? 0)).toISOString();
  const name = operation === undefined ? event.type : named(operation, isChat ? event.model : tool);
  const events = error ? [exception({ ...error, type: event.type }, timestamp, withContent)] : [];
  const message = withContent && status === "error" ? error?.message : undefined;
  const place = { traceId: event.traceId ?? ids.trace, spanId: ids.spans[nth], parentSpanId: event.parentSpanId || ids.root };
  return span({ ...place, name, kind: isChat ? KIND.client : KIND.internal, start: timestamp, end, values, status, message, events });
}

/** Returns the messages of a model call, or the arguments and the result of a tool, in the form of the conventions. */
function contents(event, operation) {
  const sections = event.data?.sections ?? [];
  if (operation === "execute_tool") {
    const find = (name) => sections.find((section) => section[name] !== undefined)?.[name];
    return { "gen_ai.tool.call.arguments": find("arguments"), "gen_ai.tool.call.result": find("output") };
  }
  const messages = sections.map(messageOf).filter(Boolean);
  const answers = messages.at(-1)?.role === "assistant" ? messages.splice(-1) : [];
  return { "gen_ai.input.messages": messages.length ? messages : undefined, "gen_ai.output.messages": answers.length ? answers : undefined };
}

function messageOf(section) {
  if (section.kind === "message") return { role: section.role, parts: [{ type: "text", content: section.content }] };
  if (section.kind === "summary") return { role: "assistant", parts: [{ type: "text", content: section.content }] };
  if (section.kind === "tool_call") return { role: "assistant", parts: [{ type: "tool_call", name: section.tool, arguments: section.arguments }] };
  if (section.kind === "tool_result" || section.kind === "tool_response") return { role: "tool", parts: [{ type: "tool_call_response", response: section.output ?? section.summary }] };
  return undefined;
}

/** The message of an error may quote a prompt. Without content, only its kind is written. */
function exception({ message, stack, type }, time, withContent) {
  const values = { "exception.type": type ?? "_OTHER", ...(withContent && { "exception.message": message, "exception.stacktrace": stack }) };
  return { timeUnixNano: nanos(time), name: "exception", attributes: attributes(values) };
}

function span({ traceId, spanId, parentSpanId, name, kind, start, end, values, status, message, events }) {
  const code = Object.hasOwn(STATUS, status) ? STATUS[status] : 0;
  const whole = { traceId, spanId, parentSpanId, name, kind, startTimeUnixNano: nanos(start), endTimeUnixNano: nanos(end), attributes: attributes(values), status: { code, ...(message !== undefined && { message }) } };
  return events.length ? { ...whole, events } : whole;
}

const named = (operation, what) => (what === undefined ? operation : `${operation} ${what}`);
const nanos = (time) => `${Date.parse(time)}000000`;

/**
 * Returns attributes as OTLP types them. There, whole numbers of 64 bits are texts. Values that are not texts or numbers are written as
 * JSON.
 */
function attributes(members) {
  return Object.entries(members).flatMap(([key, value]) => {
    if (value === undefined || value === null || Number.isNaN(value)) return [];
    const typed = typeof value === "string" ? { stringValue: value } : Number.isInteger(value) ? { intValue: String(value) } : typeof value === "number" ? { doubleValue: value } : { stringValue: JSON.stringify(value) };
    return [{ key, value: typed }];
  });
}
