// Blocking: a request that is certain to be refused is answered in the vendor's own form, once, and never sent.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { converse, KINDS } from "../../simulator/converse.mjs";
import { damaged, damagesOf } from "../../simulator/damage.mjs";
import { front, guards, openGuard } from "../drive.mjs";
import { openLoopback } from "../loopback.mjs";
import { bodiesOf, MESSAGES, noted } from "../provider.mjs";

/** The form of an error by wire: the place of its message, and its other members. */
const FORMS = {
  "anthropic-messages": ({ type, error }) => type === "error" && error.type === "invalid_request_error" && error.message,
  "bedrock-converse": ({ message }, headers) => headers.get("x-amzn-errortype") === "ValidationException" && message,
  "openai-responses": ({ error }) => error.type === "invalid_request_error" && error.param === null && error.message,
  "openai-chat": ({ error }) => error.type === "invalid_request_error" && error.param === null && error.message,
  "gemini-generate": ({ error }) => error.status === "INVALID_ARGUMENT" && error.code === 400 && error.message,
  "openrouter-chat": ({ error }) => error.code === 400 && error.message,
  "mistral-chat": ({ object, message }) => object === "error" && message,
  "cohere-chat": ({ message }) => message,
  "ollama-chat": ({ error }) => typeof error === "string" && error,
};

/** Returns a damaged conversation of a kind whose last request is certain to be refused. */
function certainOne(kind) {
  const ledger = new front.Ledger();
  for (const name of ["drop the results of a turn", ...Object.keys(damagesOf(kind))].filter((one) => damagesOf(kind)[one]))
    for (let seed = 0; seed < 6; seed++) {
      const one = damaged(kind, seed, name);
      if (!one?.steps.at(-1).refusal) continue;
      const { target: { surface, path, ...target }, requestText, headers } = one.steps.at(-1);
      if (ledger.audit(requestText, { ...target, host: target.host?.replace(/\.local$/, ""), headers }).verdict === "rejected") return one;
    }
  return undefined;
}

test("a request that is certain to be refused is answered in its vendor's form, and not sent", async (t) => {
  const loopback = await openLoopback();
  const wires = new Set();
  try {
    for (const kind of KINDS) {
      const wire = converse(kind, 0).talk.target.wire;
      const one = wires.has(wire) ? undefined : certainOne(kind);
      if (!one) continue;
      const { send } = openGuard(loopback, { mode: "block" });
      for (const step of [...one.others, ...one.steps.slice(0, -1)]) equal((await send(step)).received.length, 1, `${kind}: sent`);
      const { response, bytes, received, refused, report } = await send(one.steps.at(-1));
      equal(received.length, 0, `${kind}: sent`);
      equal(response.status, 400, `${kind}: status`);
      equal(response.headers.get("x-should-retry"), "false", `${kind}: retry`);
      const body = JSON.parse(bytes);
      const words = FORMS[wire](Array.isArray(body) ? body[0] : body, response.headers);
      const found = report[0].report.findings.filter(({ severity }) => severity === "reject");
      ok(words && found.some(({ rule, upstream, message }) => words.startsWith(upstream ?? message) && words.includes(rule)), `${kind}: ${bytes}`);
      // The message still identifies the error.
      ok(front.classify(bytes, wire) === undefined || found.some(({ rule }) => [front.classify(bytes, wire).rule, ...front.classify(bytes, wire).others].includes(rule)), `${kind}: ${JSON.stringify(front.classify(bytes, wire))}`);
      equal(`${refused.length} ${refused[0].blocked} ${refused[0].predicted}`, "1 true true", `${kind}: told`);
      wires.add(wire);
    }
  } finally {
    await loopback.close();
  }
  ok(wires.size >= 6, `only ${[...wires]}`);
  t.diagnostic([...wires].join(", "));
});

test("what is only likely, or would only lose something, is sent", async () => {
  const { damaged: lossy, request, response } = bodiesOf();
  let sent = 0;
  const { told, hooks } = noted();
  const guarded = guards.guard(async () => (sent++, new Response(response)), { mode: "block", ...hooks });
  await (await guarded(MESSAGES, { method: "POST", body: request })).text();
  await guarded.settled();
  await guarded(MESSAGES, { method: "POST", body: lossy });
  equal(told.report[1].report.verdict, "degraded", "verdict");
  equal(sent, 2, "sent");
});

test("every wire has its form, those that no rule is certain of too", async () => {
  const found = { rule: "some-rule", severity: "reject", evidence: "documented", message: "It is refused.", pointer: "/messages/1" };
  const likely = { ...found, evidence: "reported", message: "It may be." };
  for (const [wire, url, form = FORMS[wire]] of [
    ["cohere-chat", "https://api.cohere.com/v2/chat"],
    ["ollama-chat", "http://localhost:11434/api/chat"],
    ["gemini-interactions", "https://generativelanguage.googleapis.com/v1beta/interactions", FORMS["gemini-generate"]],
    ["gemini-generate", "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse"],
    ["gemini-generate", "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:streamGenerateContent", ([first], headers) => FORMS["gemini-generate"](first, headers)],
    ["anthropic-messages", "https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-opus-4-8/invoke", FORMS["bedrock-converse"]],
  ]) {
    const ledger = { audit: () => ({ wire, verdict: "rejected", findings: [likely, found], checks: {} }), repair() {}, record() {} };
    const guarded = guards.guard(() => { throw new Error("it was sent"); }, { mode: "block", ledger, target: () => wire });
    const answer = await guarded(url, { method: "POST", body: '{"messages":[]}' });
    equal(`${answer.status} ${answer.url}`, `400 ${url}`, wire);
    equal(form(await answer.json(), answer.headers), "It is refused. (not sent: rethought found some-rule at /messages/1)", wire);
  }
});
