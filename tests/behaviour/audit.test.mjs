// The public audit, over every case of every rule and by hand.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import cards from "rethought/cards";
import { explainer } from "rethought/explain";
import { audit, compact, explain, render, repair } from "rethought";
import { auditReplay } from "rethought/clark";
import { InputError, JsonError } from "rethought/errors";
import { locate } from "rethought/json";

const FOLDER = new URL("./rules/", import.meta.url);
const CASES = readdirSync(FOLDER).flatMap((rule) => {
  const folder = new URL(`${rule}/`, FOLDER);
  return readdirSync(folder).filter((name) => /^(bad|good)-.*(?<!\.fixed)\.json$/.test(name)).map((name) => {
    const text = readFileSync(new URL(name, folder), "utf8");
    const fixed = new URL(name.replace(/\.json$/, ".fixed.json"), folder);
    const { request, ...rest } = JSON.parse(text);
    return { rule, name: `${rule}/${name}`, bad: name.startsWith("bad"), request: locate(text, "/request").raw, fixed: existsSync(fixed) ? readFileSync(fixed, "utf8").trimEnd() : undefined, ...rest };
  });
});
const optionsOf = ({ models }) => (models ? { models } : {});
const spliced = (text, edits) => {
  let bytes = Buffer.from(text);
  for (const { start, end, text: come } of [...edits].reverse()) bytes = Buffer.concat([bytes.subarray(0, start), Buffer.from(come), bytes.subarray(end)]);
  return bytes.toString();
};

test("every case is found through the package as it is natively, and said in words", () => {
  assert.ok(CASES.length >= 4);
  for (const one of CASES.filter((one) => !one.emitted)) {
    const report = audit(one.request, one.target, optionsOf(one));
    const expected = new Set([...(one.also ?? []), ...(one.bad ? [one.rule] : [])]);
    assert.deepEqual(new Set(report.findings.map(({ rule }) => rule)), expected, one.name);
    assert.equal(report.checks[one.rule], one.bad ? "failed" : report.checks[one.rule], one.name);
    if (one.says) assert.equal(report.findings.find(({ rule }) => rule === one.rule).upstream, one.says, one.name);
    for (const finding of report.findings) {
      assert.ok(finding.message.length > 10, one.name);
      assert.ok(finding.why.length > 20, one.name);
      assert.equal(Buffer.from(one.request).subarray(finding.start, finding.end).toString(), locate(one.request, finding.pointer).raw, one.name);
      if (finding.fix) assert.ok(finding.fix.title && finding.fix.edits.length, one.name);
      if (finding.fix) assert.doesNotThrow(() => JSON.parse(spliced(one.request, finding.fix.edits)), one.name);
    }
    assert.deepEqual(audit(new TextEncoder().encode(one.request), one.target, optionsOf(one)), report, one.name);
  }
});

test("a repair gives what the case says, lists its edits as a patch, and a second one does nothing", () => {
  for (const one of CASES.filter((one) => one.bad && !one.emitted)) {
    const options = { ...optionsOf(one), allow: ["unsafe", "placeholder"] };
    const { request, applied, report } = repair(one.request, one.target, options);
    if (one.fixed) assert.equal(request, one.fixed, one.name);
    assert.equal(applied.reduce((text, { edits }) => spliced(text, edits), one.request), request, one.name);
    assert.deepEqual(audit(request, one.target, optionsOf(one)), report, one.name);
    assert.deepEqual(repair(request, one.target, options).applied, [], one.name);
  }
});

test("safe edits alone are made unless more is allowed", () => {
  const request = '{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"b"},{"type":"text","text":"c"}]},{"role":"user","content":"d"}]}';
  const kept = repair(request, "anthropic-messages");
  assert.deepEqual([kept.request, kept.applied, kept.report.findings.length], [request, [], 1]);
  const mended = repair(request, "anthropic-messages", { allow: ["unsafe"] });
  assert.deepEqual(mended.applied.flatMap((step) => step.mended), [{ rule: "thinking-without-signature", pointer: "/messages/1/content/0", safety: "unsafe" }]);
  assert.equal(mended.report.verdict, "accepted");
  assert.ok(mended.request instanceof Uint8Array === false && repair(Buffer.from(request), "anthropic-messages").request instanceof Uint8Array);
});

