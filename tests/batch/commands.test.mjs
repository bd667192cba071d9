// fix, convert and decode as filters: each is compared with the package's own call on the same exchange.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPackage } from "../../scripts/load-package.mjs";
import { fileOf, filter, run } from "./filter.mjs";
import { traffic } from "./traffic.mjs";

const { convert, decode, repair, StreamDecoder } = await loadPackage();
const exchanges = traffic();
const byFate = (plan) => plan.reduce((counts, { fate }) => ({ ...counts, [fate]: (counts[fate] ?? 0) + 1 }), {});

test("fix gives what was mended, what is left and the request, a text for a text and the bytes of an object for an object", async () => {
  const allow = ["unsafe", "placeholder"];
  const options = ["--allow", "unsafe", "--allow", "placeholder"];
  const texts = await filter("fix", exchanges, ...options);
  const objects = await filter("fix", exchanges.map(({ id, target, request }) => `{"id":"${id}","target":${JSON.stringify(target)},"request":${request}}`), ...options);
  let mendings = 0;
  for (const [nth, { request, target }] of exchanges.entries()) {
    const { request: made, applied, report } = repair(request, target, { allow });
    const { verdict, mended, left, request: given } = texts.records[nth];
    assert.equal(given, made);
    assert.equal(verdict, report.verdict);
    assert.deepEqual(mended, applied.flatMap((step) => step.mended));
    assert.deepEqual(left.map(({ rule, pointer }) => [rule, pointer]), report.findings.map(({ rule, pointer }) => [rule, pointer]));
    assert.ok(objects.lines[nth].endsWith(`,"request":${made}}`), objects.lines[nth].slice(-200));
    mendings += mended.length;
  }
  assert.ok(mendings > 10, String(mendings));
  assert.equal(texts.closing.command, "fix");
});

test("fix leaves a request that needs nothing as it is, byte for byte, escapes and spaces too", async () => {
  const lines = ['{"id":1,"request": { "model":"m", "messages" : [ ], "n":1.0 },"wire":"openai-chat"}', '{"id":2,"request":"{ \\u0022messages\\u0022 :[]\\n}","wire":"openai-chat"}', ' { "messages":[], "wide" : 1.50 }'];
  const { lines: given } = await filter("fix", lines, "--wire", "openai-chat");
  assert.ok(given[0].endsWith(',"request":{ "model":"m", "messages" : [ ], "n":1.0 }}'), given[0]);
  assert.ok(given[1].endsWith(',"request":"{ \\u0022messages\\u0022 :[]\\n}"}'), given[1]);
  assert.ok(given[2].endsWith(',"request": { "messages":[], "wide" : 1.50 }}'), given[2]);
});

test("convert gives the request for another wire, the fates of its thoughts and the number of notes", async () => {
  const to = { wire: "openai-responses", host: "api.openai.com", model: "gpt-5.4" };
  const { records, closing } = await filter("convert", exchanges, "--to", to.wire, "--host", to.host, "--model", to.model);
  let converted = 0;
  for (const [nth, { request, target }] of exchanges.entries()) {
    const made = outcomeOf(() => convert(request, { from: target, to }));
    const { verdict, fates, notes, request: given, error } = records[nth];
    assert.equal(error?.code, made.error?.code);
    if (error) continue;
    assert.deepEqual([given, verdict, fates, notes], [made.request, made.report.verdict, byFate(made.plan), made.notes.length]);
    converted++;
  }
  assert.ok(converted > exchanges.length / 2);
  assert.equal(closing.results, converted);
});

function outcomeOf(call) {
  try {
    return call();
  } catch (error) {
    return { error };
  }
}

test("decode gives the turn of a response, of a stream, and of a line that is a response", async () => {
  const answered = exchanges.filter(({ status }) => status === 200);
  const { records } = await filter("decode", answered);
  for (const [nth, { response, stream, target }] of answered.entries()) assert.deepEqual(records[nth].turn, plain(stream === undefined ? decode(response, target) : streamed(stream, target)), answered[nth].id);
  const alone = answered.find(({ target, response }) => response && target.wire === "anthropic-messages");
  const { records: [byItself] } = await filter("decode", [alone.response]);
  assert.deepEqual(byItself.turn.parts, plain(decode(alone.response)).parts);
});

const plain = (turn) => JSON.parse(JSON.stringify(turn));
function streamed(stream, target) {
  const decoder = new StreamDecoder(target);
  decoder.push(stream);
  return decoder.finish().turn;
}

test("decode reads files too: a body, a stream, an answer with its request; and refuses a request", async () => {
  const [{ response, request, target }, { stream, target: streamTarget }] = [exchanges.find(({ response, status, target }) => response && status === 200 && target.wire === "anthropic-messages"), exchanges.find(({ stream, target }) => stream && target.wire === "anthropic-messages")];
  const files = [fileOf("response.json", response), fileOf("answer.sse", stream), fileOf("pair.json", JSON.stringify({ request, response })), fileOf("request.json", request)];
  const { code, bytes, told } = await run(["decode", ...files, "--wire", "anthropic-messages"]);
  const [body, events, pair, refused] = JSON.parse(bytes);
  assert.equal(code, 2);
  assert.match(told, /request\.json: this is a request, not an answer/);
  assert.deepEqual(body.turn, plain(decode(response, { wire: target.wire })));
  assert.deepEqual(events.turn.parts, plain(streamed(stream, { wire: streamTarget.wire })).parts);
  assert.deepEqual(pair.turn.parts, body.turn.parts);
  assert.ok(refused.error);
});

test("options that do not go together, or are none, end in a sentence and exit code 2, and no line is read", async () => {
  const calls = [
    ["audit", "--ndjson", "--format", "json"], ["audit", "--jobs", "2"], ["audit", "--ndjson", "--jobs", "0"], ["audit", "--ndjson", "--jobs", "many"], ["audit", "--ndjson", "--max-line", "999999999999"], ["audit", "--ndjson", "--off", "none"],
    ["audit", "--ndjson", "--wire", "none"], ["audit", "--ndjson", "--sessions", "--jobs", "2"], ["fix", "--ndjson", "--write"], ["fix", "--ndjson", "--allow", "all"], ["convert", "--ndjson"], ["convert", "--ndjson", "--to", "none"],
    ["convert", "--ndjson", "--to", "openai-chat", "--policy", "none"], ["convert", "--ndjson", "--to", "openai-chat", "--ledger", "file"], ["decode", "--ndjson", "--sessions"], ["explain", "--ndjson"],
  ];
  const outcomes = await Promise.all(calls.map((args) => run(args, '{"messages":[]}')));
  for (const [nth, { code, bytes, told }] of outcomes.entries()) {
    assert.deepEqual([code, bytes.length], [2, 0], calls[nth].join(" "));
    assert.match(told, /^rethought: ./);
  }
});
