// Traces of @cognipeer/agent-sdk: read completely, written back, and as OTLP beside the SDK's own.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as sdk from "@cognipeer/agent-sdk";
import { z } from "zod";
import { readTranscript } from "rethought";
import { readTrace, traceToOtlp, writeTrace } from "rethought/agent-state";
import { randomOf } from "./random.mjs";

const AT = "2026-11-16T06:00:00.000Z";
const bytes = (text) => new TextEncoder().encode(text);

/** Runs the SDK with one tool that fails, traced to a sink. */
async function traced(tracing) {
  let step = 0;
  const call = { id: "c1", type: "function", function: { name: "look", arguments: '{"q":"secret question"}' } };
  const model = { modelName: "gpt-x", async invoke() { return (step += 1) === 1 ? { role: "assistant", content: "", tool_calls: [call] } : { role: "assistant", content: "secret answer" }; } };
  const look = sdk.createTool({ name: "look", description: "d", schema: z.object({ q: z.string() }), func: async () => { throw new Error("secret failure"); } });
  const agent = sdk.createAgent({ name: "A", version: "2", model, tools: [look], tracing: { enabled: true, ...tracing } });
  await agent.invoke({ messages: [{ role: "user", content: "secret question" }] });
}

/** Runs without the SDK's console output. */
async function quietly(run) {
  const { warn, error } = console;
  [console.warn, console.error] = [() => {}, () => {}];
  try {
    return await run();
  } finally {
    [console.warn, console.error] = [warn, error];
  }
}

test("a file of the SDK is read as text, bytes and object, and written as the same text", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rethought-trace-"));
  try {
    await traced({ sink: { type: "file", path: folder }, threadId: "thread 7" });
    const [name] = readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith("trace.session.json"));
    const text = readFileSync(join(folder, name), "utf8");
    const session = readTrace(text);
    assert.equal(session.threadId, "thread 7");
    assert.ok(session.errors.some(({ message }) => message === "secret failure"));
    assert.equal(writeTrace(session), text);
    assert.deepStrictEqual([readTrace(bytes(text)), readTrace(JSON.parse(text))], [session, session]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a session whose sink fails is partial, and its thread and its errors are there, also in a transcript", async () => {
  const real = globalThis.fetch;
  const sent = [];
  globalThis.fetch = async (url, { body }) => {
    sent.push({ url: String(url), body });
    return String(url).endsWith("/events") ? new Response("no", { status: 400 }) : new Response("{}");
  };
  try {
    await quietly(() => traced({ mode: "streaming", threadId: "thread 7", sink: { type: "http", url: "https://sink.example/traces" } }));
  } finally {
    globalThis.fetch = real;
  }
  const lines = sent.map(({ body }) => body).join("\n");
  const session = readTrace(lines);
  assert.equal(session.threadId, "thread 7");
  assert.equal(session.events.length, sent.filter(({ url }) => url.endsWith("/events")).length);
  assert.ok(session.events.length > 3 && session.errors.some(({ message }) => message === "secret failure"));
  const partial = writeTrace({ ...session, status: "partial", errors: [{ eventId: "sink", message: "HTTP 400", type: "sink", timestamp: AT }] });
  for (const [source, status, thread] of [[partial, "partial", "thread 7"], [lines, session.status, "thread 7"]]) {
    const records = [];
    for await (const record of readTranscript([source])) records.push(record);
    const { errors, ...outcome } = records.at(-1);
    assert.deepStrictEqual(outcome, { type: "session", session: session.sessionId, thread, status });
    assert.ok(errors.length >= 1 && errors.every(({ message }) => typeof message === "string"));
  }
});

test("the records of a custom sink make the session that the SDK made", async () => {
  const [events, sessions] = [[], []];
  await traced({ sink: { type: "custom", onEvent: (event) => void events.push(event), onSession: (session) => void sessions.push(session) } });
  const [theirs] = sessions;
  const ours = readTrace(events.toReversed());
  assert.deepStrictEqual(ours.events, JSON.parse(JSON.stringify(theirs.events)));
  assert.deepStrictEqual({ ...ours.summary, totalDurationMs: 0 }, { ...theirs.summary, totalDurationMs: 0 });
  assert.deepStrictEqual(ours.errors, JSON.parse(JSON.stringify(theirs.errors)));
  assert.deepStrictEqual([ours.status, ours.sessionId], ["in_progress", theirs.sessionId]);
});