test("a rule can be switched off, and the tables can be outranked", () => {
  const request = '{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{}}}]}]}';
  const target = { wire: "gemini-generate", model: "gemini-3-pro-preview" };
  assert.equal(audit(request, target).verdict, "rejected");
  const off = audit(request, target, { off: ["missing-thought-signature"] });
  assert.deepEqual([off.verdict, off.checks["missing-thought-signature"]], ["accepted", "off"]);
  const unknown = audit(request, { wire: "gemini-generate" });
  assert.equal(unknown.checks["missing-thought-signature"], "unknown: needs the model");
});

test("a host is one row of the caller's, and its facts hold there alone", () => {
  const call = { role: "assistant", content: "", tool_calls: [{ id: "a", type: "function", function: { name: "look", arguments: "{}" } }] };
  const request = JSON.stringify({ model: "acme-1", messages: [{ role: "user", content: "Look." }, call, { role: "tool", tool_call_id: "a", content: "21" }] });
  const at = (host, options) => audit(request, { wire: "openai-chat", host }, options).findings.map(({ rule }) => rule);
  const hosts = [{ name: "acme", domains: ["acme.example"], emits: ["reasoning_content"], reads: ["reasoning_content"], facts: [{ if: "name^acme", set: { thinks: "always", wants: "calls" } }] }];
  assert.deepEqual(at("llm.acme.example"), []);
  assert.deepEqual(at("llm.acme.example", { hosts }), ["missing-reasoning-content"]);
  assert.deepEqual(at("acme", { hosts }), ["missing-reasoning-content"], "a server that runs anywhere is chosen by its name");
  assert.deepEqual(at("llm.other.example", { hosts }), []);
});

test("what cannot be judged is an error with its place, and never a finding", () => {
  assert.throws(() => audit("{", "anthropic-messages"), JsonError);
  assert.throws(() => audit("{}", {}), { name: "InputError", pointer: "/wire" });
  assert.throws(() => audit("{}", "anthropic-messages", { off: ["no-such-rule"] }), { name: "InputError", pointer: "/off" });
  assert.throws(() => audit("{}", "anthropic-messages", { models: [{}] }), { name: "InputError", pointer: "/models" });
  for (const hosts of [{}, [{}], [null], [{ name: "a", facts: [{}] }]]) assert.throws(() => audit("{}", "anthropic-messages", { hosts }), { name: "InputError", pointer: "/hosts" });
  assert.throws(() => repair("{}", "anthropic-messages", { allow: ["everything"] }), { name: "InputError", pointer: "/allow" });
  assert.throws(() => render({}, "{}", { format: "pdf" }), { name: "InputError", pointer: "/format" });
  assert.throws(() => auditReplay({}, "stateless", true), InputError);
  assert.throws(() => auditReplay([], "optional", true), { name: "InputError", pointer: "/contract" });
});

test("every rule has its card, and a report names what became of each", () => {
  const ids = explain();
  assert.ok(ids.length >= 2 && new Set(ids).size === ids.length);
  for (const id of ids) {
    const card = explain(id);
    assert.equal(card.id, id);
    for (const name of ["summary", "what", "why", "fix", "sources", "evidence", "since", "tier", "bad", "good"]) assert.ok(card[name], `${id} ${name}`);
    assert.doesNotThrow(() => JSON.parse(card.bad) && JSON.parse(card.good), id);
    assert.ok(!card.sources.includes("catalogue:"), id);
  }
  assert.deepEqual(Object.keys(audit("{}", "anthropic-messages").checks), ids);
  assert.equal(explain("toString"), undefined);
});

test("explain is made of cards that come another way, which are asked for once, and late", () => {
  let asked = 0;
  const another = explainer(() => (asked++, cards));
  assert.equal(asked, 0);
  assert.deepEqual(another(), explain());
  for (const id of explain()) assert.deepEqual(another(id), explain(id));
  assert.equal(another("toString"), undefined);
  assert.equal(asked, 1);
});

