// Sessions: every request is put together and audited, and a file is diagnosed the same from any source.
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit } from "rethought";
import { diagnose, readSession } from "rethought/sessions";

const line = (nth, message) => `${JSON.stringify({ parentUuid: nth ? `line-${nth - 1}` : null, sessionId: "s1", type: message.role, message, uuid: `line-${nth}` })}\n`;
const answer = (nth, content) => ({ id: `msg_01A${nth}`, role: "assistant", model: "claude-sonnet-4-5", content });
const thinking = { type: "thinking", thinking: "Hm.", signature: "REDACTED" };
const text = [{ type: "text", text: "Hello." }];
const file = [line(0, { role: "user", content: "Hi" }), line(1, answer(1, [thinking])), line(2, answer(1, text)), line(3, { role: "user", content: "And?" }), line(4, answer(2, text))].join("");

async function exchangesOf(source) {
  const exchanges = [];
  for await (const record of readSession(source)) if (record.type === "exchange") exchanges.push(record);
  return exchanges;
}

// First of all, because an audit would give the instance the rows of the tables.
test("a session and a diagnosis that come before every audit are judged by the tables", async () => {
  const request = { model: "deepseek-v4-pro", thinking: { type: "enabled" }, tools: [{ type: "function", function: { name: "look", parameters: { type: "object" } } }], messages: [{ role: "user", content: "Hi" }, { role: "assistant", content: "", tool_calls: [{ id: "call_00_a", type: "function", function: { name: "look", arguments: "{}" } }] }, { role: "tool", tool_call_id: "call_00_a", content: "4" }] };
  const line = JSON.stringify({ url: "https://api.deepseek.com/chat/completions", status: 400, request: JSON.stringify(request), response: '{"error":{"message":"no"}}' });
  const [{ report }] = await exchangesOf([line]);
  assert.deepEqual(report.findings.map(({ rule }) => rule), ["missing-reasoning-content"]);
});

test("a request that is recorded message by message is put together when somebody reads it", async () => {
  const [first, second] = await exchangesOf([file]);
  const { messages } = JSON.parse(new TextDecoder().decode(second.request));
  assert.deepEqual(messages, [{ role: "user", content: "Hi" }, { role: "assistant", content: [thinking, ...text] }, { role: "user", content: "And?" }]);
  assert.equal(second.request.length, second.size);
  assert.equal(second.previous, first.nth);
});

test("an answered request is never rejected, although the audit says so", async () => {
  const [, second] = await exchangesOf([file.replace("REDACTED", "")]);
  assert.match(audit(second.request, second.target).verdict, /rejected/);
  assert.deepEqual([second.outcome, second.verdict], ["answered", "unknown"]);
});

test("a session says the same however it is cut", async () => {
  const facts = ({ verdict, outcome, size, report }) => ({ verdict, outcome, size, report });
  const whole = (await exchangesOf([file])).map(facts);
  for (const size of [1, 7, 100]) {
    const chunks = Array.from({ length: Math.ceil(file.length / size) }, (_, nth) => file.slice(nth * size, (nth + 1) * size));
    assert.deepEqual((await exchangesOf(chunks)).map(facts), whole);
  }
});

test("a diagnosis is the same from text, bytes, a Blob, a function and a stream that can be read once", async () => {
  const once = async function* () {
    yield file;
  };
  const expected = await diagnose(file);
  assert.equal(expected.next, "rejected");
  for (const source of [new TextEncoder().encode(file), new Blob([file]), () => [file], once(), [file]]) assert.deepEqual(await diagnose(source), expected);
});

test("the edits of a diagnosis make the next request acceptable", async () => {
  const { edits } = await diagnose(file);
  const repaired = edits.reduceRight((text, { offset, length, text: next }) => text.slice(0, offset) + next + text.slice(offset + length), file);
  const { next, edits: left } = await diagnose(repaired);
  assert.deepEqual([next, left], ["accepted", []]);
  const { uuid, parentUuid } = JSON.parse(repaired.split("\n")[1]);
  assert.deepEqual([uuid, parentUuid], ["line-2", "line-0"]);
});

test("unknown options and accounts are refused", async () => {
  await assert.rejects(diagnose(file, { hosts: "x" }), { code: "E_INPUT" });
  await assert.rejects(diagnose(file, { account: "mine" }), { code: "E_INPUT", pointer: "/account" });
});