function sessionOf(draw) {
  const id = (length) => Array.from({ length }, () => "0123456789abcdef"[draw.below(16)]).join("");
  const time = (offset) => new Date(Date.parse(AT) + offset).toISOString();
  const sections = () => draw.pick([undefined, { sections: [{ kind: "message", label: "User", role: "user", content: "secret" }, { kind: "message", label: "Assistant", role: "assistant", content: "secret" }] }, { sections: [{ kind: "tool_call", label: "Call", tool: "look", arguments: { q: "secret" } }, { kind: "tool_result", label: "Result", tool: "look", output: "secret" }] }]);
  const maybe = (name, value) => (draw.chance() ? { [name]: value } : {});
  const event = (nth) => ({
    sessionId: "sess_1", id: `evt_${nth}`, type: draw.pick(["ai_call", "tool_call", "agent_iteration", "reflection", "summarization", "other"]), label: `secret label #${nth}`, sequence: nth + 1, timestamp: time(nth * 10),
    status: draw.pick(["success", "success", "error", "skipped", "retry"]), ...maybe("traceId", id(32)), ...maybe("spanId", id(16)), ...maybe("parentSpanId", id(16)), ...maybe("durationMs", draw.pick([0, 7, 1.5])), ...maybe("inputTokens", draw.below(99)),
    ...maybe("outputTokens", draw.below(99)), ...maybe("cachedInputTokens", draw.below(9)), ...maybe("model", "gpt-x"), ...maybe("provider", "openai"), ...maybe("actor", { scope: "agent", name: "A", role: "assistant" }), ...maybe("error", draw.pick([null, { message: "secret failure" }, { message: "secret", stack: "secret stack" }])), ...maybe("data", sections()),
  });
  const events = Array.from({ length: draw.below(6) }, (_, nth) => event(nth));
  const errors = events.filter(({ status }) => status === "error").map(({ id, type }) => ({ eventId: id, message: "secret failure", type, ...maybe("timestamp", time(1)), ...maybe("stack", "secret stack") }));
  return {
    sessionId: "sess_1", ...maybe("traceId", id(32)), ...maybe("rootSpanId", id(16)), ...maybe("threadId", "thread"), startedAt: AT, ...maybe("endedAt", time(99)), ...maybe("durationMs", 99), ...maybe("agent", { name: "A", ...maybe("version", "2"), ...maybe("model", "gpt-x"), ...maybe("provider", "openai") }),
    config: { enabled: true, logData: true, sink: { type: "custom" } }, summary: { totalDurationMs: 1, totalInputTokens: 2, totalOutputTokens: 3, totalCachedInputTokens: 0, totalBytesIn: 4, totalBytesOut: 5, eventCounts: {} },
    events, status: draw.pick(["in_progress", "success", "error", "partial"]), errors,
  };
}

const spansOf = ({ resourceSpans: [{ scopeSpans: [{ spans }] }] }) => spans;
const valueOf = (span, key) => Object.values(span.attributes.find((attribute) => attribute.key === key)?.value ?? {})[0];

test("1,000 generated sessions have the spans, times, states and counts in OTLP that the SDK gives them", () => {
  const draw = randomOf(174);
  let [spans, made] = [0, 0];
  for (let nth = 0; nth < 1000; nth++) {
    const session = sessionOf(draw);
    const ours = traceToOtlp(session);
    const [own, theirs] = [spansOf(ours), spansOf(sdk.traceSessionToOtlp(session))];
    assert.equal(own.length, theirs.length);
    for (const [at, span] of own.entries()) {
      const [event, other] = [session.events[at - 1], theirs[at]];
      // Missing ids are random there, and derived from the session here.
      const known = event ?? { traceId: session.traceId, spanId: session.rootSpanId, parentSpanId: "" };
      for (const name of ["traceId", "spanId", "parentSpanId"]) known[name] === undefined ? (made += 1) : assert.equal(span[name], other[name], name);
      assert.deepStrictEqual([span.startTimeUnixNano, span.status.code], [other.startTimeUnixNano, other.status.code]);
      // The SDK rounds half milliseconds up too.
      assert.equal(span.endTimeUnixNano, other.endTimeUnixNano);
      assert.match(span.traceId + span.spanId, /^[0-9a-f]{48}$/);
      assert.equal(valueOf(span, "gen_ai.usage.input_tokens"), valueOf(other, event ? "cognipeer.tokens.input" : "cognipeer.session.total_input_tokens"));
      assert.equal(valueOf(span, "gen_ai.usage.output_tokens"), valueOf(other, event ? "cognipeer.tokens.output" : "cognipeer.session.total_output_tokens"));
      assert.equal(span.events?.length, other.events?.length);
      if (event) assert.equal(valueOf(span, "cognipeer.event.type"), event.type);
      else assert.equal(valueOf(span, "cognipeer.session.status"), session.status);
      spans += 1;
    }
    assert.deepStrictEqual(traceToOtlp(JSON.stringify(session)), ours);
    // A collector gets no text, unless it was requested.
    assert.ok(!JSON.stringify(ours).includes("secret"));
    if (session.events.some(({ data }) => data)) assert.ok(JSON.stringify(traceToOtlp(session, { content: true })).includes("secret"));
  }
  assert.ok(spans > 3000 && made > 1000, `${spans} spans, ${made} ids made`);
});

