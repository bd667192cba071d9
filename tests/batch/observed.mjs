// Lines of observability exports through the filter: judged as the bodies in them are, and where there is none, the record says so.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pkg } from "../../scripts/paths.mjs";
import { converse } from "../simulator/converse.mjs";
import { damaged } from "../simulator/damage.mjs";
import { equal, ok } from "../simulator/checks/ask.mjs";
import { EMPTY, OTHERS, WHOLE } from "./observed/exports.mjs";

/** The vendors whose clients tracers wrap, with the names that they have for them. */
const VENDORS = { anthropic: ["api.anthropic.com", "anthropic"], responses: ["api.openai.com", "openai"], gemini: ["generativelanguage.googleapis.com", "google"] };
const SEEDS = 12;
/** A number that a double does not hold. */
const LONG = "12345678901234567890";

/** The records of lines, and the closing one. */
function filtered(lines, command = "audit") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(pkg, "cli.js"), command, "--ndjson", "--jobs", "1"], { input: lines.join("\n"), encoding: "utf8", maxBuffer: 1 << 28 });
  equal(status, 0, stderr);
  const records = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  return { end: records.pop(), records };
}

/** The exchanges of the simulator with a vendor's own host, whole ones and damaged ones. Streams are left out: tracers put them together. */
function exchangesWith([kind, [host, provider]]) {
  const all = Array.from({ length: SEEDS }, (_, seed) => [converse(kind, seed), damaged(kind, seed)]).flat().filter(Boolean);
  const steps = all.flatMap(({ steps }) => steps).filter(({ target, responseText, stream }) => target.host === host && responseText && !stream);
  return steps.map(({ target: { model }, requestText, responseText }, nth) => ({ id: `${kind}-${nth}`, host, provider, model, time: "2026-11-17T08:00:00.000Z", request: requestText, response: responseText }));
}

const judged = ({ verdict, wire, model, thoughts, findings }) => JSON.stringify({ verdict, wire, model, thoughts, findings });

export const checks = [
  ...Object.entries(WHOLE).map(([name, write]) => [`${name} is judged as the request in it`, () => {
    const exchanges = Object.entries(VENDORS).flatMap(exchangesWith);
    const plain = filtered(exchanges.map(({ id, host, model, time, request, response }) => JSON.stringify({ id, host: /Langfuse/.test(name) ? undefined : host, model, time, request, response })));
    const seen = filtered(exchanges.map(write));
    equal(seen.records.length, exchanges.length, "records");
    seen.records.forEach((record, nth) => {
      equal([record.id, record.time].join(), [exchanges[nth].id, exchanges[nth].time].join(), "whose record it is");
      // LangSmith does not say whose host an OpenAI client calls, nor does Langfuse: then some rules are not decided.
      if (record.host ?? /Langfuse/.test(name)) equal(judged(record), judged(plain.records[nth]), exchanges[nth].request.slice(0, 300));
      else ok(record.wire === plain.records[nth].wire && record.thoughts === plain.records[nth].thoughts, exchanges[nth].id);
    });
    ok(seen.end.verdicts.rejected > 0 && seen.end.verdicts.accepted > 0, `too little was tried: ${JSON.stringify(seen.end.verdicts)}`);
    return `${exchanges.length} exchanges`;
  }]),
  ["an export without a request says what is missing", () => {
    const { records, end } = filtered(Object.values(EMPTY).map(([line]) => line));
    Object.entries(EMPTY).forEach(([name, [, sentence]], nth) => ok(sentence.test(records[nth].missing) && !("verdict" in records[nth]), `${name}: ${JSON.stringify(records[nth])}`));
    equal([end.missing, end.results, end.errors].join(), `${records.length},0,0`);
  }],
  ["what is no call of a model is counted and not judged", () => {
    const { records, end } = filtered(OTHERS);
    equal([records.length, end.lines, end.others].join(), "0,3,4");
  }],
  ["numbers in a request of an export keep their digits", () => {
    const request = `{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_01A09q90qw90lq917835lq9","name":"look","input":{"n":${LONG}}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01A09q90qw90lq917835lq9","content":"21"}]}]}`;
    for (const [name, write] of Object.entries(WHOLE)) {
      const { records: [record] } = filtered([write({ id: "n", provider: "anthropic", model: "claude-opus-4-5", time: "2026-11-17T08:00:00.000Z", request, response: "{}" })], "fix");
      equal(record.request, request, name);
    }
  }],
  ["a system prompt that LangSmith has put before the messages goes back to its place", () => {
    const inputs = { model: "claude-opus-4-5", max_tokens: 9, messages: [{ role: "system", content: "Be brief." }, { role: "user", content: "Hi" }] };
    const { records: [record] } = filtered([JSON.stringify({ id: "s", run_type: "llm", inputs, outputs: {}, extra: { metadata: { ls_provider: "anthropic" } } })], "fix");
    equal(record.verdict, "accepted");
    equal(JSON.parse(record.request).system, "Be brief.");
  }],
  ["the messages of an observation are judged without the settings that it does not have", () => {
    const messages = [{ role: "user", content: "Hi" }, { role: "assistant", content: "Yo" }, { role: "user", content: "So?" }];
    const row = (input) => JSON.stringify({ id: "m", type: "GENERATION", trace_id: "t", model_parameters: {}, provided_model_name: "deepseek-reasoner", input, output: { role: "assistant", content: "Hi", reasoning_content: "Hm." } });
    const { records } = filtered([row(messages), row({ messages }), row(JSON.stringify(messages))]);
    for (const { wire, model, verdict, thoughts } of records) equal([wire, model, verdict, thoughts].join(), "openai-chat,deepseek-reasoner,accepted,1");
  }],
];
