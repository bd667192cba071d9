// The public views; and the patterns against those of JavaScript.
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, redact, repair } from "rethought";
import { InputError, JsonError, ShapeError } from "rethought/errors";
import { digest } from "rethought/json";
import { AuditLog, detectors, logView, messageEvents, persistent, readMessage, sendView, verifyLog } from "rethought/views";
import { randomOf } from "./random.mjs";

/** Returns the parts of a text that a pattern removes. */
function taken(pattern, text, flags = "") {
  const { text: copy } = redact(JSON.stringify([text]), { detectors: [], patterns: [{ pattern, flags }] });
  return JSON.parse(copy)[0];
}
const native = (pattern, text, flags) => text.replace(new RegExp(pattern, `g${flags}`), (found) => (found ? "[REDACTED:pattern]" : ""));

test("a pattern takes out what RegExp would, nothing that is empty, in every order of alternatives and of greed", () => {
  const { below, pick } = randomOf(17);
  const of = (...all) => pick(all);
  const piece = (depth) => {
    if (depth === 0) return of("a", "b", "é", "😀", ".", "[ab]", "[^a]", "\\d", "\\w", "\\s", "\\W", "[\\u{1f600}-\\u{1f64f}b]", "");
    const inner = piece(depth - 1);
    return of(`(${inner}|${piece(depth - 1)})`, `(?:${inner})${of("", "?", "*", "+", "{2}", "{0,2}", "{1,3}", "{2,}", "*?", "+?", "??", "{0,2}?")}`, `${inner}${piece(depth - 1)}`, `\\b${inner}`, `${inner}$`, `^${inner}`, `\\B${inner}`);
  };
  let compared = 0;
  for (let round = 0; round < 6000; round++) {
    const pattern = piece(1 + below(4));
    const text = Array.from({ length: below(14) }, () => of("a", "b", "é", "😀", "1", " ", "\n", "a", "b")).join("");
    let ours;
    try {
      ours = taken(pattern, text);
    } catch (error) {
      assert.match(error.message, /too large/, pattern);
      continue;
    }
    assert.equal(ours, native(pattern, text, "u"), `/${pattern}/u on ${JSON.stringify(text)}`);
    compared++;
  }
  assert.ok(compared > 5500, `${compared} compared`);
});

test("without case a pattern takes the letters of ASCII as RegExp does", () => {
  for (const [pattern, text] of [["key-[a-f]+", "KEY-aBcXyz key-f"], ["[^k]s", "ks KS aS \u212aS"], ["\\w+", "ſtraße K\u212a"], ["a|B", "AbaB"]]) assert.equal(taken(pattern, text, "i"), native(pattern, text, "i"), pattern);
  assert.equal(JSON.parse(redact('["Hello"]', { patterns: [/HELL/gi] }).text)[0], "[REDACTED:pattern]o");
  assert.equal(redact('["a/b"]', { patterns: [{ pattern: /a\/b/, kind: "path" }, "x"] }).text, '["[REDACTED:path]"]');
});

test("what is not taken is refused with its place", () => {
  for (const [pattern, offset] of [["a(?=b)", 1], ["(a)\\1", 3], ["[", 0], ["a{1001}", 1], ["(?:a{99}){99}", 9]]) assert.throws(() => redact("{}", { patterns: ["x", pattern] }), { name: "InputError", code: "E_PATTERN", offset, pointer: "/patterns/1/pattern" }, pattern);
  assert.throws(() => redact("{}", { patterns: [{ pattern: "a", flags: "x" }] }), { name: "InputError", pointer: "/patterns/0/flags" });
  assert.throws(() => redact("{}", { patterns: [7] }), InputError);
  assert.throws(() => redact("{}", { detectors: ["nobody"] }), { name: "InputError", pointer: "/detectors/0" });
  assert.throws(() => redact("{}", { limit: 1.5 }), { name: "InputError", pointer: "/limit" });
  assert.throws(() => redact("{}", []), InputError);
  assert.throws(() => redact("{", {}), JsonError);
});

