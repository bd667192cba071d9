// Broken, strange or hostile lines: each has a record, and does not affect the lines around it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { moduleOf } from "../../scripts/load-package.mjs";
import { filter, isLong, run } from "./filter.mjs";

const { Judge } = await moduleOf("batch/judge.js");

const REQUEST = '{"model":"gpt-5","messages":[{"role":"user","content":"Go on."}]}';
const GOOD = `{"request":${REQUEST},"wire":"openai-chat"}`;

/** Runs lines of bytes, each between two good ones. Returns the record of each, and checks that the good ones are unchanged. */
async function between(lines, ...options) {
  const good = Buffer.from(`\n${GOOD}\n`);
  const { records, closing, code } = await run(["audit", "--ndjson", ...options], Buffer.concat([good, ...lines.flatMap((line) => [Buffer.from(line), good])]));
  assert.equal(code, 0);
  const goods = records.filter((_, nth) => nth % 2 === 0);
  assert.equal(records.length, 2 * lines.length + 1);
  assert.ok(goods.every(({ verdict }) => verdict === "accepted"));
  return { records: records.filter((_, nth) => nth % 2 === 1), closing };
}

test("a line that is not JSON, or no exchange, is an error with its code, and with its byte", async () => {
  const cases = [
    ["broken", "E_JSON_SYNTAX", 0],
    ['{"request":{"messages":[]}', "E_JSON_TRUNCATED", 26],
    ['{"request":{"messages":[]},}', "E_JSON_SYNTAX", 27],
    ['{"request":{"messages":[]},"other":nul}', "E_JSON_SYNTAX", 35],
    [`${GOOD}${GOOD}`, "E_JSON_SYNTAX", GOOD.length],
    ['{"request":"{\\"messages\\":["}', "E_JSON_TRUNCATED", 13],
    ["[1]", "E_INPUT"],
    ['"text"', "E_INPUT"],
    ["null", "E_INPUT"],
    ["{}", "E_INPUT"],
    ['{"response":{"id":"x"},"id":1}', "E_INPUT"],
    ['{"request":null}', "E_INPUT"],
    ['{"request":7,"wire":"openai-chat"}', undefined],
    ['{"request":{"messages":[]},"wire":"none"}', "E_INPUT"],
    ['{"type":"user","sessionId":"s","uuid":"u","parentUuid":null,"message":{"role":"user","content":"hi"},"timestamp":"2026-01-01T00:00:00Z","version":"2.0.0","cwd":"/"}', "E_INPUT"],
  ];
  const { records } = await between(cases.map(([line]) => line));
  for (const [nth, [line, code, offset]] of cases.entries()) assert.deepEqual([records[nth].error?.code, ...(offset === undefined ? [] : [records[nth].error.offset])], [code, ...(offset === undefined ? [] : [offset])], `${line}: ${JSON.stringify(records[nth])}`);
});

