// Events for others: the channel of the program and OpenTelemetry. They contain rules and places, never a text.
import { equal, ok } from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { pkg } from "../../../scripts/paths.mjs";
import { guards } from "../drive.mjs";
import { bodiesOf, MESSAGES, noted } from "../provider.mjs";

const { guardTelemetry } = await import(pathToFileURL(join(pkg, "otel", "index.js")).href);
const { request, next, damaged, response } = bodiesOf();
const post = async (fetch, body = request) => (await fetch(MESSAGES, { method: "POST", body, headers: { "x-api-key": "sk-secret" } })).text();
/** Texts of the exchange that must not be reported. */
const SECRETS = ["Ask", "Oslo", "EqQB", "weather", "4 degrees", "sk-secret"];

/** Returns an api like that of OpenTelemetry, and its recorded calls. */
function telemetry() {
  const told = { attributes: {}, events: [], counts: [] };
  const span = { setAttribute: (name, value) => (told.attributes[name] = value), addEvent: (name, attributes) => told.events.push([name, attributes]) };
  const counter = (name) => ({ add: (value, attributes) => told.counts.push([name, value, attributes]) });
  return { told, api: { trace: { getActiveSpan: () => span }, metrics: { getMeter: () => ({ createCounter: counter }) } } };
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
    await post(refusing, next.replace(',"signature":"EqQBCg=="', ""));
    const blocking = guards.guard(async () => new Response(response), { mode: "block" });
    await post(blocking, next.replace(',"signature":"EqQBCg=="', ""));
    const failing = guards.guard(async () => new Response("<html>"));
    await post(failing);
    await failing.settled();
  } finally {
    unsubscribe("rethought:guard", listen);
  }
  equal(messages.map(({ kind }) => kind).join(), "report,recorded,report,repaired,recorded,report,refused,report,blocked,report,error", "kinds");
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
  equal(JSON.stringify(told.counts), '[["rethought.findings",1,{"rethought.rule":"altered-thought-text","rethought.severity":"degrade","rethought.wire":"anthropic-messages"}]]', "counts");
  const blocking = guards.guard(async () => new Response(response), { ...guardTelemetry(api), mode: "block" });
  await post(blocking, next.replace(',"signature":"EqQBCg=="', ""));
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
