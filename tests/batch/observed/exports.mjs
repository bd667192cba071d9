// An exchange in the export formats of observability tools. An exchange here is `{id, host, provider, model, time, request, response}`, the bodies as
// texts.

const json = JSON.stringify;

/** Returns attributes in the form of OTLP: a list of typed values. */
const list = (attributes) => Object.entries(attributes).map(([key, value]) => ({ key, value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value } }));

/** Returns attributes as nested objects, as Phoenix stores them. */
function nested(attributes) {
  const all = {};
  for (const [name, value] of Object.entries(attributes)) {
    const path = name.split(".");
    const last = path.pop();
    path.reduce((at, word) => (at[word] ??= {}), all)[last] = value;
  }
  return all;
}

const openInference = ({ provider, model, request, response }) => ({
  "openinference.span.kind": "LLM",
  "llm.model_name": model,
  "llm.provider": provider,
  "input.value": request,
  "input.mime_type": "application/json",
  "output.value": response,
  "llm.input_messages.0.message.role": "user",
});

const nanos = (time) => `${Date.parse(time)}000000`;
const export_ = (...spans) => json({ resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: "tracer" }, spans }] }] });

/** Exports that contain the whole request, by name. */
export const WHOLE = {
  "OpenInference in OTLP": (one) => export_({ traceId: "t", spanId: one.id, startTimeUnixNano: nanos(one.time), attributes: list(openInference(one)) }),
  "OpenInference, a span a line": (one) => json({ name: "call", context: { trace_id: "t", span_id: one.id }, start_time: one.time, attributes: openInference(one) }),
  "OpenInference as Phoenix stores it": (one) => json({ name: "call", context: { trace_id: "t", span_id: one.id }, start_time: one.time, attributes: nested(openInference(one)) }),
  "a run of LangSmith": (one) =>
    `{"id":${json(one.id)},"run_type":"llm","start_time":${json(one.time)},"inputs":${one.request},"outputs":${one.response},"extra":{"metadata":{"ls_provider":${json(one.provider)},"ls_model_name":${json(one.model)}}}}`,
  "a run of LangSmith with texts": (one) => json({ id: one.id, run_type: "llm", start_time: one.time, inputs: one.request, outputs: one.response, extra: json({ metadata: { ls_provider: one.provider, ls_model_name: one.model } }) }),
  "an observation of Langfuse": (one) =>
    `{"id":${json(one.id)},"type":"GENERATION","trace_id":"t","start_time":${json(one.time)},"provided_model_name":${json(one.model)},"model_parameters":{},"input":${one.request},"output":${one.response}}`,
  "an observation of Langfuse with texts": (one) => json({ id: one.id, type: "GENERATION", traceId: "t", startTime: one.time, providedModelName: one.model, usageDetails: {}, input: one.request, output: one.response }),
};

/** Exports without a request, and the expected messages. */
export const EMPTY = {
  "the words of messages alone": [
    export_({ spanId: "a", attributes: list({ "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-5.4", "gen_ai.input.messages": '[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]' }) }),
    /gen_ai\.input\.messages has the words/,
  ],
  "no content at all": [export_({ spanId: "b", attributes: list({ "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-5.4", "server.address": "api.openai.com" }) }), /no content/],
  "an input that is not a body": [json({ span_id: "c", attributes: { "openinference.span.kind": "LLM", "input.value": "Hi", "llm.input_messages.0.message.content": "Hi" } }), /input\.value is not its body/],
  "LangChain's messages": [json({ id: "d", run_type: "llm", inputs: { messages: [[{ lc: 1, type: "constructor", id: ["langchain_core", "messages", "HumanMessage"], kwargs: { content: "Hi" } }]] } }), /LangChain's messages/],
  "an observation without input": [json({ id: "e", type: "GENERATION", trace_id: "t", model_parameters: {}, input: null }), /has no input/],
};

/** Lines of such exports that are not calls of a model. */
export const OTHERS = [
  export_({ spanId: "f", attributes: list({ "http.request.method": "GET" }) }, { spanId: "g", attributes: list({ "openinference.span.kind": "TOOL" }) }),
  json({ id: "h", type: "SPAN", trace_id: "t", model_parameters: null, input: {} }),
  json({ id: "i", run_type: "chain", inputs: {} }),
];
