// Strings cross in both directions unchanged: the results equal those for their bytes, and no memory leaks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, canRewrite, decode, planReplay, repair, replay } from "rethought";
import { InputError, JsonError } from "rethought/errors";
import { digest, edit, scan } from "rethought/json";

const TARGET = "anthropic-messages";
const bytesOf = (text) => new TextEncoder().encode(text);
const textOf = (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const LETTERS = { ascii: "plain", latin: "größer", wide: "漢字、かな，", pairs: "😀🧵", mixed: "aé漢😀", marks: "\ufffd\ufeff", none: "" };
const request = (text, after = {}) => JSON.stringify({ model: "claude-example", max_tokens: 9, messages: [{ role: "user", content: text }, { role: "assistant", content: [{ type: "thinking", thinking: text }, { type: "text", text }] }, { role: "user", content: text }], ...after });
const RESPONSE = JSON.stringify({ id: "msg_1", type: "message", role: "assistant", model: "claude-example", content: [{ type: "text", text: "é😀" }], usage: {} });

test("a text is replayed, edited, mended and judged as its bytes are", () => {
  for (const [name, letters] of Object.entries(LETTERS))
    for (const times of [1, 300])
      for (const after of [{}, { system: letters.repeat(times), tools: [] }]) {
        const body = request(letters.repeat(times), after);
        const bytes = bytesOf(body);
        assert.equal(replay(body, decode(RESPONSE, TARGET)), textOf(replay(bytes, decode(RESPONSE, TARGET))), name);
        assert.deepEqual(planReplay(body, RESPONSE, TARGET).notes, planReplay(bytes, RESPONSE, TARGET).notes);
        const changes = [{ op: "set", pointer: "/messages/0", name: "é", json: '"😀"' }, { op: "remove", pointer: "/messages/1/content/1" }, { op: "replace", pointer: "/max_tokens", json: "10" }, { op: "append", pointer: "/messages", json: '{"role":"user","content":"漢"}' }];
        assert.equal(edit(body, changes), textOf(edit(bytes, changes)), name);
        assert.equal(edit(body, []), body);
        const [text, raw] = [body, bytes].map((body) => repair(body, TARGET, { allow: ["unsafe", "placeholder"] }));
        assert.ok(text.applied.length > 0);
        assert.equal(text.request, textOf(raw.request), name);
        assert.deepEqual([text.applied, text.report], [raw.applied, raw.report]);
        assert.deepEqual(audit(body, TARGET), audit(bytes, TARGET));
        assert.deepEqual(canRewrite(body, [0, 1], TARGET), canRewrite(bytes, [0, 1], TARGET));
        assert.equal(digest(body), digest(bytes));
        assert.deepEqual(scan(body), scan(bytes));
      }
});

test("a text of several steps of repair is mended where it is", () => {
  const broken = JSON.stringify({ model: "claude-example", max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 1024 }, messages: [{ role: "user", content: "Gö 😀." }, ...Array.from({ length: 5 }, (_, nth) => [{ role: "assistant", content: [{ type: "thinking", thinking: `漢 ${nth}.` }, { type: "tool_use", id: `toolu_${nth}`, name: "look", input: {} }] }, { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_x${nth}`, content: "ü" }] }]).flat()] });
  const [text, raw] = [broken, bytesOf(broken)].map((body) => repair(body, TARGET, { allow: ["unsafe", "placeholder"] }));
  assert.ok(text.applied.length > 1);
  assert.equal(text.request, textOf(raw.request));
});

test("half of a surrogate pair is reported with its place, in every call that takes a text first", () => {
  const body = request("é@").replaceAll("@", "\ud83d");
  const offset = bytesOf(body.slice(0, body.indexOf("\ud83d"))).length;
  for (const call of [() => audit(body, TARGET), () => repair(body, TARGET), () => replay(body, RESPONSE, TARGET), () => edit(body, []), () => scan(body), () => canRewrite(body, [0, 1], TARGET), () => decode(body, TARGET)])
    assert.throws(call, (error) => error instanceof InputError && error.code === "E_LONE_SURROGATE" && error.offset === offset);
  // Its replacement is an ordinary letter, in any number.
  for (const times of [1, 2000]) assert.equal(audit(request("\ufffd，".repeat(times)), TARGET).wire, TARGET);
  assert.throws(() => audit(request(`${"，".repeat(2000)}@`).replace("@", "\udc00"), TARGET), { code: "E_LONE_SURROGATE" });
});

test("a text that is too long is refused before it crosses, and one that is full of wide letters at the limit", () => {
  const limit = 64 << 20;
  for (const body of [`"${"x".repeat(limit)}"`, `"${"漢".repeat(limit / 3)}"`]) assert.throws(() => scan(body), (error) => error instanceof JsonError && error.code === "E_JSON_SIZE" && error.offset === limit);
  const fits = `"${"漢".repeat((limit - 2) / 3)}"`;
  assert.equal(scan(fits).kind, "string");
});

test("texts that are refused leave nothing behind in the memory", async () => {
  // Ten thousand of these would be 600 MB.
  const wrong = `"${"é".repeat(30_000)}\ud83d"`;
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  for (let nth = 0; nth < 10_000; nth++) assert.throws(() => scan(wrong));
  const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  assert.ok(after - before < 200e6, `${after - before}`);
});