test("a copy has no secret in it, tells where one was, and keeps all else and every handle", () => {
  const request = '{"model":"claude-x", "messages":[{"role":"user","content":"I am me@example.com, key AKIAIOSFODNN7EXAMPLE"},{"role":"assistant","content":[{"type":"thinking","thinking":"\\u0041 4111 1111 1111 1111","signature":"AKIAIOSFODNN7EXAMPLE+/=="},{"type":"tool_use","id":"t","name":"f","input":{"url":"postgres://u:hunter2@db/x","n":1.0}}]}]}';
  const { text, hits } = redact(request);
  assert.equal(text, request.replace("me@example.com", "[REDACTED:email]").replace("AKIAIOSFODNN7EXAMPLE", "[REDACTED:aws-access-key]").replace("4111 1111 1111 1111", "[REDACTED:credit-card]").replace("hunter2", "[REDACTED:url-password]"));
  assert.deepEqual(hits, [
    { kind: "email", pointer: "/messages/0/content", count: 1 },
    { kind: "aws-access-key", pointer: "/messages/0/content", count: 1 },
    { kind: "credit-card", pointer: "/messages/1/content/0/thinking", count: 1 },
    { kind: "url-password", pointer: "/messages/1/content/1/input/url", count: 1 },
  ]);
  assert.deepEqual(redact(new TextEncoder().encode(request)), { text: new TextEncoder().encode(text), hits });
  assert.equal(redact(request, { detectors: [] }).text, request);
  assert.equal(redact(request, { opaque: "scan", subjects: [] }).text, request.replace("AKIAIOSFODNN7EXAMPLE+", "[REDACTED:aws-access-key]+"));
  assert.ok(detectors().length >= 25 && new Set(detectors()).size === detectors().length && detectors().at(-1) === "ipv4");
});

test("a long string is shown by its ends, with the length and the digest of what it was", () => {
  const body = JSON.stringify({ text: "日本".repeat(500) });
  const { text, hits } = redact(body, { limit: 20 });
  assert.equal(JSON.parse(text).text, `日本日[CUT:3000:${digest(body, "/text")}]本日本`);
  assert.deepEqual(hits, [{ kind: "cut", pointer: "/text", count: 1 }]);
});

test("ephemeral messages are not kept, and cannot hide from the log", () => {
  const kept = '{"role":"assistant","content":"\\u0041","thinkingBlocks":[{"type":"thinking","content":"b","signature":"S="}]}';
  const messages = `[${kept}, {"role":"user","content":"again, me@example.com","ephemeral":true}]`;
  assert.equal(persistent(messages), `[${kept}]`);
  assert.deepEqual(persistent(Buffer.from(messages)), new TextEncoder().encode(`[${kept}]`));
  const log = logView(messages, { patterns: ["ephemeral"] });
  assert.deepEqual([log.ephemeral, log.text], [["/1"], messages.replace("me@example.com", "[REDACTED:email]")]);
  assert.throws(() => persistent('[{"ephemeral":"yes"}]'), { name: "ShapeError", pointer: "/0/ephemeral" });
  assert.throws(() => persistent("7"), ShapeError);
});

const INJECTED = { injectionId: "i1", flavor: "rag", reason: "why", iteration: 2 };
const MESSAGES = [
  { role: "user", content: "Hi" },
  { role: "assistant", content: "", thinkingBlocks: [{ type: "thinking", content: "hm", signature: "S=", providerMeta: { own: 1 } }, { type: "redacted_thinking", content: "" }], toolCalls: [{ id: "c1", name: "look", args: { q: 1 }, providerMeta: { thoughtSignature: "G=" } }, { id: "c2", name: "look", args: {} }] },
  { role: "tool", content: "found", toolCallId: "c1", toolName: "look" },
  { role: "system", content: "a paper", injectedBy: INJECTED },
  { role: "user", content: "again, as JSON", ephemeral: true },
];

