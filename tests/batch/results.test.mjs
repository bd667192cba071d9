// Results: one for each line, in order, equal to the package's result for the same request, for any division of the lines and any number of threads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPackage } from "../../scripts/load-package.mjs";
import { fileOf, filter, run } from "./filter.mjs";
import { traffic } from "./traffic.mjs";

const { audit } = await loadPackage();
const exchanges = traffic();
const asText = exchanges.map((exchange) => JSON.stringify(exchange));
/** Returns the same line with bodies as values, with the same bytes as the text. */
const asObject = ({ request, response, next, ...rest }) => `{${[...Object.entries(rest).map(([name, value]) => `"${name}":${JSON.stringify(value)}`), `"request":${request}`, response && `"response":${response}`, next && `"next":${next}`].filter(Boolean).join(", ")}}`;
const input = `${asText.join("\n")}\n`;
const whole = await run(["audit", "--ndjson", "--jobs", "1"], input);

test("the traffic has many wires, rules and verdicts", () => {
  const counts = [whole.records.map(({ wire }) => wire), Object.keys(whole.closing.rules), Object.keys(whole.closing.verdicts)].map((words) => new Set(words).size);
  assert.ok(counts.every((count, nth) => count >= [6, 8, 3][nth]), String(counts));
});

test("there is a result for each line, in order, equal to the audit of the same request", () => {
  assert.equal(whole.code, 0);
  assert.equal(whole.records.length, exchanges.length);
  for (const [nth, { id, target, session, request }] of exchanges.entries()) {
    const { wire, verdict, model, findings } = audit(request, target);
    const short = findings.map(({ rule, severity, evidence, pointer }) => ({ rule, severity, evidence, pointer }));
    const { id: itsId, wire: itsWire, host, model: itsModel, session: itsSession, verdict: itsVerdict, findings: itsFindings } = whole.records[nth];
    assert.deepEqual([itsId, itsWire, host, itsModel, itsSession, itsVerdict, itsFindings], [id, wire, target.host, model?.given, session, verdict, short]);
  }
});

test("the closing record has the counts of the records", () => {
  const { lines, results, errors, empty, verdicts, rules, command } = whole.closing;
  assert.deepEqual([lines, results, errors, empty, command], [exchanges.length, exchanges.length, 0, 0, "audit"]);
  assert.deepEqual(verdicts, counted(whole.records.map(({ verdict }) => verdict)));
  assert.deepEqual(rules, counted(whole.records.flatMap(({ findings }) => findings.map(({ rule }) => rule))));
});

const counted = (words) => words.reduce((counts, word) => ({ ...counts, [word]: (counts[word] ?? 0) + 1 }), {});

test("the results are the same bytes for any number of threads", async () => {
  for (const jobs of ["2", "4"]) assert.ok((await run(["audit", "--ndjson", "--jobs", jobs], input)).bytes.equals(whole.bytes), jobs);
});

test("the results are the same bytes if the requests are objects, and if the input comes in pieces of a few bytes", async () => {
  const objects = await run(["audit", "--ndjson"], exchanges.map(asObject).join("\n"));
  assert.ok(objects.bytes.equals(whole.bytes));
  const pieces = Buffer.from(asText.slice(0, 40).join("\n"));
  const slow = await run(["audit", "--ndjson"], async ({ stdin }) => {
    for (let at = 0; at < pieces.length; at += 5000) {
      stdin.write(pieces.subarray(at, at + 5000));
      await new Promise((resolve) => setTimeout(resolve, at < 40_000 ? 15 : 0));
    }
    stdin.end();
  });
  assert.deepEqual(slow.records, whole.records.slice(0, 40));
});

test("a file cut into parts gives the results of the whole, and its closing records add up", async () => {
  const cuts = [0, 1, 2, Math.floor(asText.length / 3), asText.length];
  const parts = await Promise.all(cuts.slice(1).map((end, nth) => run(["audit", "--ndjson"], asText.slice(cuts[nth], end).join("\n"))));
  assert.deepEqual(parts.flatMap(({ lines }) => lines.slice(0, -1)), whole.lines.slice(0, -1));
  assert.equal(parts.reduce((sum, { closing }) => sum + closing.results, 0), whole.closing.results);
});

