// A loop of each client under one tracer: `node trace.mjs <tracer>`. The vendors' answers are fixed; the requests and the tracer's exports are
// printed, a line of JSON each.
import { trace } from "@opentelemetry/api";
import Anthropic from "@anthropic-ai/sdk";
import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import OpenAI from "openai";

const SIGNATURE = "EqQBCkYIAxgCKkDc".repeat(12);
const THOUGHT = [{ type: "thinking", thinking: "I look first.", signature: SIGNATURE }];
const CALL = { type: "tool_use", id: "toolu_01A09q90qw90lq917835lq9", name: "look", input: { city: "Oslo" } };
const REQUESTS = {
  anthropic: {
    model: "claude-opus-4-5", max_tokens: 4000, thinking: { type: "enabled", budget_tokens: 2000 }, system: "Be brief.", tools: [{ name: "look", input_schema: { type: "object" } }],
    messages: [{ role: "user", content: "How warm?" }, { role: "assistant", content: [...THOUGHT, CALL] }, { role: "user", content: [{ type: "tool_result", tool_use_id: CALL.id, content: "21" }] }],
  },
  chat: { model: "deepseek-reasoner", messages: [{ role: "user", content: "Hi" }, { role: "assistant", content: "Yo" }, { role: "user", content: "So?" }] },
  responses: {
    model: "gpt-5.4", store: false, include: ["reasoning.encrypted_content"],
    input: [{ role: "user", content: "Hi" }, { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "gAAAAABo" }, { type: "message", role: "assistant", content: [{ type: "output_text", text: "Yo" }] }, { role: "user", content: "So?" }],
  },
};
const ANSWERS = {
  anthropic: { id: "msg_01", type: "message", role: "assistant", model: "claude-opus-4-5", content: [...THOUGHT, { type: "text", text: "21." }], stop_reason: "end_turn", stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
  chat: { id: "chatcmpl-1", object: "chat.completion", created: 1, model: "deepseek-reasoner", choices: [{ index: 0, message: { role: "assistant", content: "Hi", reasoning_content: "Hm." }, finish_reason: "stop" }], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
  responses: {
    id: "resp_1", object: "response", created_at: 1, status: "completed", model: "gpt-5.4",
    output: [{ id: "rs_2", type: "reasoning", summary: [], encrypted_content: "gAAAAABp" }, { id: "msg_2", type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Hi", annotations: [] }] }],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2, input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
  },
};

const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Returns a fetch that prints the request and returns the answer. */
const fetchOf = (kind) => async (_, { body }) => {
  print({ kind: "sent", client: kind, body: String(body) });
  return new Response(JSON.stringify(ANSWERS[kind]), { headers: { "content-type": "application/json" } });
};

async function callAll({ openai = (client) => client, anthropic = (client) => client } = {}) {
  await anthropic(new Anthropic({ apiKey: "k", fetch: fetchOf("anthropic") })).messages.create(REQUESTS.anthropic);
  await openai(new OpenAI({ apiKey: "k", baseURL: "https://api.deepseek.com", fetch: fetchOf("chat") })).chat.completions.create(REQUESTS.chat);
  await openai(new OpenAI({ apiKey: "k", fetch: fetchOf("responses") })).responses.create(REQUESTS.responses);
}

/** Makes calls while spans are kept in memory, and prints them as one export of OTLP. */
async function traced(begin) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  await callAll(await begin(provider));
  await provider.forceFlush();
  print({ kind: "exported", line: new TextDecoder().decode(JsonTraceSerializer.serializeRequest(exporter.getFinishedSpans())) });
}

/** Makes calls while a client of LangSmith posts its runs here, and prints each run with its end. */
async function runs() {
  const [{ Client }, { wrapOpenAI }, { wrapAnthropic }] = await Promise.all([import("langsmith"), import("langsmith/wrappers/openai"), import("langsmith/wrappers/anthropic")]);
  const posted = new Map();
  const fetchImplementation = async (_, { body } = {}) => {
    const run = body ? JSON.parse(Buffer.from(body).toString()) : {};
    posted.set(run.trace_id, { ...posted.get(run.trace_id), ...run });
    return new Response("{}", { headers: { "content-type": "application/json" } });
  };
  const client = new Client({ apiKey: "k", autoBatchTracing: false, fetchImplementation });
  await callAll({ openai: (one) => wrapOpenAI(one, { client, tracingEnabled: true }), anthropic: (one) => wrapAnthropic(one, { client, tracingEnabled: true }) });
  const ended = () => [...posted.values()].filter(({ outputs }) => outputs);
  while (ended().length < Object.keys(REQUESTS).length) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const run of ended()) print({ kind: "exported", line: JSON.stringify(run) });
}

const TRACERS = {
  openinference: () => traced(async (tracerProvider) => {
    const [one, other] = await Promise.all([import("@arizeai/openinference-instrumentation-openai"), import("@arizeai/openinference-instrumentation-anthropic")]);
    new one.OpenAIInstrumentation({ tracerProvider }).manuallyInstrument(OpenAI);
    new other.AnthropicInstrumentation({ tracerProvider }).manuallyInstrument(Anthropic);
  }),
  traceloop: () => traced(async (provider) => {
    const instrumentation = new (await import("@traceloop/instrumentation-openai")).OpenAIInstrumentation();
    instrumentation.setTracerProvider(provider);
    instrumentation.manuallyInstrument(OpenAI);
  }),
  langfuse: () => traced(async () => ({ openai: (await import("@langfuse/openai")).observeOpenAI })),
  langsmith: runs,
};

await TRACERS[process.argv[2]]();
process.exit();
