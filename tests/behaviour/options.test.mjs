// Options: every call refuses a misspelt one and suggests the nearest; only an object's own members are options.
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { audit, canRewrite, decode, detect, Ledger, memoryStore, planReplay, readRequest, redact, render, repair, replay, StreamDecoder, Thought } from "rethought";
import { captureSnapshot, decideReflection, mirrorReflections, requestParams, resolveToolApproval, resolveReasoning, restoreSnapshot, thoughtOfReflection, traceToOtlp, trimReflection, validateReasoningConfig } from "rethought/agent-state";
import { auditReplay } from "rethought/clark";
import { InputError } from "rethought/errors";
import { folderStore } from "rethought/folder";
import { placeAt, scan } from "rethought/json";
import * as letta from "rethought/letta";
import { AuditLog, logView, messageEvents, verifyLog } from "rethought/views";

const REQUEST = '{"model":"claude-sonnet-4-5","max_tokens":99,"messages":[{"role":"user","content":"Hi"}]}';
const RESPONSE = '{"id":"m","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"So."}]}';
const WIRE = "anthropic-messages";
const NOTE = { id: "r", turn: 1, text: "So.", createdAt: "2026-11-16T06:00:00.000Z" };
const folder = () => join(mkdtempSync(join(tmpdir(), "rethought-options-")), "store");

/** Each call with a misspelt option, and the intended option. */
const MISSPELT = [
  ["alow", "allow", (options) => repair(REQUEST, WIRE, options)],
  ["of", "off", (options) => audit(REQUEST, WIRE, options)],
  ["ledgr", "ledger", (options) => audit(REQUEST, WIRE, options)],
  ["model", "models", (options) => audit(REQUEST, WIRE, options)],
  ["bi", "by", (options) => canRewrite(REQUEST, [0, 1], WIRE, options)],
  ["allowIncomplet", "allowIncomplete", (options) => replay(REQUEST, RESPONSE, WIRE, options)],
  ["allow_incomplete", "allowIncomplete", (options) => planReplay(REQUEST, RESPONSE, WIRE, options)],
  ["formt", "format", (options) => render(audit(REQUEST, WIRE), REQUEST, options)],
  ["from", "form", (options) => new Ledger(options)],
  ["Form", "form", (options) => Ledger.fromJSON("", options)],
  ["cachebytes", "cacheBytes", (options) => Ledger.open(memoryStore(), options)],
  ["byte", "bytes", (options) => memoryStore(options)],
  ["synch", "sync", (options) => folderStore(folder(), options)],
  ["detector", "detectors", (options) => redact("{}", options)],
  ["limits", "limit", (options) => logView("[]", options)],
  ["heads", "head", (options) => verifyLog("", options)],
  ["allow", undefined, (options) => new Ledger().audit(REQUEST, WIRE, options)],
  ["ledger", undefined, (options) => new Ledger().repair(REQUEST, WIRE, options)],
  ["bye", "by", (options) => new Ledger().canRewrite(REQUEST, [0, 1], WIRE, options)],
  ["olderTha", "olderThan", (options) => new Ledger().forget(options)],
  ["respons", "response", (options) => new Ledger().record({ request: REQUEST, target: WIRE, ...options })],
  ["tags", "tag", (options) => captureSnapshot({ messages: [] }, options)],
  ["mergectx", "mergeCtx", (options) => restoreSnapshot(captureSnapshot({ messages: [] }), options)],
  ["fits", "fit", (options) => validateReasoningConfig({ level: "low" }, options)],
  ["fitt", "fit", (options) => resolveReasoning(undefined, options)],
  ["modles", "models", (options) => requestParams({ level: "low" }, WIRE, "{}", options)],
  ["createdat", "createdAt", (options) => thoughtOfReflection(NOTE, options)],
  ["att", "at", (options) => resolveToolApproval({ pendingApprovals: [] }, { id: "a", approved: true }, options)],
  ["take", "taken", (options) => decideReflection({ level: "low" }, { messages: [] }, options)],
  ["contents", "content", (options) => traceToOtlp([], options)],
  ["polcy", "policy", (options) => messageEvents([], options)],
  ["thinkingPattern", "thinkingPatterns", (options) => redact("{}", options)],
  ["keeplast", "keepLast", (options) => mirrorReflections([], [NOTE], options)],
  ["wires", "wire", (options) => decode(RESPONSE, options)],
  ["hst", "host", (options) => readRequest(REQUEST, options)],
  ["beta", "betas", (options) => new StreamDecoder(options)],
];

for (const [wrong, meant, call] of MISSPELT) {
  test(`${wrong} is refused, and ${meant ?? "nothing"} is named: ${String(call).slice(13, 60)}`, async () => {
    const names = (error) => error instanceof InputError && error.code === "E_INPUT" && error.pointer === `/${wrong}` && error.message === `Unknown option "${wrong}".${meant ? ` Did you mean "${meant}"?` : ""}`;
    await assert.rejects(async () => call({ [wrong]: undefined }), names);
    await assert.rejects(async () => call({ [wrong]: 1 }), names);
  });
}