test("an ephemeral message is sent and its flags are not; the history has it not; the log has everything; text, bytes and objects alike", () => {
  const text = JSON.stringify(MESSAGES).replace('"hm"', '"\\u0068m"');
  const bytes = new TextEncoder().encode(text);
  const sent = text.replace(`,"injectedBy":${JSON.stringify(INJECTED)}`, "").replace(',"ephemeral":true', "");
  assert.equal(sendView(text), sent);
  assert.deepEqual(sendView(bytes), new TextEncoder().encode(sent));
  assert.deepEqual(sendView(MESSAGES), JSON.parse(sent));
  assert.deepEqual(sendView({ model: "m", messages: MESSAGES }), { model: "m", messages: JSON.parse(sent) });
  assert.equal(sendView('[{"ephemeral":false,"role":"user","ephemeral":true,"content":"x"}]'), '[{"role":"user","content":"x"}]');
  assert.deepEqual(persistent(MESSAGES), MESSAGES.slice(0, 4));
  assert.deepEqual(persistent({ history: MESSAGES }).history, MESSAGES.slice(0, 4));
  assert.deepEqual(logView(MESSAGES).text, MESSAGES);
  assert.deepEqual(logView(MESSAGES).ephemeral, ["/4"]);
  assert.deepEqual(redact({ a: "me@example.com" }).text, { a: "[REDACTED:email]" });
  assert.deepEqual([readMessage(MESSAGES[1]), readMessage(JSON.stringify(MESSAGES[1]))], [MESSAGES[1], MESSAGES[1]]);
  for (const call of [sendView, persistent]) {
    assert.throws(() => call([{ ephemeral: "yes" }]), { name: "ShapeError", pointer: "/0/ephemeral" });
    assert.throws(() => call({ model: "m" }), ShapeError);
    assert.throws(() => call(new Map()), InputError);
    assert.throws(() => call(7), InputError);
  }
  assert.equal(persistent('{"prompt":[{"role":"user","content":"x","ephemeral":true}]}'), '{"prompt":[]}');
});

test("recorders see every message, ephemeral ones twice, and thinking and tools", () => {
  const events = messageEvents(MESSAGES, { iteration: 3 });
  assert.deepEqual(events.map(({ type, index, pointer }) => [type, index, pointer]), [
    ["message", 0, "/0"], ["message", 1, "/1"], ["thinking", 1, "/1"], ["tool_call", 1, "/1"], ["tool_call", 1, "/1"], ["message", 2, "/2"], ["tool_result", 2, "/2"], ["message", 3, "/3"], ["message", 4, "/4"], ["ephemeral", 4, "/4"],
  ]);
  assert.ok(events.every(({ name, payload }) => name.startsWith("agentfootprint.") && payload.iteration === 3));
  const [, , thinking, call] = events;
  assert.deepEqual(thinking, { type: "thinking", name: "agentfootprint.stream.thinking_end", index: 1, pointer: "/1", payload: { iteration: 3, blockCount: 2, totalChars: 2, blocks: [{ type: "thinking", content: "hm", signature: "S=" }, { type: "redacted_thinking", content: "" }] } });
  assert.deepEqual(call.payload, { iteration: 3, toolName: "look", toolCallId: "c1", args: { q: 1 }, parallelCount: 2 });
  assert.deepEqual(events.at(-1).payload, { iteration: 3, role: "user", content: "again, as JSON", ephemeral: true });
  assert.deepEqual(messageEvents(JSON.stringify({ messages: MESSAGES }), { iteration: 3 }).map(({ payload }) => payload), events.map(({ payload }) => payload));
  assert.equal(messageEvents({ history: MESSAGES }).at(-1).pointer, "/history/4");
  assert.throws(() => messageEvents([{ role: "robot", content: "" }]), { name: "ShapeError", pointer: "/0/role" });
  assert.throws(() => messageEvents({ model: "m" }), InputError);
});

