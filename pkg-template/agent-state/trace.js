// Traces of @cognipeer/agent-sdk: the file of a session, or the records that a sink got one by one, read into one session and written back.
import { InputError, JsonError } from "../errors/index.js";
import { isBytes } from "../text/bytes.js";
import { textOf } from "../text/input.js";
import { jsonText } from "../text/object-text.js";
import { rawOf, scan } from "../text/text.js";

export function readTrace(source) {
  const given = typeof source === "string" || isBytes(source) ? parsedTrace(rawOf(source)) : source;
  if (typeof given !== "object" || given === null) throw wrong("a trace is a session, or the list of records that a sink received", "");
  return Array.isArray(given) || !("events" in given) ? assembled([given].flat()) : checked(given);
}

export function writeTrace(session) {
  return jsonText(checked(session), "session", undefined, 2);
}

/** Returns a document unchanged, or the records of its lines. */
function parsedTrace(source) {
  const text = typeof source === "string" ? source : textOf(source);
  const lines = text.split("\n").filter((line) => line.trim());
  if (lines.length > 1 && isJson(lines[0])) return lines.map(parsedLine);
  // The scan names the invalid byte.
  scan(text);
  return JSON.parse(text);
}

function parsedLine(line, nth) {
  if (isJson(line)) return JSON.parse(line);
  throw new JsonError("a line of the trace is not JSON", { code: "E_JSON_SYNTAX", pointer: `/${nth}` });
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Assembles a session from the records of a sink: its start, its events, its end. One event or the start is enough. */
function assembled(records) {
  const [events, around] = [[], {}];
  records.forEach((record, nth) => {
    if (typeof record !== "object" || record === null || Array.isArray(record)) throw wrong("a record of a trace is an object", `/${nth}`);
    if ("events" in record) throw wrong("the records of a sink include a session. Read the session separately.", `/${nth}`);
    const event = record.event ?? record;
    if (typeof event.type === "string") events.push(event);
    else if (typeof event.sessionId === "string") Object.assign(around, event);
    else throw wrong("neither an event nor the start or end of a session", `/${nth}`);
  });
  const sessions = new Set([around.sessionId, ...events.map(({ sessionId }) => sessionId)].filter((id) => id !== undefined));
  if (sessions.size > 1) throw wrong("the records are of several sessions, but a trace has one", "");
  events.sort((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
  const config = { enabled: true, logData: events.some(({ data }) => data !== undefined), sink: { type: "custom" } };
  const start = { sessionId: [...sessions][0], startedAt: events[0]?.timestamp, config };
  const end = { summary: around.summary ?? summaryOf(events), events, status: around.status ?? "in_progress", errors: around.errors ?? errorsOf(events) };
  return checked({ ...start, ...around, ...end });
}

/** Returns the sums of a session, as its runtime keeps them. */
function summaryOf(events) {
  const sum = (name) => events.reduce((total, event) => total + (Number.isFinite(event[name]) ? event[name] : 0), 0);
  const eventCounts = {};
  for (const { type } of events) eventCounts[type] = (eventCounts[type] ?? 0) + 1;
  return {
    totalDurationMs: sum("durationMs"), totalInputTokens: sum("inputTokens"), totalOutputTokens: sum("outputTokens"),
    totalCachedInputTokens: sum("cachedInputTokens"), totalBytesIn: sum("requestBytes"), totalBytesOut: sum("responseBytes"), eventCounts,
  };
}

function errorsOf(events) {
  const failed = events.filter(({ status }) => status === "error");
  return failed.map(({ id, type, timestamp, error }) => ({ eventId: id, message: error?.message ?? "Unknown error", ...(error?.stack !== undefined && { stack: error.stack }), type, timestamp }));
}

const SESSION = { sessionId: "string", startedAt: "string", status: "string", events: "array", errors: "array", summary: "object" };
const EVENT = { id: "string", type: "string", timestamp: "string", status: "string" };
const ERROR = { message: "string" };

/** Checks the members that every reader of a session needs. Unknown members and values are kept. */
export function checked(session) {
  shaped(session, SESSION, "");
  session.events.forEach((event, nth) => shaped(event, EVENT, `/events/${nth}`));
  session.errors.forEach((error, nth) => shaped(error, ERROR, `/errors/${nth}`));
  for (const [pointer, time] of [["/startedAt", session.startedAt], ...session.events.map(({ timestamp }, nth) => [`/events/${nth}/timestamp`, timestamp])])
    if (Number.isNaN(Date.parse(time))) throw wrong("expected a time in ISO 8601", pointer);
  return session;
}

function shaped(value, shape, pointer) {
  if (kindOf(value) !== "object") throw wrong("expected an object", pointer);
  for (const [name, kind] of Object.entries(shape)) if (kindOf(value[name]) !== kind) throw wrong(`expected ${kind === "string" ? "a" : "an"} ${kind}`, `${pointer}/${name}`);
}

const kindOf = (value) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

function wrong(message, pointer) {
  return new InputError(message, { code: "E_INPUT", pointer });
}