test("binary, NUL, invalid UTF-8, lone surrogates and control characters are errors", async () => {
  const lines = [
    Buffer.from([0, 1, 2, 0xff, 0xfe, 0x80]),
    Buffer.from('{"request":\0}'),
    Buffer.from("\0"),
    Buffer.concat([Buffer.from('{"request":{"messages":["'), Buffer.from([0xc3, 0x28]), Buffer.from('"]}}')]),
    Buffer.concat([Buffer.from('{"request":{"messages":["'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"]}}')]),
    Buffer.from('{"request":"{\\"messages\\":[\\"\\ud800\\"]}","wire":"openai-chat"}'),
    Buffer.from('{"request":{"messages":["\t"]}}'),
    Buffer.from("\u2028"),
  ];
  const { records } = await between(lines);
  assert.deepEqual(records.map(({ error }) => error?.code), ["E_JSON_SYNTAX", "E_JSON_SYNTAX", "E_JSON_SYNTAX", "E_JSON_UTF8", "E_JSON_UTF8", "E_LONE_SURROGATE", "E_JSON_SYNTAX", "E_JSON_SYNTAX"]);
});

test("half of a surrogate pair that is only escaped is JSON, and is judged", async () => {
  const { records } = await between([`{"request":${REQUEST.replace("Go", "\\ud800")},"wire":"openai-chat"}`]);
  assert.equal(records[0].verdict, "accepted");
});

test("empty lines give nothing and are counted; CRLF, a byte order mark and a last line without a line feed change nothing", async () => {
  const plain = await run(["audit", "--ndjson"], `${GOOD}\n${GOOD}\n`);
  const { records, closing } = await run(["audit", "--ndjson"], `\ufeff${GOOD}\r\n\r\n \t\n\n\ufeff${GOOD}`);
  assert.deepEqual(records.map(({ line, byte, ...rest }) => rest), plain.records.map(({ line, byte, ...rest }) => rest));
  assert.deepEqual(records.map(({ line, byte }) => [line, byte]), [[1, 0], [5, GOOD.length + 3 + 2 + 2 + 3 + 1]]);
  assert.deepEqual([closing.lines, closing.empty, closing.results], [5, 3, 2]);
  const { closing: onlyEmpty } = await run(["audit", "--ndjson"], "\n\n\ufeff\n  ");
  assert.deepEqual([onlyEmpty.lines, onlyEmpty.empty, onlyEmpty.results], [4, 4, 0]);
});

test("nesting past the limit is an error, and just below it is none", async () => {
  const nested = (depth) => `{"request":{"messages":[],"x":${"[".repeat(depth)}${"]".repeat(depth)}},"wire":"openai-chat"}`;
  const { records } = await between([nested(500), nested(600), nested(200_000), "[".repeat(300_000)]);
  assert.deepEqual(records.map(({ error }) => error?.code), [undefined, "E_JSON_DEPTH", "E_JSON_DEPTH", "E_JSON_DEPTH"]);
});

test("a line longer than the limit is an error, and one that just fits is judged, wherever they stand", async () => {
  const padded = (length) => `{"pad":"${"x".repeat(length - GOOD.length - 9)}",${GOOD.slice(1)}`;
  for (const limit of [500, (1 << 20) + 7, 3 << 20]) {
    assert.equal(padded(limit).length, limit);
    const { records, closing } = await between([padded(limit), padded(limit + 1), padded(limit), padded(limit * 2)], "--max-line", String(limit));
    assert.deepEqual(records.map(({ error }) => error?.code), [undefined, "E_JSON_SIZE", undefined, "E_JSON_SIZE"], String(limit));
    assert.deepEqual([closing.errors, closing.lines], [2, 4 + 5 + 1]);
  }
  const { records } = await run(["audit", "--ndjson", "--max-line", "100"], `${GOOD}\n${"y".repeat(3 << 20)}`);
  assert.deepEqual(records.map(({ error, line, byte }) => [error?.code, line, byte]), [[undefined, 1, 0], ["E_JSON_SIZE", 2, GOOD.length + 1]]);
});

test("a line of 100 MB is an error, and one of 60 MB is judged", { skip: !isLong && "RETHOUGHT_LONG=1 has it" }, async () => {
  const long = (length) => `{"request":{"model":"gpt-5","messages":[{"role":"user","content":"${"x".repeat(length)}"}]},"wire":"openai-chat"}`;
  const { records } = await between([long(100e6), long(60e6), JSON.stringify({ request: JSON.parse(long(60e6)).request, wire: "openai-chat" })]);
  assert.deepEqual(records.map(({ error, verdict }) => error?.code ?? verdict), ["E_JSON_SIZE", "accepted", "accepted"]);
});

test("duplicate names, escaped names and names of Object.prototype are names like any other", async () => {
  const lines = [
    `{"id":1,"request":"{","id":2,"request":${REQUEST},"wire":"openai-chat"}`,
    `{"\\u0069d":3,"req\\u0075est":${REQUEST},"wire":"openai-chat"}`,
    `{"id":4,"__proto__":{"request":5},"constructor":1,"toString":{},"request":${REQUEST},"wire":"openai-chat"}`,
    `{"id":5,"request":${REQUEST},"target":{"__proto__":{"wire":"none"},"wire":"openai-chat"}}`,
  ];
  const { records } = await filter("audit", lines);
  assert.deepEqual(records.map(({ id, verdict, error }) => [id, verdict ?? error.code]), [[2, "accepted"], [3, "accepted"], [4, "accepted"], [5, "E_INPUT"]]);
});

test("lines of other loggers are read as the transcript reader reads them", async () => {
  const url = "https://api.openai.com/v1/chat/completions";
  const lines = [
    { custom_id: "a", method: "POST", url: "/v1/chat/completions", body: JSON.parse(REQUEST) },
    { id: "b", request: { method: "POST", url, headers: {}, body: REQUEST }, response: { status_code: 200, body: "{}" } },
    { id: "c", meta: { url, recorded_at: "2026-01-02", group: "g" }, request: REQUEST },
    { id: "d", request_body: JSON.parse(REQUEST), url, sse: "data: [DONE]\n\n" },
    { id: "e", params: JSON.parse(REQUEST), custom_id: "e" },
    JSON.parse(REQUEST),
  ];
  const { records } = await filter("audit", lines);
  assert.deepEqual(records.map(({ id, verdict, wire, time, session }) => [id, verdict, wire, time, session]), [["a", "accepted", "openai-chat", undefined, undefined], ["b", "accepted", "openai-chat", undefined, undefined], ["c", "accepted", "openai-chat", "2026-01-02", "g"], ["d", "accepted", "openai-chat", undefined, undefined], ["e", "accepted", "openai-chat", undefined, undefined], [undefined, "accepted", "openai-chat", undefined, undefined]]);
  assert.equal(records[2].host, "api.openai.com");
});

test("an empty line costs its own bytes, however many empty lines follow it", () => {
  const lines = 2_000;
  for (const empty of ["\n", " \r\n", "\t \n"])
    for (const [command, settings] of [["audit", {}], ["fix", {}], ["decode", {}], ["convert", { to: { wire: "openai-responses" } }]]) {
      const counted = countReads(Buffer.from(empty.repeat(lines)));
      const { tally } = new Judge({ command, target: {}, options: {}, maxLine: 1 << 26, ...settings }).judge({ bytes: counted.bytes, line: 1, byte: 0 });
      assert.deepEqual([tally.lines, tally.empty], [lines, lines]);
      assert.ok(counted.reads <= 8 * counted.bytes.length, `${command}: ${counted.reads} reads of ${counted.bytes.length} bytes`);
    }
});

/** Returns bytes that count how often each of them is read. */
function countReads(buffer) {
  const counted = { reads: 0 };
  counted.bytes = new Proxy(buffer, {
    get(target, name) {
      if (/^\d+$/.test(String(name))) counted.reads++;
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return counted;
}

test("characters that nobody sees are escapes in every record, with the same value", async () => {
  const hidden = "\u009b31m\u202e\u2066\u200b\u2028\u{e0041}\u007f##[error]";
  const request = { model: `gpt${hidden}`, messages: [{ role: "user", content: hidden }] };
  const lines = [
    { id: hidden, request, wire: "openai-chat", session: hidden },
    { id: [hidden], request: JSON.stringify(request), wire: "openai-chat", time: hidden },
    { id: hidden, request, wire: hidden },
    { id: hidden, response: { model: "m", choices: [{ message: { role: "assistant", content: hidden } }] }, wire: "openai-chat" },
  ];
  for (const [command, ...options] of [["audit", "--texts"], ["fix"], ["decode"], ["convert", "--to", "openai-responses"]]) {
    const { code, bytes, records } = await filter(command, lines, ...options);
    assert.equal(code, 0);
    assert.match(bytes.toString(), /^[\n\x20-\x7e]*$/, command);
    assert.ok(!bytes.includes("##["));
    assert.deepEqual(records.map(({ id }) => id), lines.map(({ id }) => id));
    if (command === "fix") assert.deepEqual([records[0].request, JSON.parse(records[1].request), records[0].session], [request, request, hidden]);
  }
});

test("white space between the tokens of a line cannot break a record", async () => {
  const { lines } = await run(["fix", "--ndjson"], `{"id":[\r1],"request":{\r"model":"m",\t"messages":[]\r},"wire":"openai-chat"}\r\n`);
  assert.equal(lines.length, 2);
  assert.deepEqual(JSON.parse(lines[0]).request, { model: "m", messages: [] });
});