test("a span has the names of the conventions, and with content its messages", () => {
  const event = (type, more) => ({ sessionId: "s", id: `e-${type}`, type, label: "l", sequence: 1, timestamp: AT, status: "success", durationMs: 250, ...more });
  const sections = [{ kind: "message", label: "", role: "user", content: "Hi" }, { kind: "message", label: "", role: "assistant", content: "Hello" }];
  const events = [event("ai_call", { model: "gpt-5.4", provider: "openai", inputTokens: 12, outputTokens: 5, cachedInputTokens: 3, data: { sections } }), event("tool_call", { toolExecutionId: "call_1", data: { sections: [{ kind: "tool_call", label: "", tool: "look", arguments: { q: 1 } }] } })];
  const [run, chat, tool] = spansOf(traceToOtlp([{ sessionId: "s", threadId: "t", startedAt: AT, config: {}, agent: { name: "A" } }, ...events], { content: true }));
  assert.deepStrictEqual([run.name, chat.name, tool.name, run.kind, chat.kind, tool.kind], ["invoke_agent A", "chat gpt-5.4", "execute_tool look", 1, 3, 1]);
  assert.deepStrictEqual(["gen_ai.operation.name", "gen_ai.provider.name", "gen_ai.request.model", "gen_ai.usage.cache_read.input_tokens", "gen_ai.conversation.id"].map((key) => valueOf(chat, key)), ["chat", "openai", "gpt-5.4", "3", "t"]);
  assert.deepStrictEqual(JSON.parse(valueOf(chat, "gen_ai.output.messages")), [{ role: "assistant", parts: [{ type: "text", content: "Hello" }] }]);
  assert.deepStrictEqual([valueOf(tool, "gen_ai.tool.name"), valueOf(tool, "gen_ai.tool.call.id"), valueOf(tool, "gen_ai.tool.call.arguments")], ["look", "call_1", '{"q":1}']);
  assert.equal(BigInt(chat.endTimeUnixNano) - BigInt(chat.startTimeUnixNano), 250_000_000n);
});

test("what is not a trace is refused with its place", () => {
  const draw = randomOf(1);
  const session = { ...sessionOf(draw), events: [{ sessionId: "sess_1", id: "e", type: "x", label: "", sequence: 1, timestamp: AT, status: "success" }] };
  const refused = (source, pointer, code = "E_INPUT") => assert.throws(() => readTrace(source), { code, ...(pointer === undefined ? {} : { pointer }) }, JSON.stringify(source));
  for (const name of ["sessionId", "startedAt", "status", "summary", "errors"]) refused({ ...session, [name]: undefined }, `/${name}`);
  refused({ ...session, startedAt: "noon" }, "/startedAt");
  refused({ ...session, events: {} }, "/events");
  refused({ ...session, events: [{ ...session.events[0], timestamp: 7 }] }, "/events/0/timestamp");
  refused([], "/sessionId");
  refused([7], "/0");
  refused([{ a: 1 }], "/0");
  refused([session.events[0], { ...session.events[0], sessionId: "other" }], "");
  refused([session], "/0");
  refused("{", undefined, "E_JSON_TRUNCATED");
  refused('{"sessionId":"s","type":"x"}\n{', "/1", "E_JSON_SYNTAX");
  refused(7, "");
  assert.throws(() => writeTrace({}), { pointer: "/sessionId" });
  assert.throws(() => traceToOtlp(session, { contents: true }), { pointer: "/contents" });
});
