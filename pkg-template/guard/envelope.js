// A refusal in the words and the form of the vendor, so that its client throws its own error, and does not try again.

const BODIES = {
  "anthropic-messages": (message) => ({ type: "error", error: { type: "invalid_request_error", message } }),
  "bedrock-converse": (message) => ({ message }),
  "gemini-generate": (message) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }),
  "gemini-interactions": (message) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }),
  "openrouter-chat": (message) => ({ error: { message, code: 400 } }),
  "mistral-chat": (message) => ({ object: "error", message, type: "invalid_request_error", param: null, code: null }),
  "cohere-chat": (message) => ({ message }),
  "ollama-chat": (message) => ({ error: message }),
};
const openai = (message) => ({ error: { message, type: "invalid_request_error", param: null, code: null } });

/** The answer to a request that is certain to be refused: status 400, the provider's sentence, and who says so. */
export function refusalOf(report, url) {
  const grave = report.findings.filter(({ severity }) => severity === "reject");
  const { rule, pointer, message, upstream } = grave.find(({ evidence }) => ["observed", "documented"].includes(evidence)) ?? grave[0];
  const words = `${upstream ?? message} (not sent: rethought found ${rule} at ${pointer || "the root"})`;
  const wire = /\/invoke(-with-response-stream)?$/.test(url.pathname) ? "bedrock-converse" : report.wire;
  const body = (BODIES[wire] ?? openai)(words);
  // Without `alt=sse` a stream of Gemini is a list, and so is its error.
  const isList = /:streamGenerateContent$/i.test(url.pathname) && url.searchParams.get("alt") !== "sse";
  const headers = { "content-type": "application/json", "x-should-retry": "false", "x-rethought": "blocked" };
  if (wire === "bedrock-converse") headers["x-amzn-errortype"] = "ValidationException";
  return Object.defineProperty(new Response(JSON.stringify(isList ? [body] : body), { status: 400, headers }), "url", { value: url.href, configurable: true });
}
