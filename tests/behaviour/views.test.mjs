// Views as a caller meets them; and the patterns against JavaScript's own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { redact } from "rethought";
import { InputError, JsonError, ShapeError } from "rethought/errors";
import { digest } from "rethought/json";
import { AuditLog, detectors, logView, persistent, verifyLog } from "rethought/views";

/** The stretches that a pattern takes out of a text. */
function taken(pattern, text, flags = "") {
  const { text: copy } = redact(JSON.stringify([text]), { detectors: [], patterns: [{ pattern, flags }] });
  return JSON.parse(copy)[0];
}
const native = (pattern, text, flags) => text.replace(new RegExp(pattern, `g${flags}`), (found) => (found ? "[REDACTED:pattern]" : ""));

test("a pattern takes out what RegExp would, nothing that is empty, in every order of alternatives and of greed", () => {
  let seed = 17;
  const below = (count) => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % 65536 % count;
  const of = (...all) => all[below(all.length)];
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
  for (const [pattern, offset] of [["a(?=b)", 1], ["(a)\\1", 3], ["(?<n>a)", 0], ["[", 0], ["\\p{L}", 0], ["a{1001}", 1], ["(?:a{99}){99}", 9]]) assert.throws(() => redact("{}", { patterns: ["x", pattern] }), { name: "InputError", code: "E_PATTERN", offset, pointer: "/patterns/1/pattern" }, pattern);
  assert.throws(() => redact("{}", { patterns: [/a/m] }), { name: "InputError", pointer: "/patterns/0/flags" });
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
