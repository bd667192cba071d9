// Lines of observability exports through the filter: they are judged by their bodies, and a record without a body reports that.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPackage } from "../../scripts/load-package.mjs";
import { converse } from "../simulator/converse.mjs";
import { damaged } from "../simulator/damage.mjs";
import { filter } from "./filter.mjs";
import { EMPTY, OTHERS, WHOLE } from "./observed/exports.mjs";

const { TranscriptReader } = await loadPackage();

/** The vendors whose clients tracers wrap, with their names for them. */
const VENDORS = { anthropic: ["api.anthropic.com", "anthropic"], responses: ["api.openai.com", "openai"], gemini: ["generativelanguage.googleapis.com", "google"] };
const SEEDS = 12;
/** A number that a double cannot hold. */
const LONG = "12345678901234567890";

/** Returns the exchanges of the simulator with a vendor's own host, whole and damaged. Streams are left out: tracers assemble them. */
function exchangesWith([kind, [host, provider]]) {
  const all = Array.from({ length: SEEDS }, (_, seed) => [converse(kind, seed), damaged(kind, seed)]).flat().filter(Boolean);
  const steps = all.flatMap(({ steps }) => steps).filter(({ target, responseText, stream }) => target.host === host && responseText && !stream);
  return steps.map(({ target: { model }, requestText, responseText }, nth) => ({ id: `${kind}-${nth}`, host, provider, model, time: "2026-11-17T08:00:00.000Z", request: requestText, response: responseText }));
}

const judged = ({ verdict, model, findings }) => ({ verdict, model, findings });

for (const [name, write] of Object.entries(WHOLE))
  test(`${name} is judged as the request in it`, async () => {
    const exchanges = Object.entries(VENDORS).flatMap(exchangesWith);
    // Neither LangSmith, for an OpenAI client, nor Langfuse names the host: then some rules are undecided.
    const namesHost = ({ provider }) => !/Langfuse/.test(name) && !(/LangSmith/.test(name) && provider === "openai");
    const plain = await filter("audit", exchanges.map(({ id, host, model, time, request, response, ...one }) => ({ id, host: namesHost(one) || /Smith/.test(name) ? host : undefined, model, time, request, response })));
    const seen = await filter("audit", exchanges.map(write));
    assert.equal(seen.records.length, exchanges.length);
    seen.records.forEach((record, nth) => {
      const [one, expected] = [exchanges[nth], plain.records[nth]];
      assert.deepEqual([record.id, record.time, record.wire, record.thoughts], [one.id, one.time, expected.wire, expected.thoughts]);
      if (namesHost(one) || /Langfuse/.test(name)) assert.deepEqual(judged(record), judged(expected), one.request.slice(0, 300));
    });
    assert.ok(seen.closing.verdicts.rejected > 0 && seen.closing.verdicts.accepted > 0, JSON.stringify(seen.closing.verdicts));
  });

test("the transcript reader finds the bodies in an export that the filter judges", async () => {
  const exchanges = Object.entries(VENDORS).flatMap(exchangesWith);
  const names = { OpenInference: "otlp", LangSmith: "langsmith", Langfuse: "langfuse" };
  for (const [name, write] of Object.entries(WHOLE)) {
    const reader = new TranscriptReader();
    const found = [...reader.push(exchanges.map((one) => `${write(one)}\n`).join("")), ...reader.finish()];
    assert.equal(reader.format, names[/OpenInference|LangSmith|Langfuse/.exec(name)[0]]);
    assert.equal(found.length, exchanges.length);
    const { records } = await filter("fix", exchanges.map(write));
    let unchanged = 0;
    for (const [nth, { request, label, host }] of found.entries()) {
      assert.deepEqual([label, host], [records[nth].id, records[nth].host], name);
      if (records[nth].mended.length) continue;
      assert.equal(new TextDecoder().decode(request), records[nth].request, name);
      unchanged++;
    }
    assert.ok(unchanged > 20, `${name}: ${unchanged}`);
  }
});

test("an export without a request says what is missing", async () => {
  const { records, closing } = await filter("audit", Object.values(EMPTY).map(([line]) => line));
  for (const [nth, [name, [, sentence]]] of Object.entries(EMPTY).entries()) {
    assert.match(records[nth].missing, sentence, name);
    assert.ok(!("verdict" in records[nth]), name);
  }
  assert.deepEqual([closing.missing, closing.results, closing.errors], [records.length, 0, 0]);
});

test("what is not a call of a model is counted and not judged", async () => {
  const { records, closing } = await filter("audit", OTHERS);
  assert.deepEqual([records.length, closing.lines, closing.others], [0, 3, 4]);
});

test("numbers in a request of an export keep their digits", async () => {
  const request = `{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_01A09q90qw90lq917835lq9","name":"look","input":{"n":${LONG}}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01A09q90qw90lq917835lq9","content":"21"}]}]}`;
  const one = { id: "n", provider: "anthropic", model: "claude-opus-4-5", time: "2026-11-17T08:00:00.000Z", request, response: "{}" };
  const { records } = await filter("fix", Object.values(WHOLE).map((write) => write(one)));
  assert.deepEqual(records.map((record) => record.request), Object.values(WHOLE).map(() => request));
});

test("a system prompt that LangSmith has put before the messages goes back to its place", async () => {
  const inputs = { model: "claude-opus-4-5", max_tokens: 9, messages: [{ role: "system", content: "Be brief." }, { role: "user", content: "Hi" }] };
  const { records: [record] } = await filter("fix", [{ id: "s", run_type: "llm", inputs, outputs: {}, extra: { metadata: { ls_provider: "anthropic" } } }]);
  assert.equal(record.verdict, "accepted");
  assert.equal(JSON.parse(record.request).system, "Be brief.");
});

test("the messages of an observation are judged without the settings that it does not have", async () => {
  const messages = [{ role: "user", content: "Hi" }, { role: "assistant", content: "Yo" }, { role: "user", content: "So?" }];
  const row = (input) => ({ id: "m", type: "GENERATION", trace_id: "t", model_parameters: {}, provided_model_name: "deepseek-reasoner", input, output: { role: "assistant", content: "Hi", reasoning_content: "Hm." } });
  const { records } = await filter("audit", [row(messages), row({ messages }), row(JSON.stringify(messages))]);
  assert.equal(records.length, 3);
  for (const { wire, model, verdict, thoughts } of records) assert.deepEqual([wire, model, verdict, thoughts], ["openai-chat", "deepseek-reasoner", "accepted", 1]);
});

test("pages of an API are read row by row", async () => {
  const one = { id: "p", provider: "anthropic", model: "claude-opus-4-5", time: "2026-11-17T08:00:00.000Z", request: '{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]}', response: "{}" };
  const pages = ["data", "runs"].map((member, nth) => `{"${member}":[${WHOLE[nth ? "a run of LangSmith" : "an observation of Langfuse"](one)},${OTHERS[1 + nth]}]}`);
  const { records, closing } = await filter("audit", pages);
  assert.deepEqual(records.map(({ id, verdict }) => [id, verdict]), [["p", "accepted"], ["p", "accepted"]]);
  assert.equal(closing.others, 2);
});
