// Events for others: the channel of the program and OpenTelemetry. They contain rules and places, never a text.
import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { pkg } from "../../../scripts/paths.mjs";
import { front, guards } from "../drive.mjs";
import { bodiesOf, MESSAGES, noted } from "../provider.mjs";

const { guardTelemetry } = await import(pathToFileURL(join(pkg, "otel", "index.js")).href);
const { request, next, damaged, response } = bodiesOf();
const post = async (fetch, body = request) => (await fetch(MESSAGES, { method: "POST", body, headers: { "x-api-key": "sk-secret" } })).text();
/** Texts of the exchange that must not be reported. */
const [, signature] = /"signature":"([^"]{8})/.exec(next);
const SECRETS = ["Ask", "Oslo", signature, "weather", "4 degrees", "sk-secret"];

/** Returns an api like that of OpenTelemetry, and its recorded calls. */
function telemetry() {
  const told = { attributes: {}, events: [], counts: [] };
  const span = { setAttribute: (name, value) => (told.attributes[name] = value), addEvent: (name, attributes) => told.events.push([name, attributes]) };
  const counter = (name) => ({ add: (value, attributes) => told.counts.push([name, value, attributes]) });
  return { told, api: { trace: { getActiveSpan: () => span }, metrics: { getMeter: () => ({ createCounter: counter }) } } };
}

/** Returns an api with every kind of instrument and with spans, and what it was told. */
function wholeTelemetry() {
  const told = { values: [], spans: [] };
  const noted = (kind) => (name, options) => {
    ok(options.description && options.unit, name);
    const note = (value, attributes) => told.values.push({ kind, name, value, attributes });
    return { add: note, record: note };
  };
  const startSpan = (name, { kind, attributes }) => {
    const span = { name, kind, attributes: { ...attributes }, events: [], ends: 0, code: undefined };
    told.spans.push(span);
    const open = () => equal(span.ends, 0, "an ended span is changed");
    return {
      setAttribute: (key, value) => (open(), (span.attributes[key] = value)),
      addEvent: (event) => (open(), span.events.push(event)),
      updateName: (other) => (span.name = other),
      setStatus: ({ code }) => (span.code = code),
      end: () => span.ends++,
    };
  };
  const meter = { createCounter: noted("counter"), createHistogram: noted("histogram"), createUpDownCounter: noted("level") };
  const sumOf = (name, fits = () => true) => told.values.filter((one) => one.name === name && fits(one.attributes)).reduce((sum, { value }) => sum + value, 0);
  return { told, sumOf, api: { trace: { getActiveSpan: () => undefined, getTracer: () => ({ startSpan }) }, metrics: { getMeter: () => meter } } };
}