test("an option of a pattern is refused with its pointer", () => {
  assert.throws(() => redact("{}", { patterns: ["x", { pattern: "a", knd: "b" }] }), { name: "InputError", pointer: "/patterns/1/knd" });
  assert.throws(() => audit(REQUEST, WIRE, { "a/b~": 1 }), { pointer: "/a~1b~0" });
});

test("options that are not an object are refused", async () => {
  for (const options of [1, "off", true, ["off"]]) {
    for (const call of [() => audit(REQUEST, WIRE, options), () => new Ledger(options), () => memoryStore(options), () => replay(REQUEST, RESPONSE, WIRE, options)])
      assert.throws(call, InputError);
  }
});

test("a request of fetch is a target, whatever else it has", () => {
  const fetched = new Request("https://api.anthropic.com/v1/messages", { method: "POST", headers: { "anthropic-version": "2023-06-01" } });
  assert.equal(audit(REQUEST, fetched).wire, WIRE);
  assert.equal(detect(REQUEST, fetched).wire, WIRE);
});

test("what Object.prototype was given is not an option", async () => {
  const edited = '{"model":"claude-sonnet-4-5","max_tokens":99,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[{"role":"user","content":"Hi"}]}';
  const plain = async () => {
    const ledger = await Ledger.open();
    const [{ request, applied }, both] = [repair(edited, WIRE), canRewrite(edited, [0, 1], WIRE)];
    const calls = [audit(edited, WIRE), repair(edited, WIRE, {}), applied, request, both, new Ledger().form, await ledger.audit(edited, WIRE), redact('["me@example.com abc"]', { patterns: ["b"] }), logView("[]"), render(audit(edited, WIRE), edited)];
    return JSON.stringify([...calls, mirrorReflections([], [NOTE, NOTE, NOTE, NOTE]).length, requestParams({ level: "low" }, WIRE), letta.project([{ type: "reasoning", is_native: true, reasoning: "So.", signature: "E" }], { id: "message-1", date: NOTE.createdAt })]);
  };
  const before = await plain();
  const polluted = { allow: ["unsafe"], off: ["masked-handle"], models: 7, ledger: {}, by: "drop", form: "digests", format: "json", keepLast: 1, fit: true, kind: "other", flags: "i", cacheBytes: -1, bytes: -1, wire: "openai-chat", host: "x", name: "n", limit: 2, detectors: [], subjects: [], opaque: "scan" };
  try {
    for (const [name, value] of Object.entries(polluted)) Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true, enumerable: false });
    assert.equal(await plain(), before);
  } finally {
    for (const name of Object.keys(polluted)) delete Object.prototype[name];
  }
});

test("a BigInt where a number belongs, or in data, is a typed error", async () => {
  const calls = [
    () => redact("{}", { limit: 5n }),
    () => memoryStore({ bytes: 5n }),
    () => Ledger.open(memoryStore(), { cacheBytes: 5n }),
    () => new Ledger().forget({ olderThan: 5n }),
    () => new Ledger().record({ request: REQUEST, response: RESPONSE, target: WIRE, time: 5n }),
    () => mirrorReflections([], [NOTE], { keepLast: 1n }),
    () => trimReflection("Some words of it.", 5n),
    () => placeAt("[1]", 1n),
    () => letta.otid("message-9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e5f6", 1n),
    () => letta.import([{ n: 1n }]),
    () => letta.after("[]", 1n),
    () => auditReplay([{ type: "reasoning.text", n: 1n }], "stateless", true),
    () => audit(REQUEST, WIRE, { models: [{ if: "name^x", set: { n: 1n } }] }),
    () => Ledger.fromJSON({ n: 1n }),
    () => new AuditLog({ seq: 1n, hash: "" }),
    () => new AuditLog().append({ n: 1n }),
    () => canRewrite(REQUEST, [0n, 1n], WIRE),
  ];
  for (const call of calls) await assert.rejects(async () => call(), (error) => error instanceof InputError, String(call));
});

test("a buffer that was given away is a typed error", async () => {
  const given = () => {
    const bytes = new TextEncoder().encode(REQUEST);
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    return bytes;
  };
  const calls = [
    () => scan(given()),
    () => scan(given().buffer),
    () => audit(given(), WIRE),
    () => decode(given(), WIRE),
    () => replay(REQUEST, given(), WIRE),
    () => new Ledger().record({ request: given(), response: RESPONSE, target: WIRE }),
    () => Ledger.fromJSON(given()),
    () => new Ledger().load(given()),
    () => redact(given()),
    () => letta.import(given()),
    () => new StreamDecoder(WIRE).push(given()),
    () => audit({ messages: [{ role: "user", content: [{ bytes: given() }] }] }, "bedrock-converse"),
    () => new Thought({ id: "t", payload: given(), replayCompatibility: "x", createdAt: 0, updatedAt: 0 }),
  ];
  for (const call of calls) await assert.rejects(async () => call(), (error) => error instanceof InputError, String(call));
});
