// The names by which the members of a line go. Those of other loggers are the ones of the transcript reader (src/sessions/pairs.rs), in its order.

/** The members of one word. */
export const WORDS = {
  url: ["url", "endpoint", "request_path", "api_base"],
  model: ["model", "request_model"],
  time: ["time", "timestamp", "logged_at", "created_at", "request_created_at", "startTime"],
  session: ["session", "session_id", "sessionId", "conversation", "trace_id"],
  status: ["status", "status_code", "statusCode", "response_status"],
};

/** A line with one of these is of another logger: bodies, addresses and times may stand in any of its corners, and the transcript reader knows which. */
export const FOREIGN = [
  "req", "requestBody", "request_body", "proxy_server_request", "params", "res", "responseBody", "response_body", "result", "sse", "ndjson", "events",
  "eventstream_base64", "stream_base64", "meta", "opening", "added", "reply", "branchOf", "unrecorded",
];

/** A request or a response with one of these is no body but an object of HTTP, with the body somewhere in it. */
export const HTTP = new Set([
  "body_raw", "body_base64", "base64Body", "body", "parsed_body", "json_body", "jsonBody", "chunks", "streamed_data", "bodyPatterns", "headers", "method", "uri", "url",
  "status_code", "statusCode", "sse",
]);

/** All names that a line is searched for. */
export const NAMES = new Set(["id", "custom_id", "request", "response", "stream", "next", "target", "wire", "host", ...Object.values(WORDS).flat(), ...FOREIGN]);