test("a report is rendered with its place in the text", () => {
  const request = '{\n  "model": "claude-opus-4-5", "max_tokens": 9,\n  "messages": [{"role":"user","content":"日本"},\n    {"role":"assistant","content":[{"type":"thinking","thinking":"b"},{"type":"text","text":"c"}]},\n    {"role":"user","content":"d"}]}';
  const report = audit(request, "anthropic-messages");
  const text = render(report, request, { file: "a.json" });
  assert.match(text, /^error\[thinking-without-signature\]: .*[^.]\n {2}--> a\.json:4:36 {2}\/messages\/1\/content\/0$/m);
  const [line, caret] = text.split("\n").filter((line) => line.includes(" | "));
  assert.equal(caret.indexOf("^"), line.indexOf('{"type":"thinking"'));
  assert.match(text, /messages\.1\.content\.0\.thinking\.signature: Field required/);
  assert.equal(JSON.parse(render(report, request, { format: "json" })).schema, 1);
  assert.match(render(report, request, { format: "github", file: "a,b.json" }), /^::error file=a%2Cb\.json,line=4,endLine=4,col=36,endColumn=70,title=thinking-without-signature at \/messages\/1\/content\/0::/);
  const sarif = (text) => JSON.parse(render(audit(text, "anthropic-messages"), text, { format: "sarif", file: "a.json", explain })).runs[0];
  const [run, moved] = [sarif(request), sarif(request.replace('[{"role":"user"', '[{"role":"user","content":"x"},{"role":"assistant","content":"y"},{"role":"user"'))];
  const [result] = run.results;
  assert.deepEqual([result.ruleId, result.level, result.locations[0].physicalLocation.region.startLine], ["thinking-without-signature", "error", 4]);
  assert.equal(run.tool.driver.rules[result.ruleIndex].id, result.ruleId);
  assert.equal(Buffer.from(request).subarray(result.locations[0].physicalLocation.region.byteOffset).toString().slice(0, 9), '{"type":"');
  assert.deepEqual(result.partialFingerprints, moved.results[0].partialFingerprints);
});

test("clark's audit of a turn judges rightly what clark judges wrongly", () => {
  const empty = '{"type":"reasoning.encrypted","format":"google-gemini-v1","data":""}';
  const judged = (items, contract = "required-with-tools", tools = true) => auditReplay(items, contract, tools);
  assert.equal(judged([empty]).violation.type, "missing-signatures-for-strict-provider");
  assert.deepEqual(judged([]), { itemCount: 0, signedCount: 0, formats: [], violations: [] });
  const mixed = judged([{ type: "reasoning.text", format: "anthropic-claude-v1", text: "x" }, { raw: '{"type":"reasoning.encrypted","format":"google-gemini-v1","data":"AA"}' }]);
  assert.deepEqual(mixed.violations.map(({ type }) => type), ["missing-signatures-for-strict-provider", "mixed-issuers"]);
  assert.deepEqual([mixed.itemCount, mixed.signedCount, mixed.formats, mixed.violation.formats], [2, 1, ["anthropic-claude-v1", "google-gemini-v1"], ["anthropic-claude-v1"]]);
  assert.equal(judged([empty], "stateless").violation, undefined);
  assert.equal(judged([empty], "required-with-tools", false).violation, undefined);
});

test("reasoning that OpenRouter says twice is one item", () => {
  const details = [{ type: "reasoning.text", text: "So.", signature: "EqQBCg==", format: "anthropic-claude-v1", index: 0 }];
  const body = (members) => ({ model: "anthropic/claude-sonnet-4.5", messages: [{ role: "user", content: "a" }, { role: "assistant", content: "b", ...members }, { role: "user", content: "c" }] });
  const counts = (members) => (({ items, signed, formats }) => [items, signed, formats])(audit(body(members), "openrouter-chat"));
  assert.deepEqual(counts({ reasoning: "So.", reasoning_details: details }), [1, 1, ["anthropic-claude-v1"]]);
  assert.deepEqual(counts({ reasoning: "So." }), [1, 0, ["unknown"]]);
  assert.deepEqual(counts({ reasoning: "So.", reasoning_details: [] }), [1, 0, ["unknown"]]);
});

test("a compact report has the verdict and the findings, and the size of a log line", () => {
  for (const { name, bad, request, target, ...rest } of CASES.filter(({ bad }) => bad)) {
    const report = audit(request, target, optionsOf(rest));
    const small = compact(report);
    assert.deepEqual([small.verdict, small.wire, small.model], [report.verdict, report.wire, report.model?.given], name);
    assert.deepEqual(small.findings, report.findings.map(({ rule, severity, pointer, message }) => ({ rule, severity, pointer, message })), name);
    assert.ok(JSON.stringify(small).length < JSON.stringify(report).length / 4, name);
  }
  const broken = '{"model":"claude-sonnet-4-5","max_tokens":2000,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"x","signature":""},{"type":"text","text":"b"}]},{"role":"user","content":"c"}]}';
  const line = JSON.stringify(compact(audit(broken, "anthropic-messages")));
  assert.ok(line.length < 400, line);
  assert.deepEqual(Object.keys(JSON.parse(line)), ["wire", "model", "verdict", "findings"]);
  for (const wrong of [undefined, {}, "{}"]) assert.throws(() => compact(wrong), InputError);
});