test("a flag that would reach a provider is found on every wire, and goes without its message", () => {
  const chat = (wire, host, verdict, model = "m") => [{ wire, host }, { model, messages: [{ role: "user", content: "Hi", ephemeral: true, injectedBy: INJECTED }] }, verdict];
  const rows = [
    [{ wire: "anthropic-messages", host: "api.anthropic.com" }, { model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "Hi", ephemeral: true, injectedBy: INJECTED }] }, "likely rejected"],
    [{ wire: "openai-responses", host: "api.openai.com" }, { model: "gpt-5.4", input: [{ role: "user", content: "Hi", ephemeral: true, injectedBy: INJECTED }] }, "likely rejected"],
    [{ wire: "gemini-generate" }, { contents: [{ role: "user", parts: [{ text: "Hi" }], ephemeral: true, injectedBy: INJECTED }] }, "likely rejected"],
    [{ wire: "bedrock-converse" }, { messages: [{ role: "user", content: [{ text: "Hi" }], ephemeral: true, injectedBy: INJECTED }] }, "accepted"],
    [{ wire: "gemini-interactions" }, { model: "gemini-3-pro-preview", input: [{ role: "user", content: "Hi", ephemeral: true, injectedBy: INJECTED }] }, "accepted"],
    chat("mistral-chat", "api.mistral.ai", "rejected", "mistral-large-latest"),
    // An unknown model makes it likely.
    chat("mistral-chat", "api.mistral.ai", "likely rejected"),
    chat("openai-chat", "api.groq.com", "likely rejected"),
    chat("openai-chat", "api.deepseek.com", "accepted"),
    chat("openrouter-chat", "openrouter.ai", "accepted"),
    chat("cohere-chat", "api.cohere.com", "accepted"),
    chat("ollama-chat", undefined, "accepted"),
  ];
  for (const [target, request, verdict] of rows) {
    const report = audit(request, target);
    const flags = report.findings.filter(({ rule }) => rule === "framework-flag-sent").map(({ pointer }) => pointer.split("/").at(-1));
    assert.deepEqual([flags, report.verdict], [["ephemeral", "injectedBy"], verdict], JSON.stringify(target));
    const mended = repair(request, target).request;
    assert.ok(!/ephemeral|injectedBy/.test(JSON.stringify(mended)) && JSON.stringify(mended).includes("Hi"));
    assert.ok(!audit(sendView(request), target).findings.some(({ rule }) => rule === "framework-flag-sent"));
  }
});

test("a log tells what was done to it", () => {
  const log = new AuditLog();
  assert.equal(log.head, undefined);
  const lines = [log.append({ event: "a", __proto__: null }, "2026-11-15T00:00:00Z"), log.append('{\n"big": 12345678901234567890}'), log.append({ event: "c" })];
  assert.ok(lines[1].includes('"big": 12345678901234567890}') && !lines[1].includes("\n"));
  const whole = { ok: true, count: 3, head: log.head };
  assert.deepEqual(verifyLog(lines), whole);
  assert.deepEqual(verifyLog(`${lines.join("\n")}\n`, { head: log.head }), whole);
  const head = { seq: 0, hash: JSON.parse(lines[0]).hash };
  assert.deepEqual(verifyLog(lines.slice(1), { after: head }), { ...whole, count: 2 });
  assert.equal(JSON.parse(new AuditLog(log.head).append({})).prev, log.head.hash);
  const { hash, ...rest } = JSON.parse(lines[2]);
  assert.equal(digest(JSON.stringify(rest)), hash);
  const broken = (lines, options) => verifyLog(lines, options).broken;
  assert.deepEqual(broken([lines[0], lines[1].replace("big", "bag"), lines[2]]), { line: 1, seq: 1, reason: "altered" });
  assert.deepEqual(broken([lines[0], lines[2]]), { line: 1, seq: 1, reason: "missing" });
  assert.deepEqual(broken([lines[0], lines[2], lines[1]]), { line: 1, seq: 1, reason: "reordered" });
  assert.deepEqual(broken([lines[0], lines[1].slice(0, 40)]), { line: 1, seq: 1, reason: "truncated" });
  assert.deepEqual(broken(lines.slice(0, 2), { head: log.head }), { line: 2, seq: 2, reason: "missing" });
  assert.throws(() => log.append({ seq: 1 }), { name: "InputError", pointer: "/seq" });
  assert.throws(() => log.append([1]), InputError);
  assert.throws(() => new AuditLog({ seq: 1 }), InputError);
});