test("several files are one output; a line without an id is reported by file, line and byte", async () => {
  const line = '{"request":{"model":"gpt-5","messages":[]},"wire":"openai-chat"}';
  const [one, two] = [fileOf("one.ndjson", `${line}\n\n${line}\n`), fileOf("two.ndjson", line)];
  const { records, closing } = await run(["audit", "--ndjson", one, two]);
  assert.deepEqual(records.map(({ file, line, byte }) => [file, line, byte]), [[one, 1, 0], [one, 3, line.length + 2], [two, 1, 0]]);
  assert.deepEqual([closing.lines, closing.empty, closing.results], [4, 1, 3]);
  const { records: alone } = await run(["audit", "--ndjson", one]);
  assert.deepEqual(alone.map(({ file, line, byte }) => [file, line, byte]), [[undefined, 1, 0], [undefined, 3, line.length + 2]]);
});

test("an id of any kind is passed on as it is written", async () => {
  const ids = ["1.0", "12345678901234567890", "-0", "1E400", '"\\u0041\\/"', '"\ud83d\ude00"', '"\\ud800"', "null", "true", "[1.50, {}]", '{"a":1.0,"a":2}', '""'];
  const { lines, records } = await run(["audit", "--ndjson"], ids.map((id) => `{"id" : ${id} ,"request":{"messages":[]},"wire":"openai-chat"}`).join("\n"));
  assert.deepEqual(lines.slice(0, -1).map((line) => line.slice(0, line.indexOf(',"wire"'))), ids.map((id) => `{"id":${id}`));
  assert.ok(records.every(({ line }) => line === undefined));
  const errors = await run(["audit", "--ndjson"], ids.map((id) => `{"request":"{", "id":${id}}`).join("\n"));
  assert.deepEqual(errors.lines.slice(0, -1).map((line) => line.slice(0, line.indexOf(',"error"'))), ids.map((id) => `{"id":${id}`));
});

test("the command line outranks the line, target outranks what stands beside it, and time and session are passed on", async () => {
  const request = { model: "m", messages: [] };
  const lines = [
    { request, wire: "openai-chat", model: "beside", target: { model: "inside" }, time: 12.5, session: "s" },
    { request, wire: "openai-chat", host: "api.deepseek.com", timestamp: "2026-11-16", trace_id: 7 },
    { request, target: "openai-chat", url: `https://${"user"}@API.Groq.com:443/openai/v1/chat/completions` },
    { request, target: 5 },
    { request, wire: "openai-chat", model: 5 },
  ];
  const { records } = await filter("audit", lines);
  const facts = ({ host, model, time, session, error }) => [host, model, time, session, error?.code];
  assert.deepEqual(records.map(facts), [[undefined, "inside", "12.5", "s", undefined], ["api.deepseek.com", "m", "2026-11-16", "7", undefined], ["api.groq.com:443", "m", undefined, undefined, undefined], [undefined, undefined, undefined, undefined, "E_INPUT"], [undefined, undefined, undefined, undefined, "E_INPUT"]]);
  const { records: outranked } = await filter("audit", lines.slice(0, 2), "--model", "given", "--host", "api.x.ai");
  assert.deepEqual(outranked.map(({ host, model }) => [host, model]), [["api.x.ai", "given"], ["api.x.ai", "given"]]);
});

test("findings have no words unless they are asked for, and --level and --off choose among them", async () => {
  const secret = "xyzzy";
  const lines = exchanges.filter((_, nth) => whole.records[nth].findings.length).slice(0, 30).map((exchange) => ({ ...exchange, request: exchange.request.replace(/"text":"(?:[^"\\]|\\.)*"/g, `"text":"${secret}"`) }));
  const { bytes, records } = await filter("audit", lines);
  assert.ok(!bytes.includes(secret));
  assert.ok(records.some(({ findings }) => findings.length));
  const { records: worded } = await filter("audit", lines, "--texts");
  assert.ok(worded.every(({ findings }) => findings.every(({ message, why }) => message && why)));
  const { records: refused } = await filter("audit", lines, "--level", "reject");
  assert.deepEqual(refused.map(({ findings }) => findings), records.map(({ findings }) => findings.filter(({ severity }) => severity === "reject")));
  const [{ findings: [{ rule }] }] = records;
  const { closing } = await filter("audit", lines, "--off", rule);
  assert.equal(closing.rules[rule], undefined);
});