test("the channel of the program has each step, and no text", async () => {
  const messages = [];
  const listen = (message) => messages.push(message);
  subscribe("rethought:guard", listen);
  try {
    const guarded = guards.guard(async () => new Response(response), { mode: "repair" });
    await post(guarded);
    await guarded.settled();
    await post(guarded, damaged);
    await guarded.settled();
    const refusing = guards.guard(async () => new Response('{"error":{"message":"messages.1.content.0.thinking.signature: Field required"}}', { status: 400 }), { retry: true });
    await post(refusing, next.replace(/,"signature":"[^"]+"/, ""));
    const blocking = guards.guard(async () => new Response(response), { mode: "block" });
    await post(blocking, next.replace(/,"signature":"[^"]+"/, ""));
    const failing = guards.guard(async () => new Response("<html>"));
    await post(failing);
    await failing.settled();
  } finally {
    unsubscribe("rethought:guard", listen);
  }
  equal(messages.map(({ kind }) => kind).join(), "report,recorded,report,repaired,recorded,report,refused,repaired,report,blocked,report,error", "kinds");
  const [, , found] = messages;
  equal(`${found.wire} ${found.verdict} ${found.rules} ${found.pointers}`, "anthropic-messages degraded altered-thought-text /messages/1/content/0", "a report");
  ok(typeof found.ms === "number", "how long it took");
  for (const secret of SECRETS) ok(!JSON.stringify(messages).includes(secret), `${secret} was told`);
});

test("nothing is published if nobody listens, and a listener that throws breaks no call", async () => {
  const { hooks } = noted();
  const guarded = guards.guard(async () => new Response(response), hooks);
  equal(await post(guarded), response, "answer");
  const seen = [];
  const late = (error) => seen.push(error.message);
  const listen = () => { throw new Error("listener"); };
  subscribe("rethought:guard", listen);
  // The listener of node:test would fail this test for the exception that it provokes.
  const others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException").on("uncaughtException", late);
  equal(await post(guarded), response, "answer");
  await guarded.settled();
  await new Promise(setImmediate);
  unsubscribe("rethought:guard", listen);
  process.off("uncaughtException", late);
  for (const other of others) process.on("uncaughtException", other);
  equal(seen[0], "listener", "Node reports it");
});

test("OpenTelemetry gets attributes, events and counts, and no text", async () => {
  const { told, api } = telemetry();
  const guarded = guards.guard(async () => new Response(response), { ...guardTelemetry(api), mode: "repair", conversation: "user-7" });
  await post(guarded);
  await guarded.settled();
  await post(guarded, damaged);
  await guarded.settled();
  equal(JSON.stringify(told.attributes), '{"rethought.verdict":"degraded","gen_ai.conversation.id":"user-7","gen_ai.response.id":"msg_1","rethought.repairs":1}', "attributes");
  equal(JSON.stringify(told.events), '[["rethought.finding",{"rethought.rule":"altered-thought-text","rethought.severity":"degrade","rethought.pointer":"/messages/1/content/0"}]]', "events");
  equal(JSON.stringify(told.counts.filter(([name]) => name === "rethought.findings")), '[["rethought.findings",1,{"rethought.rule":"altered-thought-text","rethought.severity":"degrade","rethought.wire":"anthropic-messages"}]]', "counts");
  const blocking = guards.guard(async () => new Response(response), { ...guardTelemetry(api), mode: "block" });
  await post(blocking, next.replace(/,"signature":"[^"]+"/, ""));
  equal(JSON.stringify(told.events.at(-1)), '["rethought.refusal",{"rethought.rule":"thinking-without-signature","rethought.predicted":true,"rethought.blocked":true,"http.response.status_code":400}]', "a refusal");
  for (const secret of SECRETS) ok(!JSON.stringify(told).includes(secret), `${secret} was told`);
  const bare = { trace: { getActiveSpan: () => undefined } };
  equal(await post(guards.guard(async () => new Response(response), guardTelemetry(bare))), response, "without a span");
  for (const wrong of [undefined, {}, { trace: {} }]) {
    let code;
    try { guardTelemetry(wrong); } catch (error) { code = error.code; }
    equal(code, "E_INPUT", "api");
  }
});

test("spans and metrics follow the GenAI conventions: predictions, repairs, refusals, the store and its queue", async () => {
  const { told, sumOf, api } = wholeTelemetry();
  const refusal = '{"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0.thinking.signature: Field required"}}';
  const answers = [];
  const provider = async () => answers.shift() ?? new Response(response);
  const guarded = guards.guard(provider, { ...guardTelemetry(api, { spans: true }), mode: "repair", store: front.memoryStore() });
  await post(guarded);
  await guarded.settled();
  await post(guarded, damaged);
  await guarded.settled();
  // A refusal that was not foreseen, and a provider that cannot be reached.
  answers.push(new Response(refusal, { status: 400 }));
  await post(guarded);
  await guarded.settled();
  answers.push(Promise.reject(Object.assign(new Error("down"), { code: "ECONNREFUSED" })));
  await post(guarded).catch(() => {});
  await guarded.settled();
  equal(told.spans.map(({ name, kind, ends, code }) => [name, kind, ends, code].join()).join(" "), "chat claude-sonnet-4-5,2,1, chat claude-sonnet-4-5,2,1, chat claude-sonnet-4-5,2,1,2 chat claude-sonnet-4-5,2,1,2");
  deepEqual(told.spans[1].attributes, { "gen_ai.operation.name": "chat", "gen_ai.provider.name": "anthropic", "server.address": "api.anthropic.com", "server.port": 443, "rethought.verdict": "degraded", "rethought.repairs": 1, "gen_ai.request.model": "claude-sonnet-4-5", "gen_ai.response.id": "msg_1", "http.response.status_code": 200 });
  equal([told.spans[2].attributes["error.type"], told.spans[3].attributes["error.type"]].join(), "400,ECONNREFUSED");
  const isCorrect = (wanted) => (attributes) => attributes["rethought.correct"] === wanted;
  deepEqual([sumOf("rethought.audits"), sumOf("rethought.repairs"), sumOf("rethought.refusals"), sumOf("rethought.recorded")], [4, 1, 1, 2]);
  deepEqual([sumOf("rethought.predictions", isCorrect(true)), sumOf("rethought.predictions", isCorrect(false))], [2, 1]);
  equal(told.values.filter(({ name }) => name === "gen_ai.client.operation.duration").length, 4);
  equal(told.values.filter(({ name }) => name === "rethought.held.duration").length, 4);
  ok(sumOf("rethought.store.duration") > 0, "the store");
  for (const secret of SECRETS) ok(!JSON.stringify(told).includes(secret), `${secret} was told`);
  throws(() => guardTelemetry({ trace: { getActiveSpan() {} } }, { spans: true }), { code: "E_INPUT" });
});

test("a store that fails is measured, and so is the queue that grows", async () => {
  const { told, sumOf, api } = wholeTelemetry();
  const store = { getMany: async () => { throw Object.assign(new Error("down"), { code: "ECONNREFUSED" }); }, setMany: async () => {} };
  const guarded = guards.guard(async () => new Response(response), { ...guardTelemetry(api), store });
  await post(guarded);
  await guarded.settled();
  ok(sumOf("rethought.store.errors", (attributes) => attributes["error.type"] === "ECONNREFUSED") >= 2, "errors");
  equal(sumOf("rethought.queue.answers"), 1, "the answer waits");
  ok(told.values.some(({ name, attributes }) => name === "rethought.errors" && attributes["error.type"] === "ECONNREFUSED"), "failures of the guard");
});

test("a dry run reports what a repair would change, and sends the original", async () => {
  const sent = [];
  const repaired = [];
  const guarded = guards.guard(async (_, { body }) => (sent.push(body), new Response(response)), { mode: "dry-run", onRepaired: (event) => repaired.push(event) });
  await post(guarded);
  await guarded.settled();
  await post(guarded, damaged);
  equal(sent[1], damaged);
  deepEqual(repaired.map(({ isDryRun, repaired: made, sent: own }) => [isDryRun, made, own]), [[true, next, damaged]]);
});

test("mode, allow and sample are chosen for each call", async () => {
  const sent = [];
  const seen = [];
  const provider = async (_, { body }) => (sent.push(body), new Response(response));
  const mode = (call) => (seen.push([call.url.host, call.headers.get("x-tenant"), call.conversation, call.account]), call.account === "paying" ? "repair" : "observe");
  const reports = [];
  const guarded = guards.guard(provider, { mode, allow: () => ["safe"], sample: ({ headers }) => headers.get("x-tenant") !== "none", account: (_, headers) => headers.get("x-tenant") ?? undefined, conversation: "c", onReport: ({ report }) => reports.push(report.verdict) });
  const call = async (tenant, body) => (await guarded(MESSAGES, { method: "POST", body, headers: { "x-tenant": tenant } })).text();
  for (const tenant of ["paying", "free"]) {
    await call(tenant, request);
    await guarded.settled();
    await call(tenant, damaged);
    await guarded.settled();
  }
  deepEqual(sent, [request, next, request, damaged]);
  deepEqual(seen[0], ["api.anthropic.com", "paying", "c", "paying"]);
  const told = reports.length;
  equal(await call("none", request), response);
  await guarded.settled();
  equal(reports.length, told, "a call outside of the sample is not audited");
  const errors = [];
  for (const wrong of [{ mode: () => "mend" }, { sample: () => 2 }, { allow: () => ["all"] }, { mode: () => { throw new Error("own"); } }]) equal(await post(guards.guard(provider, { ...wrong, onError: (error) => errors.push(error.message) })), response);
  equal(errors.join(" | ").replace(/(?<=allow must list ).*(?= \(got all)/, "…"), "mode must be observe, dry-run, repair or block (got mend) | sample must be a number from 0 to 1 (got 2) | allow must list … (got all) | own");
});

test("a share samples whole conversations with names, about as many as it says", async () => {
  const reports = new Map();
  let name;
  const guarded = guards.guard(async () => new Response(response), { sample: 0.3, conversation: () => name, onReport: ({ conversation }) => reports.set(conversation, (reports.get(conversation) ?? 0) + 1) });
  for (let round = 0; round < 2; round++) for (let nth = 0; nth < 200; nth++) {
    name = `user-${nth}`;
    await post(guarded);
  }
  await guarded.settled();
  ok(reports.size > 30 && reports.size < 90, `${reports.size} of 200`);
  ok([...reports.values()].every((count) => count === 2), "a conversation is guarded in part");
});

test("no key and no query of an address reaches a hook or the store", async () => {
  const { told, hooks } = noted();
  const kept = [];
  const store = { getMany: async (keys) => keys.map((key) => kept.find(([own]) => own === key)?.[1]), setMany: async (entries) => kept.push(...entries) };
  const guarded = guards.guard(async () => new Response('{"candidates":[{"content":{"role":"model","parts":[{"text":"hi","thoughtSignature":"EqQB"}]}}],"modelVersion":"gemini-3-pro"}'), { ...hooks, store });
  await (await guarded("https://user:pass@generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:generateContent?key=sk-secret", { method: "POST", body: '{"contents":[{"role":"user","parts":[{"text":"hi"}]}]}', headers: { "x-goog-api-key": "sk-secret", authorization: "Bearer sk-secret", cookie: "sk-secret" } })).text();
  await guarded.settled();
  equal(`${told.report.length} ${told.recorded.length}`, "1 1", "told");
  ok(!/sk-secret|user:pass/.test(JSON.stringify([told, kept])), "a key was kept");
});
