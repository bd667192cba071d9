// Transcripts through the package: the records, for any chunks, and the error for a file that is not a transcript.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { audit, readTranscript, TranscriptReader } from "rethought";
import { InputError } from "rethought/errors";

const request = '{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"h\\u00e9"}], "n":1.0}';
const response = '{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"é"}]}';
const pair = JSON.stringify({ url: "https://api.anthropic.com/v1/messages", status: 200, request, response });
const text = `${pair}\nnot a line\n${pair}\n`;
const decoder = new TextDecoder();

async function all(source) {
  const records = [];
  for await (const record of readTranscript(source)) records.push(record);
  return records;
}

test("bodies come out as the bytes they were recorded as", async () => {
  const [first, fault, second] = await all([text]);
  assert.equal(decoder.decode(first.request), request);
  assert.equal(decoder.decode(second.response), response);
  assert.deepEqual([first.type, first.line, first.offset, first.status, first.url], ["exchange", 1, 0, 200, "https://api.anthropic.com/v1/messages"]);
  assert.deepEqual([fault.type, fault.line], ["fault", 2]);
  assert.ok(fault.reason.length > 0 && fault.offset > pair.length);
  assert.equal(second.offset, Buffer.byteLength(`${pair}\nnot a line\n`));
});

test("however a transcript is cut, it tells the same", async () => {
  const bytes = new TextEncoder().encode(text);
  const whole = await all([bytes]);
  for (const size of [1, 5, 100]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, nth) => bytes.slice(nth * size, (nth + 1) * size));
    assert.deepEqual(await all(chunks), whole);
  }
});

test("a Blob, a ReadableStream, gzip and an async iterable are sources", async () => {
  const packed = gzipSync(text);
  async function* pieces() {
    yield packed.subarray(0, 1000);
    yield packed.subarray(1000);
  }
  for (const source of [new Blob([text]), new Blob([text]).stream(), new Blob([packed]), pieces()]) assert.equal((await all(source)).length, 3);
});

test("a file that is not a transcript is refused with a sentence, and leaves the package usable", async () => {
  for (const wrong of ["", "hello", "<html></html>", "a;b;c\n1;2;3\n", "%PDF-1.7\n"]) await assert.rejects(all([wrong]), InputError);
  assert.equal((await all([text])).length, 3);
});

test("a file of a format that is not read gives one fault, which names the format, and no exchange", async () => {
  for (const name of readdirSync("transcripts/unread").filter((name) => !name.endsWith(".told"))) {
    // The files in an archive are read. Only the beginning of each archive is in these files.
    if (/^archive\./.test(name)) {
      await assert.rejects(all([readFileSync(`transcripts/unread/${name}`)]), { code: "E_ZIP_DAMAGED" });
      continue;
    }
    const { fault, unread } = JSON.parse(readFileSync(`transcripts/unread/${name}.told`, "utf8"));
    const text = readFileSync(`transcripts/unread/${name}`);
    assert.deepEqual(await all([text]), [{ type: "fault", line: 1, offset: 0, reason: fault, unread }], name);
    assert.deepEqual(await all([gzipSync(text)]), await all([text]));
    const reader = new TranscriptReader();
    reader.push(text);
    reader.finish();
    assert.equal(reader.format, "unread");
  }
});

test("what a transcript does not record is a part of the target, and is not judged", async () => {
  const [exchange] = (await all([readFileSync("transcripts/claude-code/another-host.jsonl")])).slice(-1);
  assert.deepEqual([exchange.url, exchange.unrecorded], [undefined, ["settings", "host"]]);
  const body = '{"model":"claude-opus-4-5","messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"b","signature":"RXF1YWwgYnl0ZXM="},{"type":"tool_use","id":"toolu_1","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"c"}]}]}';
  const checked = (target) => audit(body, { wire: "anthropic-messages", ...target }).checks["thinking-off-mid-turn"];
  assert.equal(checked({}), "failed");
  assert.equal(checked({ unrecorded: exchange.unrecorded }), "unknown: needs the settings of the request, which were not recorded");
  assert.throws(() => audit(body, { unrecorded: "settings" }), /unrecorded must be an array of strings/);
});

test("a reader knows its format when it has seen enough, and takes nothing after its end", () => {
  const reader = new TranscriptReader();
  assert.equal(reader.format, undefined);
  const records = [...reader.push(text), ...reader.finish()];
  assert.equal(reader.format, "pairs");
  assert.equal(records.length, 3);
  assert.deepEqual(reader.finish(), []);
  assert.throws(() => reader.push(text), InputError);
  assert.throws(() => new TranscriptReader().push(7), InputError);
});

test("readers do not disturb each other, and those that nobody finishes cost nothing", () => {
  const [one, other] = [new TranscriptReader(), new TranscriptReader()];
  for (let nth = 0; nth < 100; nth++) new TranscriptReader().push(text);
  one.push(pair.slice(0, 50));
  other.push(text);
  one.push(`${pair.slice(50)}\n`);
  assert.equal(one.finish().length, 1);
  assert.equal(other.finish().length, 3);
});
