// Compaction safety by the public call, over every case and by hand.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { canRewrite, explain } from "rethought";
import { InputError, JsonError } from "rethought/errors";
import { locate } from "rethought/json";

const FOLDER = new URL("./rewrite/", import.meta.url);
const CASES = readdirSync(FOLDER).flatMap((wire) => readdirSync(new URL(`${wire}/`, FOLDER)).map((name) => {
  const text = readFileSync(new URL(`${wire}/${name}`, FOLDER), "utf8");
  return { ...JSON.parse(text), name: `${wire}/${name}`, request: locate(text, "/request").raw };
}));
const wordless = ({ breaks, ...rest }) => ({ ...rest, breaks: breaks.map(({ message, ...broken }) => (broken.rule ? broken : { message, ...broken })) });

test("every case is answered through the package as it is natively, and said in words", () => {
  const plain = CASES.filter((one) => !one.emitted);
  assert.ok(plain.length >= 40);
  for (const { name, request, range, target, drop, summary } of plain) {
    const both = canRewrite(request, range, target);
    assert.deepEqual(wordless(both.drop), drop, name);
    assert.deepEqual(wordless(both.summary), summary, name);
    assert.deepEqual(canRewrite(Buffer.from(request), range, target, { by: "drop" }), both.drop, name);
    assert.deepEqual(canRewrite(request, range, target, { by: "summary" }), both.summary, name);
    for (const { rule, message, pointer, related } of [...both.drop.breaks, ...both.summary.breaks]) {
      assert.ok(message.endsWith("."), name);
      assert.ok(rule === undefined || explain(rule), name);
      for (const place of [pointer, ...related]) assert.ok(locate(request, place).raw, name);
    }
  }
});

const REQUEST = JSON.stringify({
  model: "claude-fable-5-2", max_tokens: 9000, messages: [
    { role: "user", content: "How many?" },
    { role: "assistant", content: [{ type: "thinking", thinking: "", signature: "EqQBCkYIAxgCKkDc" }, { type: "text", text: "Three." }] },
    { role: "user", content: "And there?" },
    { role: "assistant", content: [{ type: "thinking", thinking: "", signature: "EqQBCkYIAxgCKkDd" }, { type: "text", text: "Four." }] },
    { role: "user", content: "And here?" },
  ],
});

test("thoughts that lose their validity are named, and may be left out of earlier rounds", () => {
  const { safe, breaks, smallest, largest, elision } = canRewrite(REQUEST, [0, 2], "anthropic-messages", { by: "drop" });
  assert.deepEqual([safe, smallest, largest], [false, [0, 4], undefined]);
  assert.deepEqual(breaks.map(({ rule, severity, pointer }) => [rule, severity, pointer]), [["edited-prefix", "reject", "/messages/3/content/0"]]);
  assert.match(breaks[0].upstream, /^messages\.1\.content\.0: Invalid `signature` in `thinking` block\..*starting at `messages\.0\.content\.0`\.$/);
  assert.deepEqual(elision, { thoughts: ["/messages/3/content/0"], verdict: "accepted" });
});

test("the tables of the caller and the rules that are off count here as well", () => {
  const older = REQUEST.replace("claude-fable-5-2", "claude-opus-4-8");
  const models = [{ if: "name^claude-opus-4-8", set: { binds: "prefix", enforced: true } }];
  const broken = (options) => canRewrite(older, [0, 2], "anthropic-messages", { by: "drop", ...options }).breaks.map(({ rule }) => rule);
  assert.deepEqual([broken({}), broken({ models })], [[], ["edited-prefix"]]);
  const cut = JSON.stringify({ model: "gpt-5", input: [{ role: "user", content: "a" }, { type: "function_call", call_id: "c", name: "f", arguments: "{}" }, { type: "function_call_output", call_id: "c", output: "b" }, { role: "user", content: "d" }] });
  const rules = (off) => canRewrite(cut, [2, 3], "openai-responses", { by: "drop", off }).breaks.map(({ rule }) => rule);
  assert.deepEqual(rules([]), ["function-call-without-output"]);
  assert.deepEqual(rules(["function-call-without-output"]), [undefined]);
});

test("what is not a range, a way or a request is an error with a place", () => {
  for (const range of [[0, 0], [1, 1], [0, 6], [4, 2], [-1, 2], [0, 1.5], [0], "0,1", undefined, [0, 2 ** 33]]) {
    assert.throws(() => canRewrite(REQUEST, range, "anthropic-messages"), (error) => error instanceof InputError && error.pointer === "/range", String(range));
  }
  assert.throws(() => canRewrite(REQUEST, [0, 1], "anthropic-messages", { by: "prayer" }), (error) => error instanceof InputError && error.pointer === "/by");
  assert.throws(() => canRewrite("{", [0, 1], "anthropic-messages"), JsonError);
});
